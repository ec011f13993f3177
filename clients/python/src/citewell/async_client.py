"""The asynchronous client: the methods of ``Citewell``, awaited."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from types import TracebackType
from typing import cast

import httpx

from . import _request, types
from ._async_transport import AsyncTransport
from ._compat import Self, Unpack
from ._fold import BatchFold
from ._settings import make_settings
from .events import CitationBatchEvent, read_batch_event
from .streams import AsyncAnswerStream


class AsyncCitewell:
    """Client of a Citewell service for asyncio and trio.

    Arguments, fields, replies and errors are those of ``Citewell``, which describes them. Close
    it, or use it in ``async with``.

    Example:
        >>> async with AsyncCitewell("http://127.0.0.1:8787") as citewell:  # doctest: +SKIP
        ...     print((await citewell.ask("Does aspirin prevent stroke?"))["answer"])
    """

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        max_retries: int = 2,
        timeout: float = 120.0,
        language: types.Language | None = None,
        headers: Mapping[str, str] | None = None,
        http_client: httpx.AsyncClient | None = None,
        random: Callable[[], float] | None = None,
    ) -> None:
        settings = make_settings(
            base_url,
            api_key,
            max_retries=max_retries,
            timeout=timeout,
            language=language,
            headers=headers,
            random=random,
        )
        self._transport = AsyncTransport(settings, http_client)

    async def close(self) -> None:
        """Close the client's connections."""
        await self._transport.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def ask(
        self,
        question: str,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[types.AskOptions],
    ) -> types.AskResponse:
        """Answer a question with numbered references, in one reply.

        Args:
            question: Chinese or English, at most 4,000 characters.
            idempotency_key: 1 to 255 printable ASCII characters that name this call instead of
                random ones: the same call under the same name gets the same reply within 24
                hours, billed once.
            **options: ``date_from``, ``date_to``, ``max_refs``, ``category_id``,
                ``exclude_pmids``, ``file_content``, ``include``; see ``AskOptions``.

        Raises:
            CitewellError: Of the class that the reply maps to, as from every method.

        Example:
            >>> citewell.ask("Does aspirin prevent stroke?", date_from=2015)  # doctest: +SKIP
        """
        request = _request.ask(question, options, idempotency_key)
        return cast("types.AskResponse", await self._transport.json(request))

    def ask_stream(
        self,
        question: str,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[types.AskStreamOptions],
    ) -> AsyncAnswerStream:
        """Stream the answer to a question, or write the discussion section of a review.

        See ``Citewell.ask_stream``.
        """
        request = _request.ask_stream(question, options, idempotency_key)
        return AsyncAnswerStream(self._transport, request)

    async def review(
        self,
        question: str,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[types.ReviewOptions],
    ) -> types.ReviewResponse:
        """Write a structured review of a topic, in one reply. Takes minutes with a model.

        See ``Citewell.review``.
        """
        request = _request.review(question, options, idempotency_key)
        return cast("types.ReviewResponse", await self._transport.json(request))

    def review_stream(
        self,
        question: str,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[types.ReviewOptions],
    ) -> AsyncAnswerStream:
        """Stream a review; ``final()["answer"]`` is its Markdown.

        See ``Citewell.review_stream``.
        """
        request = _request.review_stream(question, options, idempotency_key)
        return AsyncAnswerStream(self._transport, request)

    async def check_citation(
        self,
        sentence: str,
        pmid: str,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[types.CheckOptions],
    ) -> types.CitationCheckResponse:
        """Check whether a sentence agrees with the abstract of the article it cites.

        See ``Citewell.check_citation``.
        """
        request = _request.check_citation(sentence, pmid, options, idempotency_key)
        return cast("types.CitationCheckResponse", await self._transport.json(request))

    async def check_citations(
        self, pairs: Sequence[types.CitationPair], **options: Unpack[types.BatchOptions]
    ) -> AsyncIterator[types.PairVerdict | types.PairError]:
        """Check up to 100 pairs of sentence and article; yield verdicts in the order of the pairs.

        See ``Citewell.check_citations``.
        """
        stream = await self._transport.open(_request.check_citations(pairs, options))
        events: AsyncIterator[CitationBatchEvent] = stream.events(read_batch_event)
        fold = BatchFold(stream.request_id)
        try:
            async for event in events:
                verdict = fold.add(event)
                if verdict is not None:
                    yield verdict
                if fold.done:
                    break
        finally:
            await stream.close()
        fold.check_end()

    async def search(
        self, *, idempotency_key: str | None = None, **options: Unpack[types.SearchOptions]
    ) -> types.LocalSearchResponse:
        """Search the local library for records that meet every condition, newest first.

        See ``Citewell.search``.
        """
        request = _request.search(options, idempotency_key)
        return cast("types.LocalSearchResponse", await self._transport.json(request))

    def polish(self, text: str, **options: Unpack[types.PolishOptions]) -> AsyncAnswerStream:
        """Stream the polished version of a text; ``final()["answer"]`` is the whole text.

        See ``Citewell.polish``.
        """
        return AsyncAnswerStream(self._transport, _request.polish(text, options))

    async def avatar_chat(
        self,
        message: str,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[types.ChatOptions],
    ) -> types.AvatarChatResponse:
        """Return a short reply in a persona's voice.

        See ``Citewell.avatar_chat``.
        """
        request = _request.avatar_chat(message, options, idempotency_key)
        return cast("types.AvatarChatResponse", await self._transport.json(request))

    def avatar_chat_stream(
        self, message: str, **options: Unpack[types.ChatOptions]
    ) -> AsyncAnswerStream:
        """Stream a short reply in a persona's voice.

        See ``Citewell.avatar_chat_stream``.
        """
        return AsyncAnswerStream(self._transport, _request.avatar_chat_stream(message, options))

    async def categories(self) -> types.CategoriesResponse:
        """List the specialties that a question can be restricted to.

        See ``Citewell.categories``.
        """
        return cast("types.CategoriesResponse", await self._transport.json(_request.categories()))

    async def personas(self) -> types.PersonasResponse:
        """List the personas of ``avatar_chat``.

        See ``Citewell.personas``.
        """
        return cast("types.PersonasResponse", await self._transport.json(_request.personas()))

    async def usage(self, **options: Unpack[types.UsageOptions]) -> types.UsageResponse:
        """Return the usage and the balance of the key: free, also when quota and balance are 0.

        See ``Citewell.usage``.
        """
        return cast("types.UsageResponse", await self._transport.json(_request.usage(options)))

    async def usage_csv(self, **options: Unpack[types.UsageFilter]) -> str:
        """Return all records of the days as CSV, however many.

        See ``Citewell.usage_csv``.
        """
        return await self._transport.text(_request.usage_csv(options))

    async def usage_steps(self, request_id: str) -> types.UsageStepsResponse:
        """Return the model requests of one of the key's calls, in order.

        See ``Citewell.usage_steps``.
        """
        request = _request.usage_steps(request_id)
        return cast("types.UsageStepsResponse", await self._transport.json(request))

    async def apply(
        self, *, name: str, email: str, purpose: str, **options: Unpack[types.ApplyOptions]
    ) -> types.ApplyResponse:
        """Apply for a key; no key is needed. Never retried: it would be a second application.

        See ``Citewell.apply``.
        """
        request = _request.apply(name, email, purpose, options)
        return cast("types.ApplyResponse", await self._transport.json(request))

    async def application_status(self, token: str) -> types.ApplicationStatus:
        """Return the state of an application.

        See ``Citewell.application_status``.
        """
        request = _request.application_status(token)
        return cast("types.ApplicationStatus", await self._transport.json(request))
