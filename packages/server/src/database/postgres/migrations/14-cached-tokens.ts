/** Tokens of a prompt that the provider served from its cache. Without a CHECK, which would read every existing step. */
export const cachedTokens = `
  ALTER TABLE call_step ADD COLUMN cached bigint; -- NULL: the provider does not say
`;
