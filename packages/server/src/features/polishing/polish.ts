import type { Pmid, SourceName } from '@citewell/core/records/article.ts';
import { renderCitationMarker } from '@citewell/sdk/citation-markers';
import { type CitableArticle, referenceOf } from '../../literature/ranking/passage.ts';
import type { AnswerDependencies, PipelineContext } from '../../pipeline/context.ts';
import { chunk, thinking } from '../../pipeline/events.ts';
import { mapWithConcurrency } from '../../platform/concurrency/map-with-concurrency.ts';
import { createMutex } from '../../platform/concurrency/mutex.ts';
import { messages } from '../../retrieval/progress-messages.ts';
import type { Verifiers } from '../citation-checks/verifier/verifier.ts';
import { findSupport, type Support, type SupportSearch } from './find-support.ts';
import { type Claim, insertCitations } from './meaning/claims.ts';
import type { Segment } from './meaning/segments.ts';
import { polishMessages } from './polish-messages.ts';
import { type PolishedSegment, polishSegment, type SegmentResult } from './polish-segment.ts';

/** A validated request to polish a text. */
export type PolishCall = {
  text: string;
  /** Empty for the usual academic polishing. */
  requirement: string;
  insertReferences: boolean;
};

export type PolishDependencies = Omit<AnswerDependencies, 'reranker'> & Verifiers;

/**
 * Number of segments polished at once: a long text takes a minute or two, and one call does not use up a provider's
 * limit.
 */
const atOnce = 6;
/**
 * Time after which segments not yet begun are polished by rules; the other half of the call is left for those in
 * progress.
 */
const modelMs = 60_000;
const searchMs = 75_000;
/** Maximum number of sentences searched for per call: each costs a source two or three requests. */
const claimsMax = 12;
/** Maximum number of them verified by a model, at up to 2,000 tokens each. */
const verificationsMax = 4;

/**
 * Polishes a text segment by segment and emits the parts in order: their chunks joined are the text. Code compares what
 * must not change. With references, sentences that state findings without a citation are searched for and get the next
 * number only if the citation checker finds them supported.
 */
export async function polish(
  call: PolishCall,
  dependencies: PolishDependencies,
  context: PipelineContext,
): Promise<void> {
  const { model, clock } = dependencies;
  const { emit, work } = context;
  const started = clock.now();
  const read = await work(
    'readManuscript',
    { text: call.text, claimsMax: call.insertReferences ? claimsMax : 0 },
    context.signal,
  );
  const { segments, claims: wanted } = read;
  const texts = polishMessages[read.language];
  const prose = segments.filter(({ kind }) => kind === 'prose').length;
  if (!model) await emit(thinking(texts.byRulesOnly));
  await emit(thinking(texts.polishing(Math.max(1, prose))));
  if (wanted.searched > 0) {
    await emit(thinking(texts.seekingSupport(wanted.searched)));
    if (wanted.notSearched > 0) await emit(thinking(texts.notSearched(wanted.notSearched)));
  }
  const search: SupportSearch = {
    end: started + searchMs,
    verifications: verificationsMax,
    unavailable: new Set(),
  };
  const numbering = createNumbering(read.highestMarkerNumber);
  const tally = createTally();
  const turns = createMutex();
  await mapWithConcurrency(
    segments,
    { limit: atOnce, signal: context.signal },
    async (segment, signal, index): Promise<Done> => {
      if (segment.kind === 'kept') return { segment, text: segment.body, supports: [] };
      const own = { ...context, signal };
      const inTime = () => clock.now() < started + modelMs;
      const polished = await turns.run(
        () => polishSegment(segment.body, call.requirement, dependencies, own, inTime),
        ({ how }) => how === 'balance_too_low',
      );
      const count = wanted.perSegment[index] ?? 0;
      const claims = count > 0 ? await work('chooseClaims', { prose: polished.text, count }, signal) : [];
      const supports: Done['supports'] = [];
      for (const claim of claims) {
        supports.push({ claim, ...(await findSupport(claim.text, search, dependencies, own)) });
      }
      return { segment, text: polished.text, polished, supports };
    },
    ({ segment, text, polished, supports }) => {
      tally.add(polished, supports);
      const marks = supports.flatMap(({ claim, article }) =>
        article ? [{ end: claim.end, mark: renderCitationMarker(numbering.of(article)) }] : [],
      );
      const whole = `${segment.lead}${insertCitations(text, marks)}${segment.tail}`;
      return whole === '' ? undefined : emit(chunk(whole));
    },
  );
  for (const message of tally.tell(texts, numbering)) await emit(thinking(message));
  await emit({ event: 'references', data: { refs: numbering.articles.map(referenceOf) } });
}

