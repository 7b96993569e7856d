"""Tiles on a GPU: databases of one bit a state built there, and IDA* by thousands of warps.

The kernels are CUDA C++ in `kernels/`, compiled by CuPy when a search begins; `pip install 'budge[gpu]'` brings CuPy.
Nothing in this room knows of engines, limits or outcomes: engines/gpu.py does."""
