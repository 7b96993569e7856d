"""Finds the GPUs, reports their free memory, and compiles kernels for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # numpy comes with the extra
    from numpy.typing import NDArray

KERNELS = Path(__file__).parent / "kernels"


class NoDevice(Exception):
    """No GPU is usable. The message gives the reason in one line."""


class DeviceLost(Exception):
    """The GPU failed during a search: it was lost, is in use, or is out of memory."""


@cache
def missing() -> str | None:
    """None if a GPU is usable, else the reason."""
    if find_spec("cupy") is None:
        return "a GPU is driven through CuPy, which is not installed; pip install 'budge[gpu]'"
    try:
        import cupy

        count = cupy.cuda.runtime.getDeviceCount()
    except Exception as problem:  # an old driver raises one of many types
        return f"CuPy finds no GPU: {_line(problem)}"
    return None if count else "CuPy finds no GPU"


def device_count() -> int:
    """The number of GPUs; 1 if there is none, so that the first use reports why."""
    return 1 if missing() else int(cupy_module().cuda.runtime.getDeviceCount())


def device_number() -> int:
    """The GPU that this thread uses."""
    return 0 if missing() else int(cupy_module().cuda.Device().id)


@contextmanager
def use_device(number: int) -> Iterator[None]:
    """Makes this thread use one of several GPUs."""
    if missing():
        yield
    else:
        with cupy_module().cuda.Device(number):
            yield


def cupy_module() -> Any:
    """CuPy; raises `NoDevice`."""
    reason = missing()
    if reason:
        raise NoDevice(reason)
    import cupy

    return cupy


def free_memory() -> int:
    """Free bytes on the device, including those that CuPy has allocated but does not use."""
    cupy = cupy_module()
    with translate_cuda_errors():
        free, _ = cupy.cuda.runtime.memGetInfo()
        return int(free) + int(cupy.get_default_memory_pool().free_bytes())


@contextmanager
def translate_cuda_errors() -> Iterator[None]:
    """Turns exceptions of CUDA into `DeviceLost` with a one-line message."""
    try:
        yield
    except (NoDevice, DeviceLost):
        raise
    except Exception as problem:
        kind = type(problem)
        if kind.__module__.split(".")[0] not in ("cupy", "cupy_backends"):
            raise
        if "OutOfMemory" in kind.__name__ or "MemoryAllocation" in str(problem):
            raise DeviceLost(f"the GPU is out of memory, other programs may use it too: {_line(problem)}") from problem
        raise DeviceLost(f"the GPU failed: {_line(problem)}") from problem


def compiled(names: list[str], compact: bool) -> list[Any]:
    """The kernels with these names and template arguments; `compact` is the shape's."""
    cupy = cupy_module()
    with translate_cuda_errors():
        module = cupy.RawModule(
            code='#include "build.cuh"\n#include "distances.cuh"\n#include "search.cuh"\n',
            options=(
                *("-std=c++17", "--device-as-default-execution-space", f"-I{KERNELS}", _kernel_hash()),
                f"-DBUDGE_COMPACT={str(compact).lower()}",
            ),
            name_expressions=names,
        )
        return [module.get_function(name) for name in names]


def struct(*fields: Any) -> NDArray[Any]:
    """A kernel argument that is a C struct: arrays become pointers. CuPy passes a NumPy array of size 1 by value."""
    import numpy as np

    values = [field if isinstance(field, np.generic) else np.uint64(field.data.ptr) for field in fields]
    layout = np.dtype([(f"field{number}", value.dtype) for number, value in enumerate(values)], align=True)
    return np.array([tuple(values)], layout)


@cache
def _kernel_hash() -> str:
    """An unused macro that changes with the headers, because the key of CuPy's cache does not include them."""
    from hashlib import sha256

    text = b"".join(path.read_bytes() for path in sorted(KERNELS.glob("*.cuh")))
    return f"-DBUDGE_KERNELS=0x{sha256(text).hexdigest()[:15]}"


def _line(problem: Exception) -> str:
    return (str(problem).strip() or type(problem).__name__).splitlines()[0]
