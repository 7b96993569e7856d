"""The device: whether there is one, what it has free, and kernels compiled for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

KERNELS = Path(__file__).parent / "kernels"


class NoDevice(Exception):
    """There is no GPU that could serve; the message says why in one line."""


class DeviceLost(Exception):
    """The GPU failed in mid-search: lost, taken by others, or out of memory."""


@cache
def missing() -> str | None:
    """None, or why there is no GPU to use."""
    if find_spec("cupy") is None:
        return "a GPU is driven through CuPy, which is not installed; pip install 'budge[gpu]'"
    try:
        import cupy

        count = cupy.cuda.runtime.getDeviceCount()
    except Exception as problem:  # a driver that is too old says so in one of many ways
        return f"CuPy finds no GPU: {_line(problem)}"
    return None if count else "CuPy finds no GPU"


def device_count() -> int:
    """How many GPUs there are; 1 where there is none, for whoever then asks it hears why."""
    return 1 if missing() else int(cupy_module().cuda.runtime.getDeviceCount())


def device_number() -> int:
    """The GPU that this thread works on."""
    return 0 if missing() else int(cupy_module().cuda.Device().id)


@contextmanager
def on_device_number(number: int) -> Iterator[None]:
    """This thread works on one GPU of several."""
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
    """Bytes that the device has free, with those that CuPy holds and does not use."""
    cupy = cupy_module()
    with minding_the_device():
        free, _ = cupy.cuda.runtime.memGetInfo()
        return int(free) + int(cupy.get_default_memory_pool().free_bytes())


@contextmanager
def minding_the_device() -> Iterator[None]:
    """What CUDA raises, as one line."""
    try:
        yield
    except (NoDevice, DeviceLost):
        raise
    except Exception as problem:
        kind = type(problem)
        if kind.__module__.split(".")[0] not in ("cupy", "cupy_backends"):
            raise
        if "OutOfMemory" in kind.__name__ or "MemoryAllocation" in str(problem):
            raise DeviceLost(f"the GPU is out of memory, others may use it too: {_line(problem)}") from problem
        raise DeviceLost(f"the GPU failed: {_line(problem)}") from problem


def compiled(names: list[str], compact: bool) -> list[Any]:
    """Kernels by their names with template arguments; `compact` as of a `Shape`."""
    cupy = cupy_module()
    with minding_the_device():
        module = cupy.RawModule(
            code='#include "build.cuh"\n#include "search.cuh"\n',
            options=(
                *("-std=c++17", "--device-as-default-execution-space", f"-I{KERNELS}", _changed()),
                f"-DBUDGE_COMPACT={str(compact).lower()}",
            ),
            name_expressions=names,
        )
        return [module.get_function(name) for name in names]


@cache
def _changed() -> str:
    """A definition that nobody reads: CuPy's cache of compiled code knows text and options, not headers."""
    from hashlib import sha256

    text = b"".join(path.read_bytes() for path in sorted(KERNELS.glob("*.cuh")))
    return f"-DBUDGE_KERNELS=0x{sha256(text).hexdigest()[:15]}"


def _line(problem: Exception) -> str:
    return (str(problem).strip() or type(problem).__name__).splitlines()[0]
