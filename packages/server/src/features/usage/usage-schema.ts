import type { LocalizedMessage } from '@citewell/core/errors.ts';
import {
  stepKinds,
  type UsageRequest,
  type UsageResponse,
  type UsageStep,
  type UsageStepsResponse,
} from '@citewell/sdk';
import { z } from 'zod';
import { isDay } from '../../accounting/usage/usage.ts';
import { endpoint, module, oneOf, outcome } from '../../http/schemas/enums.ts';

const recordsMax = 200;
export const recordsDefault = 50;

const day = z
  .string()
  .refine(isDay)
  .meta({
    allowed: { en: 'a date such as 2026-01-31', zh: '日期，例如 2026-01-31' },
    format: 'date',
    examples: ['2026-01-31'],
  });

export const cursorAllowed: LocalizedMessage = {
  en: 'the "next_cursor" of a reply to the same query',
  zh: '相同查询的回复中的 "next_cursor"',
};

/** The query of GET /ai/api/my_usage. Other parameters are ignored. */
export const usageRequest = z.object({
  from: day.exactOptional(),
  to: day.exactOptional(),
  group_by: oneOf(['day', 'endpoint', 'model']).exactOptional(),
  endpoint: endpoint.exactOptional(),
  outcome: outcome.exactOptional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(recordsMax))
    .meta({
      allowed: { en: `a whole number from 1 to ${recordsMax}`, zh: `1 到 ${recordsMax} 的整数` },
      default: recordsDefault,
    })
    .exactOptional(),
  cursor: z
    .string()
    .regex(/^[\w-]{1,400}\.[\w-]{16}$/)
    .meta({ allowed: cursorAllowed })
    .exactOptional(),
  format: oneOf(['json', 'csv']).exactOptional(),
}) satisfies z.ZodType<UsageRequest>;

const tokens = z.int().meta({ description: 'Tokens', minimum: 0 });
const time = z.string().meta({ format: 'date-time', examples: ['2026-01-15T12:00:00.000Z'] });

const tokenCounts = { prompt_tokens: tokens, completion_tokens: tokens, total_tokens: tokens };

export const usageGroup = z.object({
  key: z.string().meta({ description: 'A day, an endpoint or a model' }),
  requests: z.int(),
  ...tokenCounts,
  charged: tokens
    .nullable()
    .meta({ description: 'Null when grouped by model: a call is charged as a whole' }),
});

export const usageWindow = z.object({
  from: z.string().meta({ format: 'date' }),
  to: z.string().meta({ format: 'date' }),
});
export const usageTotals = z.object({ requests: z.int(), ...tokenCounts, charged: tokens, unbilled: tokens });

const usageRecord = z.object({
  request_id: z.string(),
  endpoint: z.string(),
  mode: z.string().nullable(),
  started_at: time,
  ended_at: time.nullable().meta({ description: 'Null while the call is running' }),
  duration_ms: z.int().nullable(),
  outcome: outcome.nullable(),
  state: z.enum(['running', 'settled', 'released']),
  ...tokenCounts,
  charged: tokens,
  unbilled: tokens.meta({ description: 'Tokens used but not charged' }),
  estimated: z
    .boolean()
    .meta({ description: 'Some tokens were counted by this service, not by the provider' }),
});

const usageKey = z.object({
  id: z.string(),
  label: z.string(),
  hint: z.string().meta({ description: 'The first and last characters of the key' }),
  status: z.enum(['enabled', 'disabled']),
  expires_at: time.nullable(),
  modules: z.array(module),
});

const balance = z.object({ granted: tokens, charged: tokens, held: tokens, available: tokens });

const quota = z.object({
  day: z.string().meta({ format: 'date' }),
  timezone: z.string().meta({ examples: ['Asia/Shanghai'] }),
  used: z.int(),
  limit: z.int().nullable(),
  resets_at: time,
});

export const usageResponse = z.object({
  key: usageKey,
  balance,
  quota,
  window: usageWindow,
  totals: usageTotals,
  trend: z.array(usageGroup),
  by_endpoint: z.array(usageGroup),
  records: z.array(usageRecord),
  next_cursor: z.string().nullable(),
}) satisfies z.ZodType<UsageResponse>;

/** The query of GET /ai/api/my_usage/steps. */
export const usageStepsRequest = z.object({
  request_id: z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .meta({
      allowed: { en: 'the "request_id" of a record of my_usage', zh: 'my_usage 记录中的 "request_id"' },
    }),
});

const usageStep = z.object({
  number: z.int().meta({ minimum: 1 }),
  kind: z.enum(stepKinds),
  model: z.string(),
  ...tokenCounts,
  cached_tokens: tokens.nullable().meta({
    description:
      'Tokens of the prompt that the provider served from its cache, part of prompt_tokens; null where it did not say',
  }),
  state: z.enum(['running', 'finished', 'interrupted']),
  estimated: z
    .boolean()
    .meta({ description: 'The tokens were counted by this service, not by the provider' }),
}) satisfies z.ZodType<UsageStep>;

export const usageStepsResponse = z.object({
  request_id: z.string(),
  steps: z.array(usageStep),
}) satisfies z.ZodType<UsageStepsResponse>;

/** Named schemas of /openapi.json. */
export const usageComponents = {
  UsageGroup: usageGroup,
  UsageWindow: usageWindow,
  UsageTotals: usageTotals,
  CallOutcome: outcome,
  Endpoint: endpoint,
  UsageRecord: usageRecord,
  UsageResponse: usageResponse,
  UsageStepsResponse: usageStepsResponse,
  UsageStep: usageStep,
  UsageKey: usageKey,
  Balance: balance,
  Quota: quota,
};
