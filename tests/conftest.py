"""Shared set-up: one kernel store for every process of a test run, and fixed hypothesis examples.

`HYPOTHESIS_PROFILE=deep` looks further, with new examples each time.
"""

import os
import shutil
import tempfile

import pytest
from hypothesis import HealthCheck, settings
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

STORE_VARIABLE = "SWC_CACHE_DIR"
_own_store = pytest.StashKey[str]()

settings.register_profile(
    "fixed",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("deep", settings.get_profile("fixed"), derandomize=False, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling:
    """Give each module to one worker: its tests share kernels, which two workers would compile twice."""
    return LoadFileScheduling(config, log)


def pytest_configure(config: pytest.Config) -> None:
    """Give the run a store of its own, unless the environment names one.

    Workers of a distributed run are started later, and find the store in their environment.
    """
    if STORE_VARIABLE not in os.environ:
        config.stash[_own_store] = os.environ[STORE_VARIABLE] = tempfile.mkdtemp(prefix="strideweave-tests-")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the run's own store; a worker never made one."""
    folder = config.stash.get(_own_store, None)
    if folder is not None:
        del os.environ[STORE_VARIABLE]
        shutil.rmtree(folder, ignore_errors=True)