type Done = {
  segment: Segment;
  text: string;
  /** Polished form of the segment; absent if it is kept as it was. */
  polished?: PolishedSegment;
  supports: (Support & { claim: Claim })[];
};

/** Numbering continues after the highest number in the text, one per article. */
function createNumbering(taken: number) {
  const ordinals = new Map<Pmid, number>();
  const articles: CitableArticle[] = [];
  return {
    articles,
    first: taken + 1,
    of(article: CitableArticle): number {
      const known = ordinals.get(article.pmid);
      if (known !== undefined) return known;
      const ordinal = taken + articles.push(article);
      ordinals.set(article.pmid, ordinal);
      return ordinal;
    },
  };
}

/** Collects the messages shown at the end, which are not part of the text. */
function createTally() {
  const counts = new Map<SegmentResult, number>();
  const changes: PolishedSegment['changes'] = [];
  const unavailable = new Set<SourceName>();
  const incomplete = new Set<SourceName>();
  const busy = new Set<SourceName>();
  const instead = new Set<SourceName>();
  let searched = 0;
  let found = 0;
  let answered = false;
  return {
    add(polished: PolishedSegment | undefined, supports: Done['supports']): void {
      if (polished) {
        counts.set(polished.how, (counts.get(polished.how) ?? 0) + 1);
        changes.push(...polished.changes);
      }
      for (const support of supports) {
        searched += 1;
        if (support.article) found += 1;
        answered ||= support.answered;
        for (const source of support.unavailable) unavailable.add(source);
        for (const source of support.busy) busy.add(source);
        if (support.busy.length > 0)
          for (const source of support.searched) if (source !== 'library') instead.add(source);
        if (!support.article) for (const { source } of support.shortfalls) incomplete.add(source);
      }
    },
    *tell(texts: (typeof polishMessages)['en'], { articles, first }: ReturnType<typeof createNumbering>) {
      const of = (how: SegmentResult) => counts.get(how) ?? 0;
      if (of('kept') > 0)
        yield texts.kept(
          of('kept'),
          changes.map(({ kind }) => kind),
        );
      if (of('model_failed') > 0) yield texts.modelFailed(of('model_failed'));
      if (of('balance_too_low') > 0) yield texts.balanceTooLow(of('balance_too_low'));
      if (of('out_of_time') > 0) yield texts.outOfTime(of('out_of_time'));
      if (of('too_slow') > 0) yield texts.tooSlow(of('too_slow'));
      const language = texts === polishMessages.zh ? 'zh' : 'en';
      const named = (sources: Iterable<SourceName>) =>
        [...sources].map((source) => messages[language].sources[source]);
      if (unavailable.size > 0) yield texts.unavailable(named(unavailable), found === 0);
      if (busy.size > 0) yield messages[language].busy(named(busy), named(instead));
      if (incomplete.size > 0) yield texts.incomplete(named(incomplete), found === 0);
      if (answered && searched > 0) yield texts.supported(found, searched);
      if (articles.length > 0) yield texts.inserted(first, first + articles.length - 1);
    },
  };
}
