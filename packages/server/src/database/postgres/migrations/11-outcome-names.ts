const renamed = `CASE outcome WHEN 'our_fault' THEN 'internal_error' WHEN 'client_gone' THEN 'client_disconnected'
    ELSE 'interrupted' END`;

/** Standard names of outcomes. Ledger entries keep the old ones, because the hash chain covers them. */
export const outcomeNames = `
  UPDATE call SET outcome = ${renamed} WHERE outcome IN ('our_fault', 'client_gone', 'lease_expired');
  UPDATE usage_day SET outcome = ${renamed} WHERE outcome IN ('our_fault', 'client_gone', 'lease_expired');
`;
