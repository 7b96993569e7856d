"""A simulated device: the part of CuPy that budge.gpu uses, implemented with NumPy and the processor.

The C++ compiler compiles the kernels against core/tests/gpu_shim.hpp. Host and device code are the same as on a GPU and
run tens of thousands of times slower."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
import threading
import types
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

ROOT = Path(__file__).parents[1]
COMPILER = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")


class Array(np.ndarray):
    """An array with the interface of CuPy's."""

    @property
    def data(self) -> Any:
        return types.SimpleNamespace(ptr=self.ctypes.data)

    def get(self) -> np.ndarray:
        return np.array(self)

    def set(self, values: np.ndarray) -> None:
        self[...] = values


class Kernel:
    def __init__(self, call: Any) -> None:
        self.call, self.max_dynamic_shared_size_bytes = call, 0

    def __call__(
        self, grid: tuple[int, ...], block: tuple[int, ...], given: tuple[Any, ...], shared_mem: int = 0
    ) -> None:
        kept = [np.array([each.ctypes.data]) if isinstance(each, Array) else np.asarray(each) for each in given]
        pointers = (ctypes.c_void_p * len(kept))(*(each.ctypes.data for each in kept))
        self.call(grid[0], grid[1] if len(grid) > 1 else 1, block[0], shared_mem, pointers)


class Module:
    def __init__(self, code: str, options: tuple[str, ...], name_expressions: list[str]) -> None:
        text = f'#include "gpu_shim.hpp"\n{code}'
        for number, name in enumerate(name_expressions):
            text += (
                f'extern "C" void kernel{number}'
                "(unsigned x, unsigned y, unsigned threads, unsigned long bytes, void** given)"
                f"{{ budge::shim::launch(&{name}, {{x, y}}, threads, bytes, given); }}\n"
            )
        folder = Path(tempfile.mkdtemp(prefix="budge-kernels-"))
        (folder / "kernels.cpp").write_text(text)
        include = [f"-I{ROOT / 'core' / 'tests'}", f"-I{ROOT / 'src' / 'budge' / 'gpu' / 'kernels'}"]
        flags = ["-std=c++20", "-O1", "-fPIC", "-shared", *(option for option in options if option.startswith("-D"))]
        built = folder / "kernels.so"
        subprocess.run([COMPILER, *flags, *include, str(folder / "kernels.cpp"), "-o", str(built)], check=True)
        library = ctypes.CDLL(str(built))
        shutil.rmtree(folder)
        kinds = [ctypes.c_uint, ctypes.c_uint, ctypes.c_uint, ctypes.c_ulong, ctypes.c_void_p]
        self.kernels = {}
        for number, name in enumerate(name_expressions):
            call = library[f"kernel{number}"]
            call.argtypes, call.restype = kinds, None
            self.kernels[name] = Kernel(call)

    def get_function(self, name: str) -> Kernel:
        return self.kernels[name]


class Device:
    """One of several devices; a thread uses it within `with Device(number):`."""

    attributes: ClassVar = {"MultiProcessorCount": 2, "MaxSharedMemoryPerBlockOptin": 1 << 20}
    _chosen = threading.local()

    def __init__(self, number: int | None = None) -> None:
        self.id: int = getattr(self._chosen, "number", 0) if number is None else number

    def __enter__(self) -> None:
        self._before, self._chosen.number = Device().id, self.id

    def __exit__(self, *_: object) -> None:
        self._chosen.number = self._before


def made(build: Any) -> Any:
    return lambda *given, **named: build(*given, **named).view(Array)


def cupy() -> types.ModuleType:
    """A replacement for CuPy, for `sys.modules`."""
    module: Any = types.ModuleType("cupy")
    for name in ("empty", "zeros", "concatenate", "where"):
        setattr(module, name, made(getattr(np, name)))
    module.asarray = made(np.ascontiguousarray)
    module.RawModule = Module
    pool = types.SimpleNamespace(free_all_blocks=lambda: None, free_bytes=lambda: 0)
    module.get_default_memory_pool = lambda: pool
    runtime = types.SimpleNamespace(
        getDeviceCount=lambda: 1,
        memGetInfo=lambda: (1 << 30, 1 << 30),
        deviceSynchronize=lambda: None,
    )
    module.cuda = types.SimpleNamespace(Device=Device, runtime=runtime)
    module.__spec__ = types.SimpleNamespace(name="cupy")
    return module
