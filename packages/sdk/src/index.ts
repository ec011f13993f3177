export { AnswerStream } from './answer-stream.ts';
export { type AskOptions, type CallOptions, Citewell, type CitewellOptions } from './client.ts';
export {
  AuthenticationError,
  CitewellError,
  ConflictError,
  ConnectionError,
  InsufficientBalanceError,
  InvalidRequestError,
  PermissionError,
  QuotaExceededError,
  RateLimitedError,
  ServerError,
  StreamError,
  UpstreamError,
} from './errors.ts';
export * from './protocol.ts';
export { type ByteSource, createSseParser, readAnswerEvents, readSse, type SseMessage } from './sse.ts';
