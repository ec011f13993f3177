/** Maximum number of concurrent calls of a key. */
export const runningLimit = `
  ALTER TABLE api_key ADD COLUMN running_limit bigint CHECK (running_limit >= 1); -- NULL: the installation's default
`;
