from __future__ import annotations

import pytest

from citewell.sse import SseMessage, SseParser

STREAM = (
    '\ufeff: hb\n\nevent: thinking\r\ndata: {"message": "检索 𝛽"}\r\n\r\n'
    'event: answer_chunk\rdata:{"text":\rdata: "a"}\r\r'
    "id: 7\nretry: 5\nevent\ndata\n\ndata: x\x85\u2028y\n\nevent: done\ndata: {}"
).encode()
MESSAGES = [
    SseMessage("thinking", '{"message": "检索 𝛽"}'),
    SseMessage("answer_chunk", '{"text":\n"a"}'),
    SseMessage("message", ""),
    SseMessage("message", "x\x85\u2028y"),
]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, len(STREAM)])
def test_a_stream_is_parsed_the_same_wherever_it_is_split(size: int) -> None:
    parser = SseParser()
    chunks = [STREAM[at : at + size] for at in range(0, len(STREAM), size)]
    assert [message for chunk in chunks for message in parser.feed(chunk)] == MESSAGES


def test_an_event_is_yielded_at_its_final_carriage_return() -> None:
    parser = SseParser()
    assert parser.feed(b"data: 1\r\r") == [SseMessage("message", "1")]
    assert parser.feed(b"\ndata: 2\n\n") == [SseMessage("message", "2")]


def test_bytes_that_are_not_utf_8_become_replacement_characters() -> None:
    assert SseParser().feed(b"data: \xff\n\n") == [SseMessage("message", "\ufffd")]
