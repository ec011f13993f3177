/** Reason of a model's failure, which alone determines the pipeline's reply. */
export type ModelFailure =
  | 'unreachable'
  | 'timeout'
  | 'stalled'
  | 'cut'
  | 'rate_limited'
  | 'provider_error'
  | 'empty'
  | 'content_filter'
  | 'context_length'
  | 'bad_json'
  | 'circuit_open';

/** Failure of a model. Contains kind and status only: provider errors can carry keys and questions. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly failure: ModelFailure;
  readonly status: number | undefined;

  constructor(failure: ModelFailure, status?: number) {
    super(`model: ${failure}${status ? ` (HTTP ${status})` : ''}`);
    this.failure = failure;
    this.status = status;
  }
}
