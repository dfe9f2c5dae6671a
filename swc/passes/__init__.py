"""Loop-nest passes, and the pipeline that brings a nest to its canonical form."""

from swc.passes.pipeline import PIPELINE, canonicalise, trace

__all__ = ["PIPELINE", "canonicalise", "trace"]
