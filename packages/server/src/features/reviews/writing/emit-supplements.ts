import type { Hash } from 'node:crypto';
import { toBibliographicRecord } from '@citewell/core/records/bibliographic-record.ts';
import type { Language, ReviewFlow } from '@citewell/sdk';
import type { CitableArticle } from '../../../literature/ranking/passage.ts';
import type { AnswerDependencies, AnswerRequest, PipelineContext } from '../../../pipeline/context.ts';
import { appliedCorrections } from '../../../retrieval/apply-spelling.ts';
import { articleHash } from '../../../retrieval/trust/run-record.ts';
import { trustCard } from '../../../retrieval/trust/trust.ts';
import { makeRunRecord } from '../../answers/make-run-record.ts';
import { checkableFullTexts } from '../../answers/verification/checkable-full-texts.ts';
import { withReading } from '../../answers/verification/verified-sentence.ts';
import type { EvidenceBase } from '../gathering/evidence-base.ts';
import type { ReviewRequest } from '../gathering/request.ts';
import type { Flow } from '../gathering/screening/screen.ts';
import { matchedBy, methodsWords } from '../sections/methods-section.ts';
import type { Study } from '../studies/studies.ts';
import { checkableArticles } from './check-text.ts';
import { verifyWritten } from './verification.ts';

type SupplementInput = {
  context: PipelineContext;
  startedAt: number;
  engineName: string;
  clock: AnswerDependencies['clock'];
  /** Hash of the text as sent; with verdicts requested, also the text. */
  hash: Hash;
  text: string;
  /** Number of a model's unsupported sentences. */
  omitted: number;
  /** Evidence ids that the text cites. */
  cited: ReadonlySet<string>;
  /** Studies of the comparison table; none if the review has no table. */
  compared: readonly Study[];
};

/** Emits the requested supplements in the order of `reviewIncludable`. */
export async function emitSupplements(
  request: Omit<AnswerRequest, 'include'> & Pick<ReviewRequest, 'include'>,
  base: EvidenceBase,
  references: readonly CitableArticle[],
  { context, startedAt, engineName, clock, hash, text, omitted, compared, cited }: SupplementInput,
): Promise<void> {
  const { scope, found, flow, units, articles, readings } = base;
  if (request.include.includes('trust')) {
    const cards = references
      .flatMap(({ pmid }) => articles.get(pmid) ?? [])
      .map((article) => {
        const used = units.find(
          ({ id, fullText, article: { pmid } }) => fullText && pmid === article.pmid && cited.has(id),
        );
        const statement = used?.fullText && { section: used.fullText.section, text: used.text };
        return withReading(trustCard(article), readings.get(article.pmid), statement);
      });
    await context.emit({ event: 'trust', data: { cards } });
  }
  if (request.include.includes('bibliography')) {
    const records = references.flatMap(({ pmid }) => articles.get(pmid) ?? []).map(toBibliographicRecord);
    await context.emit({ event: 'bibliography', data: { records } });
  }
  if (request.include.includes('verification')) {
    const data = await verifyWritten(text, references, checkableArticles(units, articles), {
      ...{ omitted, readings, work: context.work, signal: context.signal },
      fullTexts: checkableFullTexts(units, readings),
    });
    await context.emit({ event: 'verification', data });
  }
  if (request.include.includes('run')) await emitRun();
  if (request.include.includes('comparison')) {
    const rows = await context.work('comparisonRows', compared, context.signal);
    await context.emit({ event: 'comparison', data: { rows } });
  }
  if (request.include.includes('figures')) {
    const plots = compared.length > 0 ? base.plots : [];
    await context.emit({ event: 'figures', data: { flow: figureOf(flow, found, scope.language), plots } });
  }
  if (request.include.includes('screening'))
    await context.emit({ event: 'screening', data: { records: base.screening } });

  async function emitRun(): Promise<void> {
    const evidence = {
      ...found,
      query: scope.query,
      corrections: appliedCorrections(scope.query, found.spelling),
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
      data: makeRunRecord({ ...request, include: [] }, evidence, {
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
}

/** Converts the counts of the methods section to their names in the API. */
function figureOf(
  { excluded, ...flow }: Flow,
  found: Pick<EvidenceBase['found'], 'searched'>,
  language: Language,
): ReviewFlow {
  const { notices, noAbstract, offTopic, otherOutcome, otherPeople, beyondLimit } = excluded;
  const { peopleNotStated, laboratory } = excluded;
  const { asked, years, retracted, repeated } = excluded;
  return {
    heading: methodsWords[language].selection,
    matched: matchedBy(found, flow.identified),
    ...flow,
    excluded: {
      ...{ asked, years, retracted, notice: notices, no_abstract: noAbstract, repeated },
      ...{ off_topic: offTopic, other_outcome: otherOutcome, other_people: otherPeople },
      ...{ people_not_stated: peopleNotStated, laboratory },
    },
    ranked_out: beyondLimit,
  };
}
