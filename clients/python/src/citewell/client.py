"""The blocking client."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import cast

import httpx

from . import _request, types
from ._compat import Self, Unpack
from ._fold import BatchFold
from ._settings import make_settings
from ._transport import Transport
from .events import CitationBatchEvent, read_batch_event
from .streams import AnswerStream


class Citewell:
    """Client of a Citewell service.

    Every method raises a ``CitewellError`` of the class that the reply maps to. Optional fields
    are those of the service, listed in ``citewell.types``; ``None`` leaves a field out. Close the
    client, or use it in ``with``. Threads may share it.

    Args:
        base_url: Base URL without ``/ai/api``; by default ``CITEWELL_URL``.
        api_key: API key; by default ``CITEWELL_API_KEY``.
        max_retries: Attempts after the first: after 408, 429, 5xx and lost connections.
        timeout: Seconds of silence after which a call is given up; in a stream, heartbeats count.
        language: Language of error messages, ``"zh"`` or ``"en"``.
        headers: Sent with every request, besides those of the client's own.
        http_client: httpx client to send through; it stays yours to close.
        random: Returns numbers in [0, 1), for the spread of retries.

    Raises:
        ValueError: If there is no base URL, or the API key has characters that no key has.

    Example:
        >>> with Citewell("http://127.0.0.1:8787") as citewell:  # doctest: +SKIP
        ...     print(citewell.ask("Does aspirin prevent stroke?")["answer"])
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
        http_client: httpx.Client | None = None,
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
        self._transport = Transport(settings, http_client)

    def close(self) -> None:
        """Close the client's connections."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def ask(
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
        return cast("types.AskResponse", self._transport.json(request))

    def ask_stream(
        self,
        question: str,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[types.AskStreamOptions],
    ) -> AnswerStream:
        """Stream the answer to a question, or write the discussion section of a review.

        Nothing is sent before the stream is iterated or its ``final()`` is called.

        Args:
            question: The question; with ``mode="discussion"`` the topic. The findings to discuss
                are then ``file_content``, else the last answer of ``history``, else none.
            idempotency_key: With one, a discussion that broke off continues when it is requested
                again within an hour. Answers ignore it.
            **options: Those of ``ask``, and ``mode``, ``lang``, ``history``, ``images``; see
                ``AskStreamOptions``.

        Example:
            >>> citewell.ask_stream("二甲双胍安全吗？").final()["answer"]  # doctest: +SKIP
        """
        request = _request.ask_stream(question, options, idempotency_key)
        return AnswerStream(self._transport, request)

    def review(
        self,
        question: str,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[types.ReviewOptions],
    ) -> types.ReviewResponse:
        """Write a structured review of a topic, in one reply. Takes minutes with a model.

        Args:
            question: The topic, at most 4,000 characters; a specific one gives a better review.
            idempotency_key: As in ``ask``.
            **options: ``date_from``, ``date_to``, ``max_refs``, ``category_id``, ``lang``,
                ``exclude_pmids``, ``include``, ``rewrite``; see ``ReviewOptions``.

        Example:
            >>> citewell.review("Statins in primary prevention")["review"]  # doctest: +SKIP
        """
        request = _request.review(question, options, idempotency_key)
        return cast("types.ReviewResponse", self._transport.json(request))

    def review_stream(
        self,
        question: str,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[types.ReviewOptions],
    ) -> AnswerStream:
        """Stream a review; ``final()["answer"]`` is its Markdown.

        Args:
            question: As in ``review``, and so are the options.
            idempotency_key: With one, a review that broke off continues when it is requested
                again within an hour, and ``rewrite`` can write one of its sections again.
            **options: See ``ReviewOptions``.

        Example:
            >>> citewell.review_stream("Statins in primary prevention").final()  # doctest: +SKIP
        """
        request = _request.review_stream(question, options, idempotency_key)
        return AnswerStream(self._transport, request)

    def check_citation(
        self,
        sentence: str,
        pmid: str,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[types.CheckOptions],
    ) -> types.CitationCheckResponse:
        """Check whether a sentence agrees with the abstract of the article it cites.

        Args:
            sentence: Chinese or English, at most 4,000 characters.
            pmid: PubMed identifier, 1 to 10 digits as text.
            idempotency_key: As in ``ask``.
            **options: ``abstract``, ``full_text``, ``include``; see ``CheckOptions``.

        Example:
            >>> citewell.check_citation("Aspirin prevents stroke.", "31535829")  # doctest: +SKIP
        """
        request = _request.check_citation(sentence, pmid, options, idempotency_key)
        return cast("types.CitationCheckResponse", self._transport.json(request))

    def check_citations(
        self, pairs: Sequence[types.CitationPair], **options: Unpack[types.BatchOptions]
    ) -> Iterator[types.PairVerdict | types.PairError]:
        """Check up to 100 pairs of sentence and article; yield verdicts in the order of the pairs.

        Args:
            pairs: Each is checked, counted and billed as a call of ``check_citation``.
            **options: ``full_text``, ``include``; see ``BatchOptions``.

        Raises:
            StreamError: If the service cannot continue; verdicts already yielded are valid.
            ConnectionFailedError: If the connection breaks before the last verdict.

        Example:
            >>> pairs = [{"sentence": "Aspirin prevents stroke.", "pmid": "31535829"}]
            >>> for verdict in citewell.check_citations(pairs):  # doctest: +SKIP
            ...     print(verdict["index"], verdict.get("consistent", verdict.get("error")))
        """
        stream = self._transport.open(_request.check_citations(pairs, options))
        events: Iterator[CitationBatchEvent] = stream.events(read_batch_event)
        fold = BatchFold(stream.request_id)
        try:
            for event in events:
                verdict = fold.add(event)
                if verdict is not None:
                    yield verdict
                if fold.done:
                    break
        finally:
            stream.close()
        fold.check_end()

    def search(
        self, *, idempotency_key: str | None = None, **options: Unpack[types.SearchOptions]
    ) -> types.LocalSearchResponse:
        """Search the local library for records that meet every condition, newest first.

        Args:
            idempotency_key: As in ``ask``.
            **options: ``terms``, ``year_from``, ``year_to``, ``sort``, ``limit``, ``offset``; see
                ``SearchOptions``.

        Example:
            >>> citewell.search(terms=[{"field": "title", "value": "statin"}])  # doctest: +SKIP
        """
        request = _request.search(options, idempotency_key)
        return cast("types.LocalSearchResponse", self._transport.json(request))

    def polish(self, text: str, **options: Unpack[types.PolishOptions]) -> AnswerStream:
        """Stream the polished version of a text; ``final()["answer"]`` is the whole text.

        Args:
            text: At most 20,000 characters.
            **options: ``requirement``, ``insert_refs``; see ``PolishOptions``.

        Example:
            >>> citewell.polish("The patients was treated.").final()["answer"]  # doctest: +SKIP
        """
        return AnswerStream(self._transport, _request.polish(text, options))

    def avatar_chat(
        self,
        message: str,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[types.ChatOptions],
    ) -> types.AvatarChatResponse:
        """Return a short reply in a persona's voice.

        Args:
            message: Chinese or English, at most 4,000 characters.
            idempotency_key: As in ``ask``.
            **options: ``persona``, ``history``, ``lang``; see ``ChatOptions``.

        Example:
            >>> citewell.avatar_chat("Is metformin safe in pregnancy?")  # doctest: +SKIP
        """
        request = _request.avatar_chat(message, options, idempotency_key)
        return cast("types.AvatarChatResponse", self._transport.json(request))

    def avatar_chat_stream(
        self, message: str, **options: Unpack[types.ChatOptions]
    ) -> AnswerStream:
        """Stream a short reply in a persona's voice.

        Args:
            message: As in ``avatar_chat``, and so are the options.
            **options: See ``ChatOptions``.

        Example:
            >>> citewell.avatar_chat_stream("Is metformin safe?").final()  # doctest: +SKIP
        """
        return AnswerStream(self._transport, _request.avatar_chat_stream(message, options))

    def categories(self) -> types.CategoriesResponse:
        """List the specialties that a question can be restricted to.

        Example:
            >>> citewell.categories()["categories"][0]["id"]  # doctest: +SKIP
        """
        return cast("types.CategoriesResponse", self._transport.json(_request.categories()))

    def personas(self) -> types.PersonasResponse:
        """List the personas of ``avatar_chat``.

        Example:
            >>> citewell.personas()["personas"][0]["id"]  # doctest: +SKIP
        """
        return cast("types.PersonasResponse", self._transport.json(_request.personas()))

    def usage(self, **options: Unpack[types.UsageOptions]) -> types.UsageResponse:
        """Return the usage and the balance of the key: free, also when quota and balance are 0.

        Args:
            **options: ``from_day``, ``to_day``, ``group_by``, ``endpoint``, ``outcome``,
                ``limit``, ``cursor``; see ``UsageOptions``.

        Example:
            >>> citewell.usage(from_day="2026-01-01")["balance"]  # doctest: +SKIP
        """
        return cast("types.UsageResponse", self._transport.json(_request.usage(options)))

    def usage_csv(self, **options: Unpack[types.UsageFilter]) -> str:
        """Return all records of the days as CSV, however many.

        Args:
            **options: ``from_day``, ``to_day``, ``endpoint``, ``outcome``; see ``UsageFilter``.

        Example:
            >>> pandas.read_csv(io.StringIO(citewell.usage_csv()))  # doctest: +SKIP
        """
        return self._transport.text(_request.usage_csv(options))

    def usage_steps(self, request_id: str) -> types.UsageStepsResponse:
        """Return the model requests of one of the key's calls, in order.

        Args:
            request_id: That of a usage record, of a stream or of an error.

        Example:
            >>> citewell.usage_steps(request_id)["steps"]  # doctest: +SKIP
        """
        request = _request.usage_steps(request_id)
        return cast("types.UsageStepsResponse", self._transport.json(request))

    def apply(
        self, *, name: str, email: str, purpose: str, **options: Unpack[types.ApplyOptions]
    ) -> types.ApplyResponse:
        """Apply for a key; no key is needed. Never retried: it would be a second application.

        Args:
            name: At most 100 characters, on one line.
            email: Address to which the link to confirm, and later the key, go.
            purpose: What the key is for, in 10 to 2,000 characters.
            **options: ``organisation``, ``modules``, ``lang``; see ``ApplyOptions``.

        Example:
            >>> citewell.apply(name="Li Wei", email="li@example.org", purpose="A journal club")
            ... # doctest: +SKIP
        """
        request = _request.apply(name, email, purpose, options)
        return cast("types.ApplyResponse", self._transport.json(request))

    def application_status(self, token: str) -> types.ApplicationStatus:
        """Return the state of an application.

        Args:
            token: ``status_token`` of the reply to ``apply``.

        Example:
            >>> citewell.application_status(token)["state"]  # doctest: +SKIP
        """
        request = _request.application_status(token)
        return cast("types.ApplicationStatus", self._transport.json(request))
