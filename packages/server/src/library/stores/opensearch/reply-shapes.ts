import { z } from 'zod';

/**
 * Forms of OpenSearch's replies, as far as they are used. Another JSON with status 200, such as a proxy's maintenance page,
 * must pass neither for an empty result nor for a change that was made.
 */
export const acknowledgedShape = z.object({ acknowledged: z.literal(true) });

/** Any reply: the caller does not depend on the outcome. */
export const anyShape = z.unknown();

export const rootShape = z.object({
  version: z.object({ distribution: z.string().optional(), number: z.string() }),
});

export const searchShape = z.object({
  timed_out: z.boolean(),
  _shards: z.object({ total: z.number(), successful: z.number(), failed: z.number() }),
  hits: z.object({ total: z.object({ value: z.number() }).optional(), hits: z.array(z.unknown()) }),
  aggregations: z.record(z.string(), z.unknown()).optional(),
});

export const searchesShape = z.object({ responses: z.array(z.unknown()) });

export const failedSearchShape = z.object({ status: z.number(), error: z.looseObject({}) });

export const documentsShape = z.object({
  docs: z.array(
    z.union([
      z.looseObject({ _index: z.string(), error: z.looseObject({ type: z.string() }) }),
      z.looseObject({ found: z.literal(false) }),
      z.looseObject({
        ...{ _id: z.string(), found: z.literal(true), _source: z.looseObject({}) },
        ...{ _seq_no: z.number(), _primary_term: z.number() },
      }),
    ]),
  ),
});

const outcomeShape = z.object({
  status: z.number(),
  error: z.looseObject({ type: z.string() }).optional(),
});

export const bulkShape = z.object({ items: z.array(z.record(z.string(), outcomeShape)) });

/** Outcome of one action. */
export type BulkItem = z.output<typeof bulkShape>['items'][number];

export const refreshShape = z.object({ _shards: z.object({ failed: z.number() }) });

export const pointInTimeShape = z.object({ pit_id: z.string().min(1) });

export const blockShape = z.object({ acknowledged: z.boolean(), shards_acknowledged: z.boolean() });

export const aliasesShape = z.record(z.string(), z.object({ aliases: z.record(z.string(), z.unknown()) }));

export const blocksShape = z.record(
  z.string(),
  z.object({
    settings: z.object({
      index: z.object({ blocks: z.record(z.string(), z.unknown()).optional() }).optional(),
    }),
  }),
);

export const mappingShape = z.record(
  z.string(),
  z.object({
    mappings: z.object({ _meta: z.object({ citewell: z.number().optional() }).optional() }),
  }),
);

export const storedShape = z.object({ result: z.enum(['created', 'updated']) });

export const taskStartedShape = z.object({ task: z.string() });

export const taskShape = z.object({
  completed: z.boolean(),
  error: z.unknown().optional(),
  response: z.object({ _shards: z.object({ failed: z.number() }).optional() }).optional(),
});

export const healthShape = z.object({
  indices: z.record(z.string(), z.object({ status: z.string(), unassigned_shards: z.number() })),
});

export const sizesShape = z.object({
  _shards: z.object({ failed: z.number() }),
  _all: z.object({
    total: z.object({
      store: z.object({ size_in_bytes: z.number() }),
      segments: z.object({ count: z.number() }),
    }),
  }),
});
