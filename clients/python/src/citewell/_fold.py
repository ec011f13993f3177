"""Folds the events of a stream, for both clients."""

from ._compat import NotRequired, TypedDict
from .errors import CitewellError, ConnectionFailedError, StreamError
from .events import AnswerEvent, CitationBatchEvent
from .types import (
    AnswerVerification,
    BibliographicRecord,
    ComparisonRow,
    PairError,
    PairVerdict,
    Reference,
    ReviewFigures,
    RunRecord,
    ScreenedRecord,
    TrustCard,
)


class StreamedAnswer(TypedDict):
    """Folded streamed answer, with the requested supplements."""

    answer: str
    """Text of the answer, of a review its Markdown; ``[n]`` is ``references[n - 1]``."""
    references: list[Reference]
    trust: NotRequired[list[TrustCard]]
    run: NotRequired[RunRecord]
    verification: NotRequired[AnswerVerification]
    bibliography: NotRequired[list[BibliographicRecord]]
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
        """Process one event."""
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
        elif event.event == "bibliography":
            self.answer["bibliography"] = event.data["records"]
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

    def fail(self, error: CitewellError) -> None:
        """Record the failure with which the stream ended."""
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


class BatchFold:
    """Outcome of a stream of verdicts."""

    def __init__(self, request_id: str | None) -> None:
        self._request_id = request_id
        self._failure: StreamError | None = None
        self.done = False

    def add(self, event: CitationBatchEvent) -> PairVerdict | PairError | None:
        """Process one event, and return its verdict, if it is one."""
        if event.event == "verdict":
            return event.data
        if event.event == "error":
            self._failure = StreamError(event.data["message"], request_id=self._request_id)
        elif event.event == "done":
            self.done = True
        return None

    def check_end(self) -> None:
        """Check that the stream ended well.

        Raises:
            StreamError: If it reported an error.
            ConnectionFailedError: If it broke off.
        """
        if self._failure is not None:
            raise self._failure
        if not self.done:
            raise broken_off(self._request_id)


def broken_off(request_id: str | None) -> ConnectionFailedError:
    """Return the failure of a stream that ended without ``done``."""
    return ConnectionFailedError("The stream broke off before its end.", request_id=request_id)
