import { buildServices } from '../../packages/server/src/app/services.ts';
import { planQuery } from '../../packages/server/src/literature/query/plan-query.ts';
import type { Retriever } from '../../packages/server/src/literature/sources/retriever.ts';
import { openOutput } from '../../packages/server/src/platform/async-stdout.ts';
import { readConfig } from '../../packages/server/src/platform/config.ts';
import { createLog } from '../../packages/server/src/platform/log.ts';
import { answerCommands } from '../commands.ts';
import type { Product } from './product.ts';
import { asked } from './questions.ts';
import { questionLimit, type Ranked } from './whole-questions.ts';

/** A process with the product's services, whose library is asked whole questions as an answer asks it. */
let retriever: Retriever | undefined;

answerCommands({
  async open({ dataDir, settings }: Pick<Product, 'dataDir' | 'settings'>) {
    const log = createLog(openOutput(2).write, () => Date.now());
    const config = readConfig({ ...settings, CITEWELL_DATA_DIR: dataDir });
    retriever = (await buildServices(config, log)).literature.library;
  },
  async rank(question: string): Promise<Ranked> {
    if (!retriever) throw new Error('there is no library');
    const query = planQuery(asked(question));
    const started = performance.now();
    const { signal } = new AbortController();
    const options = { limit: questionLimit, signal, deadline: Date.now() + 60_000 };
    const { articles } = await retriever.search(query, options);
    return { ms: performance.now() - started, pmids: articles.map(({ pmid }) => pmid) };
  },
});
