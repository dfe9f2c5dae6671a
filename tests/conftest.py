"""Shared set-up: every test process gets its kernels from one store."""
