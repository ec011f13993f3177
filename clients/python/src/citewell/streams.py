"""Answers on their way."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType

from ._async_transport import AsyncOpenStream, AsyncTransport
from ._compat import Self
from ._fold import AnswerFold, StreamedAnswer, broken_off
from ._request import Request
from ._transport import OpenStream, Transport
from .errors import CitewellError
from .events import AnswerEvent, read_answer_event


class _Stream:
    """Steps shared by both streams."""

    def __init__(self) -> None:
        self._fold = AnswerFold()
        self._is_iterated = False

    @property
    def request_id(self) -> str | None:
        """Request id of the call, once its reply has begun."""
        return self._fold.request_id

    def _iterate_once(self) -> None:
        if self._is_iterated:
            raise RuntimeError("An answer stream can be iterated once.")
        self._is_iterated = True

    @contextmanager
    def _keeping_failure(self) -> Iterator[None]:
        """Reads the stream within this context: ``final()`` raises its failure again."""
        try:
            yield
        except CitewellError as error:
            self._fold.fail(error)
            raise


class AnswerStream(_Stream):
    """An answer on its way.

    Iterate it once for its events, call ``final()`` for the whole, or do both: ``final()`` folds
    the very events that are iterated. Nothing is sent before one of the two. Leaving the loop ends
    the request, and with it any further charges; ``with`` makes certain of it.
    """

    def __init__(self, transport: Transport, request: Request) -> None:
        super().__init__()
        self._transport = transport
        self._request = request
        self._open: OpenStream | None = None

    def __iter__(self) -> Iterator[AnswerEvent]:
        """Yield the events as they arrive.

        An ``error`` event is yielded like the others and raised by ``final()`` only.

        Raises:
            RuntimeError: If the stream was iterated before.
            CitewellError: If the request is rejected, or the connection breaks before ``done``.

        Example:
            >>> for event in stream:  # doctest: +SKIP
            ...     if event.event == "answer_chunk":
            ...         print(event.data["text"], end="")
        """
        self._iterate_once()
        return self._iterate()

    def final(self) -> StreamedAnswer:
        """Return the whole answer, folded from the events.

        Raises:
            StreamError: If the stream reported an error.
            CitewellError: If the request is rejected, or the connection breaks before ``done``.

        Example:
            >>> answer = citewell.ask_stream("Is aspirin safe?").final()  # doctest: +SKIP
        """
        if not self._is_iterated:
            # The fold keeps the failure, and knows whether the stream reported another before.
            with suppress(CitewellError):
                for _ in self:
                    pass
        return self._fold.result()

    def close(self) -> None:
        """End the request, if it is still running."""
        if self._open is not None:
            self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _iterate(self) -> Iterator[AnswerEvent]:
        try:
            with self._keeping_failure():
                self._open = self._transport.open(self._request)
                self._fold.request_id = self._open.request_id
                events: Iterator[AnswerEvent] = self._open.events(read_answer_event)
                for event in events:
                    self._fold.add(event)
                    yield event
                    if event.event == "done":
                        return
                raise broken_off(self.request_id)
        finally:
            self.close()


class AsyncAnswerStream(_Stream):
    """An answer on its way: the same as ``AnswerStream``, awaited.

    ``async with`` makes certain that leaving the loop ends the request at once.
    """

    def __init__(self, transport: AsyncTransport, request: Request) -> None:
        super().__init__()
        self._transport = transport
        self._request = request
        self._open: AsyncOpenStream | None = None

    def __aiter__(self) -> AsyncIterator[AnswerEvent]:
        """Yield the events as they arrive.

        An ``error`` event is yielded like the others and raised by ``final()`` only.

        Raises:
            RuntimeError: If the stream was iterated before.
            CitewellError: If the request is rejected, or the connection breaks before ``done``.

        Example:
            >>> async for event in stream:  # doctest: +SKIP
            ...     if event.event == "answer_chunk":
            ...         print(event.data["text"], end="")
        """
        self._iterate_once()
        return self._iterate()

    async def final(self) -> StreamedAnswer:
        """Return the whole answer, folded from the events.

        Raises:
            StreamError: If the stream reported an error.
            CitewellError: If the request is rejected, or the connection breaks before ``done``.

        Example:
            >>> await citewell.ask_stream("Is aspirin safe?").final()  # doctest: +SKIP
        """
        if not self._is_iterated:
            # The fold keeps the failure, and knows whether the stream reported another before.
            with suppress(CitewellError):
                async for _ in self:
                    pass
        return self._fold.result()

    async def close(self) -> None:
        """End the request, if it is still running."""
        if self._open is not None:
            await self._open.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def _iterate(self) -> AsyncIterator[AnswerEvent]:
        try:
            with self._keeping_failure():
                self._open = await self._transport.open(self._request)
                self._fold.request_id = self._open.request_id
                events: AsyncIterator[AnswerEvent] = self._open.events(read_answer_event)
                async for event in events:
                    self._fold.add(event)
                    yield event
                    if event.event == "done":
                        return
                raise broken_off(self.request_id)
        finally:
            await self.close()
