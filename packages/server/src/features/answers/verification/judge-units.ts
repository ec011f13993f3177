import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import { maskInjectedInstructions } from '@citewell/citation-checker/instructions.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import type { Language } from '@citewell/sdk';
import { maskArticleInstructions } from '../../../retrieval/checked-article.ts';
import type { AnswerUnit } from '../citations/answer-units.ts';
import { classifyUncitedSentence, type UncitedKind } from '../citations/classify-uncited-sentence.ts';
import { readTopic } from './framing.ts';
import type { CitationJudgment } from './judge-citations.ts';
import { type CheckableFullTexts, judgeWithFullText } from './judge-with-full-text.ts';
import { type ClaimSources, isInLanguage } from './uncited-claim-filter.ts';
import { type GivenSources, opensQuotation, withoutOtherSources } from './verify-answer-sources.ts';
import { citedNumbersIn, statementOf, withoutLinks } from './verify-answer-text.ts';

/** Everything that the sentences of one answer are judged against. */
export type AnswerEvidence = {
  /** Records unchanged: they may name sources themselves. */
  articles: ReadonlyMap<Pmid, CheckedArticle>;
  /** Texts of the caller. */
  given: readonly string[];
  question: string;
  /** Language of the answer: sentences in another one are foreign. Undefined: none is. */
  language?: Language | undefined;
  /** Labels that code writes before the sentences of each record; their words are not checked. */
  labels?: ReadonlyMap<Pmid, readonly string[]>;
  fullTexts?: CheckableFullTexts;
};

/** Evidence as the rules read it. */
type ReadEvidence = { sources: ClaimSources; given: GivenSources };

const readings = new WeakMap<AnswerEvidence, ReadEvidence>();

/** Reads the evidence of an answer once, as long as it is kept. */
function readEvidence(evidence: AnswerEvidence): ReadEvidence {
  const known = readings.get(evidence);
  if (known) return known;
  const { articles, given, question } = evidence;
  const read: ReadEvidence = {
    sources: {
      articles: new Map(
        Array.from(articles, ([pmid, article]) => [pmid, sharing(article, maskArticleInstructions(article))]),
      ),
      given: given.map((abstract) => maskArticleInstructions({ title: '', abstract, publicationTypes: [] })),
      topic: readTopic([question, ...Array.from(articles.values(), ({ title }) => title)]),
    },
    given: {
      texts: Array.from(articles.values(), ({ title, abstract }) => `${title}\n${abstract}`),
      pmids: new Set(articles.keys()),
    },
  };
  readings.set(evidence, read);
  return read;
}

/** Returns the record itself if nothing in it was masked, because readings of a record are cached by identity. */
function sharing(article: CheckedArticle, masked: CheckedArticle): CheckedArticle {
  return masked.title === article.title && masked.abstract === article.abstract ? article : masked;
}

/** Context that earlier sentences provide for the next one. */
export type Reading = {
  /** Indicates that it is inside a quotation that began earlier. */
  inQuotation: boolean;
  /** The previous sentence: markers on a line of their own refer to it. */
  lastText: string;
};

/** Sentence that may be sent. */
export type JudgedUnit = {
  before: string;
  /** Text without invented sources; its citation markers are still the writer's. */
  text: string;
  /** Indicates that it contains anything besides citation markers. */
  isOwn: boolean;
  /** Kind of its own words, without citation markers; undefined if it was not requested. */
  uncited: UncitedKind | undefined;
  isForeign: boolean;
  /** Judgment of its citations; undefined if it is framing or supported by the caller's own text. */
  judgment: CitationJudgment | undefined;
};

/**
 * Judges the first sentences of an answer: at least one, and no further one after `forMs` milliseconds. `cited[n - 1]` is the
 * record that the marker [n] cites.
 */
export function judgeUnits(
  {
    units,
    reading,
    cited: names,
    classify,
    forMs,
  }: {
    units: readonly AnswerUnit[];
    reading: Reading;
    cited: readonly Pmid[];
    /** Set to report the kind of each sentence without its citations. */
    classify: boolean;
    forMs: number;
  },
  evidence: AnswerEvidence,
): { judged: JudgedUnit[]; reading: Reading } {
  let { inQuotation, lastText } = reading;
  const { language, labels, fullTexts = noFullTexts } = evidence;
  const { sources, given } = readEvidence(evidence);
  const judge = ({ before, text: written }: AnswerUnit): JudgedUnit => {
    if (before.includes('\n')) inQuotation = false;
    const text = withoutLinks(withoutOtherSources(written, given, inQuotation));
    inQuotation = opensQuotation(written, inQuotation);
    const cited = [...new Set(citedNumbersIn(text).flatMap((n) => names[n - 1] ?? []))];
    const unlabeled = withoutLabels(text, cited, labels);
    const own = statementOf(unlabeled);
    const said = own === '' && cited.length > 0 ? statementOf(lastText) : own;
    // Text that is only an instruction is checked as it is: rules cannot be injected, and no abstract contains it.
    const statement = maskInjectedInstructions(said).trim() || said;
    if (own !== '' || cited.length === 0) lastText = text;
    const isForeign = language !== undefined && !isInLanguage(text, language);
    const judgment = isForeign ? undefined : judgeWithFullText(statement, cited, sources, fullTexts);
    // A label describes the record that was cited, not its replacement.
    const left = judgment && judgment.outcome !== 'kept' ? unlabeled : text;
    return {
      before,
      text: left,
      isOwn: own !== '',
      uncited: classify ? kindOf(written, own) : undefined,
      isForeign,
      judgment,
    };
  };
  const judged: JudgedUnit[] = [];
  const endsAt = performance.now() + forMs;
  for (const unit of units) {
    if (judged.length > 0 && performance.now() >= endsAt) break;
    judged.push(judge(unit));
  }
  return { judged, reading: { inQuotation, lastText } };
}

const noFullTexts: CheckableFullTexts = new Map();

function kindOf(written: string, own: string): UncitedKind {
  return isHeading(written) ? 'connective' : classifyUncitedSentence(own);
}

/** Returns true for a line in bold or a Markdown heading, which names what follows and states nothing. */
function isHeading(written: string): boolean {
  return /^(?:\*\*[^*\n]{1,120}\*\*|#{1,6} [^\n]{1,120})$/.test(written.trim());
}

/** Removes the labels of the cited records, matched exactly as code writes them. */
function withoutLabels(
  text: string,
  cited: readonly Pmid[],
  labels: ReadonlyMap<Pmid, readonly string[]> | undefined,
): string {
  return cited
    .flatMap((pmid) => labels?.get(pmid) ?? [])
    .reduce((left, label) => left.replace(`${label} `, ''), text);
}
