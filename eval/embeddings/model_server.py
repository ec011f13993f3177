"""POST /v1/embeddings in the style of OpenAI, on the loopback, for `npm run eval -- embeddings`."""

import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from minilm import Array, MiniLm

BODY_MAX_BYTES = 16 * 2**20


class Handler(BaseHTTPRequestHandler):
    """One connection. The model is asked by one at a time: it uses every core by itself."""

    protocol_version = "HTTP/1.1"
    timeout = 60
    model: MiniLm
    turn = threading.Lock()
    # Collections are measured alone and together: a text is embedded once.
    known: dict[str, Array] = {}

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        if self.path != "/v1/embeddings" or not 0 < length <= BODY_MAX_BYTES:
            self.close_connection = True
            return self._reply(404, {"error": {"message": "POST /v1/embeddings with a body of at most 16 MB"}})
        try:
            texts = read_texts(json.loads(self.rfile.read(length)))
        except ValueError as error:
            return self._reply(400, {"error": {"message": str(error)}})
        with self.turn:
            new = [text for text in dict.fromkeys(texts) if text not in self.known]
            vectors, tokens = self.model.embed(new)
            self.known.update(zip(new, vectors, strict=True))
        data = [{"index": index, "embedding": self.known[text].tolist()} for index, text in enumerate(texts)]
        return self._reply(200, {"data": data, "usage": {"prompt_tokens": tokens, "total_tokens": tokens}})

    def _reply(self, status: int, body: dict[str, Any]) -> None:
        payload = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    def log_message(self, format: str, *args: object) -> None:
        """Writes no access log."""


def read_texts(body: object) -> list[str]:
    texts = body.get("input") if isinstance(body, dict) else None
    if isinstance(texts, str):
        texts = [texts]
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
        raise ValueError("input: a text, or a list of texts")
    return texts


def end_with_parent() -> None:
    """Ends the process with whoever started it, who holds its input open."""
    sys.stdin.buffer.read()
    os._exit(0)


def main() -> None:
    Handler.model = MiniLm()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(json.dumps({"url": f"http://127.0.0.1:{server.server_address[1]}/v1"}), flush=True)
    threading.Thread(target=end_with_parent, daemon=True).start()
    server.serve_forever()


if __name__ == "__main__":
    main()
