"""The one place that states the distribution's version."""

__version__ = "0.1.0"
