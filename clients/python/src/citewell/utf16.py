"""Offsets of the service, which count UTF-16 code units as JavaScript and Java do."""

from __future__ import annotations


def slice_utf16(text: str, start: int, end: int) -> str:
    """Return the part of a text between two offsets of the service.

    Python counts characters; the two differ behind a character beyond U+FFFF.

    Args:
        start: Offset of the first code unit.
        end: Offset behind the last one.

    Example:
        >>> slice_utf16("𝛽 blockers", 3, 11)
        'blockers'
    """
    units = text.encode("utf-16-le", "surrogatepass")
    return units[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")
