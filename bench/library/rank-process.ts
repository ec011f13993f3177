import { buildServices } from '../../packages/server/src/app/services.ts';
import type { Services } from '../../packages/server/src/features/services.ts';
import { planQuery } from '../../packages/server/src/literature/query/plan-query.ts';
import { openOutput } from '../../packages/server/src/platform/async-stdout.ts';
import { readConfig } from '../../packages/server/src/platform/config.ts';
import { createLog } from '../../packages/server/src/platform/log.ts';
import { searchRanked } from '../../packages/server/src/retrieval/search-ranked.ts';
import { answerCommands } from '../commands.ts';
import type { Product } from './product.ts';
import { asked } from './questions.ts';
import { questionLimit, type Ranked } from './whole-questions.ts';

/** Process with the product's services that runs whole questions on its library, like an answer. */
let services: Services | undefined;
/** Default number of references of an answer. */
const answerReferences = 10;

answerCommands({
  async open({ dataDir, settings }: Pick<Product, 'dataDir' | 'settings'>) {
    const log = createLog(openOutput(2).write, () => Date.now());
    const config = readConfig({ ...settings, CITEWELL_DATA_DIR: dataDir });
    services = await buildServices(config, log);
  },
  /** Searches and ranks the library alone, without remote sources. */
  async rank(question: string): Promise<Ranked> {
    const retriever = services?.literature.library;
    if (!retriever) throw new Error('there is no library');
    const query = planQuery(asked(question));
    const started = performance.now();
    const { signal } = new AbortController();
    const options = { limit: questionLimit, signal, deadline: Date.now() + 60_000 };
    const { articles } = await retriever.search(query, options);
    return { ms: performance.now() - started, pmids: articles.map(({ pmid }) => pmid) };
  },
  /** The whole path: planning, search, ranking, and ordering by vectors if there are any. */
  async order(question: string): Promise<Ranked> {
    if (!services) throw new Error('there is no library');
    const started = performance.now();
    const wish = { question, limit: answerReferences, requestId: 'bench' };
    const { articles } = await searchRanked(wish, services, new AbortController().signal);
    return { ms: performance.now() - started, pmids: articles.map(({ article }) => article.pmid) };
  },
});
