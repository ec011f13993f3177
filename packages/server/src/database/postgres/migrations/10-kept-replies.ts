/** Index of a key's stored replies, to limit their number. */
export const keptReplies = `
  CREATE INDEX idempotent_call_kept ON idempotent_call (key_id, started_at) WHERE reply_body IS NOT NULL;
`;
