import { parseArgs } from 'node:util';
import { z } from 'zod';

export const help = `npm run chaos -- burst [--calls 10000] [--processes 4] [--engine sqlite|postgres|both] [--seed N]
npm run chaos -- kill9 [--seconds 60 | --kills N] [--processes 4] [--engine sqlite|postgres|both] [--seed N]
npm run chaos -- ingest [--kills 50] [--records 6000] [--seed N]
npm run chaos -- opensearch [--kills 10] [--records 6000] [--seed N]

  burst   calls at once on one key that can carry some of them: exactly those are admitted
  kill9   callers whose processes are killed with -9 again and again, and PostgreSQL with them: nothing acknowledged is lost
  ingest  an ingest that is killed with -9 and goes on, again and again: its export equals that of an uninterrupted one
  opensearch  an OpenSearch, or its ingest, that is killed with -9 during ingest and search: nothing acknowledged is lost, no false "nothing found"

Exits with 1 if any guarantee is violated.
`;

const count = z.coerce.number().int().min(1);
const common = {
  engine: z.enum(['sqlite', 'postgres', 'both']).default('both'),
  seed: z.coerce.number().int().min(0).max(0xffffffff).optional(),
};
const processes = count.max(16).default(4);
const commands = {
  burst: z.strictObject({ ...common, processes, calls: count.max(1_000_000).default(10_000) }),
  kill9: z.strictObject({
    ...{ ...common, processes },
    ...{ seconds: count.max(86_400).default(60), kills: count.optional() },
  }),
  ingest: z.strictObject({
    seed: common.seed,
    ...{ kills: count.max(10_000).default(50), records: count.min(600).max(1_000_000).default(6_000) },
  }),
  opensearch: z.strictObject({
    seed: common.seed,
    ...{ kills: count.max(10_000).default(10), records: count.min(600).max(1_000_000).default(6_000) },
  }),
};

export type Command =
  | ({ name: 'burst' } & z.infer<typeof commands.burst>)
  | ({ name: 'kill9' } & z.infer<typeof commands.kill9>)
  | ({ name: 'ingest' } & z.infer<typeof commands.ingest>)
  | ({ name: 'opensearch' } & z.infer<typeof commands.opensearch>);

/** Parses the command and its options, or describes the error. */
export function readCommand(argv: readonly string[]): Command | { problem: string } {
  const [name = '', ...rest] = argv;
  if (name !== 'burst' && name !== 'kill9' && name !== 'ingest' && name !== 'opensearch')
    return { problem: name ? `Unknown command: ${name}.` : '' };
  try {
    const text = { type: 'string' } as const;
    const options = { processes: text, engine: text, seed: text, calls: text, seconds: text, kills: text };
    const { values } = parseArgs({ args: rest, options: { ...options, records: text }, strict: true });
    if (name === 'burst') return { name, ...commands.burst.parse(values) };
    if (name === 'opensearch') return { name, ...commands.opensearch.parse(values) };
    if (name === 'ingest') return { name, ...commands.ingest.parse(values) };
    return { name, ...commands.kill9.parse(values) };
  } catch (error) {
    if (error instanceof z.ZodError) return { problem: z.prettifyError(error) };
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
