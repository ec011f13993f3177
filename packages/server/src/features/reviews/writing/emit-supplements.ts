import type { Hash } from 'node:crypto';
import type { CitableArticle } from '../../../literature/ranking/passage.ts';
import type { AnswerDependencies, AnswerRequest, CallContext } from '../../../pipeline/context.ts';
import { articleHash } from '../../../retrieval/trust/run-record.ts';
import { trustCard } from '../../../retrieval/trust/trust.ts';
import { makeRun } from '../../answers/make-run.ts';
import type { EvidenceBase } from '../gathering/evidence-base.ts';
import { checkableArticles } from './check-text.ts';
import { verifyWritten } from './verification.ts';

type Circumstances = {
  context: CallContext;
  startedAt: number;
  engineName: string;
  clock: AnswerDependencies['clock'];
  /** Over the text as it left, and where verdicts are asked for, the text. */
  hash: Hash;
  text: string;
  /** Sentences of a model that did not hold. */
  leftOut: number;
};

/** Emits the supplements of the reply: trust cards of the cited records, and the record of the run. */
export async function emitSupplements(
  request: AnswerRequest,
  { scope, found, flow, units, articles }: EvidenceBase,
  references: readonly CitableArticle[],
  { context, startedAt, engineName, clock, hash, text, leftOut }: Circumstances,
): Promise<void> {
  if (request.include.includes('trust')) {
    const cards = references.flatMap(({ pmid }) => articles.get(pmid) ?? []).map(trustCard);
    await context.emit({ event: 'trust', data: { cards } });
  }
  if (request.include.includes('verification')) {
    const data = await verifyWritten(text, references, checkableArticles(units, articles), {
      ...{ leftOut, work: context.work, signal: context.signal },
    });
    await context.emit({ event: 'verification', data });
  }
  if (!request.include.includes('run')) return;
  const evidence = {
    ...found,
    query: scope.query,
    planned: scope.read !== undefined,
    passages: units.map(({ role: _, ...passage }) => passage),
    counts: {
      candidates: flow.screened - flow.excluded.asked - flow.excluded.years,
      retracted: flow.excluded.retracted,
    },
    trust: new Map(),
    hashes: new Map([...articles.values()].map((article) => [article.pmid, articleHash(article)])),
  };
  await context.emit({
    event: 'run',
    data: makeRun(request, evidence, {
      requestId: context.requestId,
      language: scope.language,
      startedAt,
      finishedAt: clock.now(),
      engine: engineName,
      cited: references.length,
      answerSha256: hash.digest('hex'),
    }),
  });
}
