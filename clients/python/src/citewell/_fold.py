"""Folds the events of a stream into the whole."""

from __future__ import annotations

from ._compat import NotRequired, TypedDict
from .errors import CitewellError, ConnectionFailedError, StreamError
from .events import AnswerEvent
from .types import (
    AnswerVerification,
    ComparisonRow,
    Reference,
    ReviewFigures,
    RunRecord,
    ScreenedRecord,
    TrustCard,
)


class StreamedAnswer(TypedDict):
    """A streamed answer as a whole, with the supplements that were asked for."""

    answer: str
    """Text of the answer, of a review its Markdown; ``[n]`` is ``references[n - 1]``."""
    references: list[Reference]
    trust: NotRequired[list[TrustCard]]
    run: NotRequired[RunRecord]
    verification: NotRequired[AnswerVerification]
    comparison: NotRequired[list[ComparisonRow]]
    figures: NotRequired[ReviewFigures]
    screening: NotRequired[list[ScreenedRecord]]


class AnswerFold:
    """The answer so far, and how its stream ended."""

    def __init__(self) -> None:
        self.answer: StreamedAnswer = {"answer": "", "references": []}
        self.request_id: str | None = None
        self._chunks: list[str] = []
        self._reported: StreamError | None = None
        self._failure: CitewellError | None = None
        self._done = False

    def add(self, event: AnswerEvent) -> None:
        """Take in one event."""
        if event.event == "answer_chunk":
            self._chunks.append(event.data["text"])
        elif event.event == "references":
            self.answer["references"] = event.data["refs"]
        elif event.event == "trust":
            self.answer["trust"] = event.data["cards"]
        elif event.event == "run":
            self.answer["run"] = event.data
        elif event.event == "verification":
            self.answer["verification"] = event.data
        elif event.event == "comparison":
            self.answer["comparison"] = event.data["rows"]
        elif event.event == "figures":
            self.answer["figures"] = event.data
        elif event.event == "screening":
            self.answer["screening"] = event.data["records"]
        elif event.event == "error":
            self._reported = StreamError(event.data["message"], request_id=self.request_id)
        elif event.event == "done":
            self._done = True

    def broken_off(self) -> ConnectionFailedError:
        """Return the failure of a stream that ended without ``done``."""
        return ConnectionFailedError(
            "The stream broke off before its end.", request_id=self.request_id
        )

    def fail(self, error: CitewellError) -> None:
        """Take in the failure with which the stream ended."""
        self._failure = error

    def result(self) -> StreamedAnswer:
        """Return the whole answer.

        Raises:
            StreamError: If the stream reported an error.
            CitewellError: If it failed, or was left before its end.
        """
        failure = self._reported or self._failure
        if failure is not None:
            raise failure
        if not self._done:
            raise ConnectionFailedError(
                "The stream was left before its end.", request_id=self.request_id
            )
        self.answer["answer"] = "".join(self._chunks)
        return self.answer
