import type { AnswerUnit } from '../evidence/answer-units.ts';
import type { CheckedArticle } from '../evidence/check/comparison.ts';
import { withoutOrders } from '../evidence/check/instructions.ts';
import { type UncitedKind, uncitedKind } from '../evidence/uncited.ts';
import type { Pmid } from '../literature/article.ts';
import { judgeMarks, type MarkJudgement } from './verify-answer-marks.ts';
import { opensQuotation, withoutOtherSources } from './verify-answer-sources.ts';
import { marksIn, statementOf } from './verify-answer-text.ts';

/** What sentences before it mean for the next one. */
export type Reading = {
  /** Whether it stands in a quotation that began before it. */
  inQuotation: boolean;
  /** The sentence before: marks on a line of their own are about it. */
  lastText: string;
};

/** A sentence as it may leave. */
export type JudgedUnit = {
  before: string;
  /** Without sources that nobody gave; its marks are the writer's still. */
  text: string;
  /** Whether it says anything besides its marks. */
  isOwn: boolean;
  /** What its own words are, without its marks. */
  uncited: UncitedKind;
  /** Undefined where it cites nothing. */
  judgement: MarkJudgement | undefined;
};

/** Judges the sentences of an answer by the records that they cite: `cited[n - 1]` is what the mark [n] names. */
export function judgeUnits({
  units,
  reading,
  cited,
  articles,
}: {
  units: readonly AnswerUnit[];
  reading: Reading;
  cited: readonly Pmid[];
  articles: ReadonlyMap<Pmid, CheckedArticle>;
}): { judged: JudgedUnit[]; reading: Reading } {
  const given = {
    texts: Array.from(articles.values(), ({ title, abstract }) => `${title}\n${abstract}`),
    pmids: new Set<string>(articles.keys()),
  };
  let { inQuotation, lastText } = reading;
  const judged = units.map(({ before, text: written }): JudgedUnit => {
    if (before.includes('\n')) inQuotation = false;
    const text = withoutOtherSources(written, given, inQuotation);
    inQuotation = opensQuotation(written, inQuotation);
    const pmids = [...new Set(marksIn(text).flatMap((n) => cited[n - 1] ?? []))];
    const own = statementOf(text);
    const uncited = uncitedKind(own);
    if (pmids.length === 0) {
      lastText = text;
      return { before, text, isOwn: own !== '', uncited, judgement: undefined };
    }
    const said = own === '' ? statementOf(lastText) : own;
    // One that is nothing but an order is checked as it stands: rules obey nobody, and find it in no abstract.
    const statement = withoutOrders(said).trim() || said;
    if (own !== '') lastText = text;
    return { before, text, isOwn: own !== '', uncited, judgement: judgeMarks(statement, pmids, articles) };
  });
  return { judged, reading: { inQuotation, lastText } };
}

/** The same of sentences that took too long to check: one that cites is left out, for nobody knows what bears it. */
export function leaveOutUnits(units: readonly AnswerUnit[]): JudgedUnit[] {
  return units.map(({ before, text }) => ({
    ...{ before, text, isOwn: true, uncited: 'needs_citation' },
    judgement: {
      outcome: 'left_out',
      pmids: [],
      verdict: 'undetermined',
      supporting: new Set(),
      evidence: [],
    },
  }));
}
