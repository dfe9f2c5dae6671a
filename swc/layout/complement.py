"""The layout of what another layout leaves out."""

from swc.layout import texts
from swc.layout.modes import Modes


def complement(modes: Modes, cotarget: int) -> Modes:
    """Return the flat layout, strides ascending, that with `modes` hits each of `[0, cotarget)` once.

    Leaves of extent 1 count as absent.

    Args:
        modes: the layout to complete.
        cotarget: number of indices to cover.

    Raises:
        ValueError: when leaves overlap or interleave, a gap is not a whole factor, or the layout reaches
            past `cotarget`.
    """
    leaves = sorted((stride, extent) for extent, stride in modes.leaves() if extent > 1)
    spans = [1, *(stride * extent for stride, extent in leaves)]
    if any(stride < span for (stride, _), span in zip(leaves, spans, strict=False)):
        raise ValueError(texts.COMPLEMENT_OVERLAP.format(layout=modes))
    if any(stride % span for (stride, _), span in zip(leaves, spans, strict=False)):
        raise ValueError(texts.COMPLEMENT_GAP.format(layout=modes))
    if spans[-1] > cotarget:
        raise ValueError(texts.COMPLEMENT_SPAN.format(layout=modes, cotarget=cotarget))
    if cotarget % spans[-1]:
        raise ValueError(texts.COMPLEMENT_END.format(layout=modes, cotarget=cotarget))
    ends = [*(stride for stride, _ in leaves), cotarget]
    gaps = [(end // span, span) for span, end in zip(spans, ends, strict=True) if end != span]
    return Modes(tuple(extent for extent, _ in gaps), tuple(span for _, span in gaps))
