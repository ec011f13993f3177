/** The replies that are kept of a key, to bound them. */
export const keptReplies = `
  CREATE INDEX idempotent_call_kept ON idempotent_call (key_id, started_at) WHERE reply_body IS NOT NULL;
`;
