"""Tiles on a GPU: pattern databases of one bit per state, and IDA* on thousands of warps.

The kernels in `kernels/` are CUDA C++. CuPy, which `pip install 'budge[gpu]'` installs, compiles them when a search
starts. This package does not depend on engines, limits or outcomes; engines/gpu.py connects it to them."""
