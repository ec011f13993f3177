import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import { maskInjectedInstructions } from '@citewell/citation-checker/instructions.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import type { Language } from '@citewell/sdk';
import { maskArticleInstructions } from '../../../retrieval/checked-article.ts';
import type { AnswerUnit } from '../citations/answer-units.ts';
import { classifyUncitedSentence, type UncitedKind } from '../citations/classify-uncited-sentence.ts';
import { readTopic } from './framing.ts';
import type { CitationJudgement } from './judge-citations.ts';
import { type CheckableFullTexts, judgeWithFullText } from './judge-with-full-text.ts';
import { type ClaimSources, isInLanguage } from './uncited-claim-filter.ts';
import { type GivenSources, opensQuotation, withoutOtherSources } from './verify-answer-sources.ts';
import { citedNumbersIn, statementOf, withoutLinks } from './verify-answer-text.ts';

/** Prepares, once per answer, everything it can rely on: records, texts of the caller and the question. */
export function readSources({
  articles,
  given,
  question,
}: {
  articles: ReadonlyMap<Pmid, CheckedArticle>;
  given: readonly string[];
  question: string;
}): ClaimSources {
  return {
    articles: new Map(Array.from(articles, ([pmid, article]) => [pmid, maskArticleInstructions(article)])),
    given: given.map((abstract) => maskArticleInstructions({ title: '', abstract, publicationTypes: [] })),
    topic: readTopic([question, ...Array.from(articles.values(), ({ title }) => title)]),
  };
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
  /** Kind of its own words, without citation markers. */
  uncited: UncitedKind;
  isForeign: boolean;
  /** Undefined if it is framing or supported by the caller's own text. */
  judgement: CitationJudgement | undefined;
};

/**
 * Judges the sentences of an answer: `cited[n - 1]` is the record of the marker [n]. Sentences in a language other than
 * `language`, if given, count as foreign.
 */
export function judgeUnits({
  units,
  reading,
  cited: names,
  articles,
  sources,
  language,
  labels,
  fullTexts = new Map(),
}: {
  units: readonly AnswerUnit[];
  reading: Reading;
  cited: readonly Pmid[];
  /** The unmodified records, which may name sources themselves. */
  articles: ReadonlyMap<Pmid, CheckedArticle>;
  /** Records prepared for the rules, with texts of the caller and the topic. */
  sources: ClaimSources;
  language: Language | undefined;
  /** Labels that code writes before the sentences of each record; their words are not checked. */
  labels?: ReadonlyMap<Pmid, readonly string[]>;
  /** Full texts of the records that these sentences cite. */
  fullTexts?: CheckableFullTexts;
}): { judged: JudgedUnit[]; reading: Reading } {
  let { inQuotation, lastText } = reading;
  const given: GivenSources = {
    texts: Array.from(articles.values(), ({ title, abstract }) => `${title}\n${abstract}`),
    pmids: new Set(articles.keys()),
  };
  const judged = units.map(({ before, text: written }): JudgedUnit => {
    if (before.includes('\n')) inQuotation = false;
    const text = withoutLinks(withoutOtherSources(written, given, inQuotation));
    inQuotation = opensQuotation(written, inQuotation);
    const cited = [...new Set(citedNumbersIn(text).flatMap((n) => names[n - 1] ?? []))];
    const unlabelled = withoutLabels(text, cited, labels);
    const own = statementOf(unlabelled);
    const said = own === '' && cited.length > 0 ? statementOf(lastText) : own;
    // Text that is only an instruction is checked as it is: rules cannot be injected, and no abstract contains it.
    const statement = maskInjectedInstructions(said).trim() || said;
    if (own !== '' || cited.length === 0) lastText = text;
    const isForeign = language !== undefined && !isInLanguage(text, language);
    const judgement = isForeign ? undefined : judgeWithFullText(statement, cited, sources, fullTexts);
    // A label describes the record that was cited, not its replacement.
    const left = judgement && judgement.outcome !== 'kept' ? unlabelled : text;
    return {
      before,
      text: left,
      isOwn: own !== '',
      uncited: isHeading(written) ? 'connective' : classifyUncitedSentence(own),
      isForeign,
      judgement,
    };
  });
  return { judged, reading: { inQuotation, lastText } };
}

/** Matches a bold line or a Markdown heading, which names the content below it and states nothing. */
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
