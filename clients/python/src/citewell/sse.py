"""Server-Sent Events, read as the HTML standard's "event stream interpretation" says."""

from __future__ import annotations

import codecs
from typing import NamedTuple


class SseMessage(NamedTuple):
    """One message: its ``event`` name ("message" by default) and its data lines joined."""

    event: str
    data: str


class SseParser:
    r"""Parser that is fed with bytes cut anywhere.

    Lines end with LF, CR or CRLF; a message ends with an empty line, so that a message in which
    the stream breaks off is never reported. ``id`` and ``retry`` are ignored: a POST cannot be
    resumed.

    Example:
        >>> SseParser().feed(b'event: done\ndata: {}\n\n')
        [SseMessage(event='done', data='{}')]
    """

    def __init__(self) -> None:
        # Keeps characters whole that are split between two chunks.
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._at_start = True
        self._after_cr = False
        self._line = ""
        self._event = ""
        self._data: list[str] = []

    def feed(self, chunk: bytes) -> list[SseMessage]:
        """Return the messages that this chunk completes."""
        text = self._decoder.decode(chunk)
        if not text:
            return []
        if self._at_start:
            self._at_start = False
            text = text.removeprefix("\ufeff")
        # A CR ends its line at once, so that no event waits for the next chunk; the LF that may
        # follow is dropped then.
        if self._after_cr and text.startswith("\n"):
            text = text[1:]
            self._after_cr = False
        if text:
            self._after_cr = text.endswith("\r")
        messages: list[SseMessage] = []
        # Not str.splitlines, which ends lines at other characters as well.
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for end in lines[:-1]:
            self._line += end
            self._end_line(messages)
        self._line += lines[-1]
        return messages

    def _end_line(self, messages: list[SseMessage]) -> None:
        line, self._line = self._line, ""
        if line == "":
            if self._data:
                messages.append(SseMessage(self._event or "message", "\n".join(self._data)))
            self._event = ""
            self._data = []
            return
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            self._data.append(value)
        elif field == "event":
            self._event = value
