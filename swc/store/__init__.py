"""The kernel store: compiled kernels on disk, named by what they were made from."""

from swc.store.disk import Store, StoredKernel, StoreWarning, open_store
from swc.store.key import kernel_key

__all__ = ["Store", "StoreWarning", "StoredKernel", "kernel_key", "open_store"]
