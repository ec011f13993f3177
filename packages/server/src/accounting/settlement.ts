/** Outcome of a call. */
export type Outcome =
  | 'ok'
  /** The requested article is in no source, or has no abstract: counts as an answer, with status 404. */
  | 'not_found'
  | 'client_disconnected'
  | 'upstream_error'
  | 'insufficient_balance'
  | 'key_disabled'
  | 'deadline'
  | 'internal_error'
  | 'interrupted';

/** Charge of a settled call. tokens = promptTokens + completionTokens = charged + unbilled. */
export type Settlement = {
  promptTokens: number;
  completionTokens: number;
  tokens: number;
  charged: number;
  unbilled: number;
};
