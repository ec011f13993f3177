import type { Library } from '@citewell/core/records/library.ts';
import type { FastifyInstance } from 'fastify';
import { engineName } from '../../llm/model.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { version } from '../../platform/version.ts';
import { askStreamRequest } from '../answers/ask-stream-schema.ts';
import type { Services } from '../services.ts';

/** Minimum interval between counts of the library, since anybody may request the page. */
const countAgainAfterMs = 30_000;

/** GET /web/service: the capabilities of this installation, so that the pages show no more than that. Needs no key. */
export function webServiceRoute(
  app: FastifyInstance,
  { config, model, categories, library, clock }: Services,
): void {
  const libraryFacts = countedNowAndThen(library, clock.now);
  app.get('/web/service', async (_request, reply) => {
    const has = (url: string) => app.hasRoute({ method: 'POST', url });
    return reply.header('Cache-Control', 'no-cache').send({
      version,
      engine: engineName(model),
      model: config.llm?.models.writer ?? null,
      images: config.llm?.models.vision !== undefined,
      discussion: askStreamRequest.shape.mode.safeParse('discussion').success,
      review: has('/ai/api/expert_stream'),
      polish: has('/ai/api/polish'),
      sources: config.sources,
      quota_timezone: config.quotaTimeZone,
      categories: Array.from(categories.values(), ({ id, name }) => ({ id, name })),
      library: await libraryFacts(),
    });
  });
}

type LibraryFacts = {
  records: number;
  /** Number of invented demonstration records among them. */
  demonstration: number;
  newest: string | null;
  changed_at: string | null;
};

/** Counts the library now and then; null while a busy one has not been counted yet: the pages work regardless. */
function countedNowAndThen(library: Library, now: () => number): () => Promise<LibraryFacts | null> {
  let counted: { at: number; facts: LibraryFacts } | undefined;
  return async () => {
    if (counted && now() - counted.at < countAgainAfterMs) return counted.facts;
    try {
      const { records, demonstration, newest, changedAt } = await library.stats();
      const facts = {
        records,
        demonstration,
        newest: newest ?? null,
        changed_at: isoTime(changedAt ?? null),
      };
      counted = { at: now(), facts };
    } catch {
      // An old count, or none, is better than a page that fails.
    }
    return counted?.facts ?? null;
  };
}
