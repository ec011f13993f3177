export { AnswerStream, type StreamedAnswer } from './answer-stream.ts';
export { type AskOptions, Citewell } from './client.ts';
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
export { escapeLinks } from './escape-links.ts';
export { escapeTags } from './escape-tags.ts';
export { type Drawing, drawingFontSize, type Mark, textWidth } from './figures/drawing.ts';
export { drawFlow } from './figures/flow-diagram.ts';
export { drawForestPlot } from './figures/forest-plot.ts';
export { PageClient } from './page-client.ts';
export type * from './page-protocol.ts';
export * from './protocol.ts';
export { type ByteSource, createSseParser, readAnswerEvents, readSse, type SseMessage } from './sse.ts';
export { addSupplement, type Supplements } from './supplements.ts';
export type { CallOptions, CitewellOptions } from './transport.ts';
