import { accountsSchema } from './migrations/1-accounts.ts';
import { accountFunctions } from './migrations/2-account-functions.ts';
import { administrationSchema } from './migrations/3-administration.ts';
import { applicationsSchema } from './migrations/4-applications.ts';
import { literatureSchema } from './migrations/5-literature.ts';
import { idempotencySchema } from './migrations/6-idempotency.ts';
import { lighterCalls } from './migrations/7-lighter-calls.ts';
import { administratorNetworks } from './migrations/8-administrator-networks.ts';
import { runningLimit } from './migrations/9-running-limit.ts';
import { keptReplies } from './migrations/10-kept-replies.ts';
import { outcomeNames } from './migrations/11-outcome-names.ts';
import { stepsOpenedTwice } from './migrations/12-steps-opened-twice.ts';
import { storedResultsSchema } from './migrations/13-stored-results.ts';
import { cachedTokens } from './migrations/14-cached-tokens.ts';
import { stepHolds } from './migrations/15-step-holds.ts';

/** Migrations, oldest first. A released one is never edited; append a new one for every change. */
export const migrations: readonly string[] = [
  accountsSchema,
  accountFunctions,
  administrationSchema,
  applicationsSchema,
  literatureSchema,
  idempotencySchema,
  lighterCalls,
  administratorNetworks,
  runningLimit,
  keptReplies,
  outcomeNames,
  stepsOpenedTwice,
  storedResultsSchema,
  cachedTokens,
  stepHolds,
];
