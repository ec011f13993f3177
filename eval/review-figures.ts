import type { ReviewResponse } from '@citewell/sdk';
import { citedNumbers, leadingMarkersLength, removeCitationMarkers } from '@citewell/sdk/citation-markers';
import { checkByRules } from '../packages/citation-checker/src/check.ts';
import { splitSentences } from '../packages/core/src/text/sentences.ts';
import { classifyUncitedSentence } from '../packages/server/src/features/answers/citations/classify-uncited-sentence.ts';
import type { SimulatedRecord } from '../packages/simulators/src/pubmed/record.ts';

/** Minimum number of papers for a review: with fewer, they are listed, and the text says so. */
export const papersMin = 3;

const required = [
  'Abstract',
  'Search methods',
  'Findings',
  'Comparison of the studies',
  'Limitations',
  'Gaps in the evidence',
];
const requiredOfList = ['Findings', 'Search methods'];

/** Figures of one review. */
export type ReviewFigures = {
  /**
   * Set if every required part is present in order: those of a review, or of the list that replaces one with fewer than
   * three papers.
   */
  structured: boolean;
  references: number;
  dangling: number;
  marked: number;
  deviating: number;
  /** The sentences counted as `deviating`. */
  deviations: string[];
  unsupported: number;
  foreign: number;
  repeated: number;
};

/** Counted from its text and the records it cites. */
export function figuresOf(
  review: ReviewResponse,
  records: ReadonlyMap<string, SimulatedRecord>,
): ReviewFigures {
  const headings = review.sections.map(({ heading }) => heading);
  const cited = new Set(citedNumbers(review.review));
  const dangling =
    [...cited].filter((n) => n < 1 || n > review.references.length).length +
    review.references.filter((_, at) => !cited.has(at + 1)).length;
  let [marked, deviating, unsupported, foreign, repeated] = [0, 0, 0, 0, 0];
  const said = new Set<string>();
  const deviations: string[] = [];
  for (const { heading, text } of review.sections) {
    for (const line of text.split('\n')) {
      if (/^\s*(?:#|\||$)/.test(line)) continue;
      for (const sentence of sentencesOf(line)) {
        const marks = citedNumbers(sentence);
        const claim = removeCitationMarkers(sentence).replace(
          /^\*\*[^*]+\*\* |^(?:[-*]\s*[^“”]*?|[^“”]{0,200}[:：]\*?\s*)“|”[；;]?\s*$/g,
          '',
        );
        if (marks.length === 0) {
          if (
            (heading === 'Findings' || heading === '主要结果') &&
            classifyUncitedSentence(sentence) !== 'connective'
          )
            unsupported++;
          continue;
        }
        marked++;
        if (heading === 'Findings' || heading === '主要结果') {
          // Statements that two papers make in the same words belong to both.
          const saying = `${claim} ${marks}`;
          if (said.has(saying)) repeated++;
          said.add(saying);
        }
        const cites = marks.map((n) => records.get(review.references[n - 1]?.pmid ?? ''));
        const texts = cites.map((record) => (record ? textOf(record).replaceAll(',', '') : '')).join('\n');
        foreign += figuresIn(claim).filter((figure) => !texts.includes(figure)).length;
        const verdicts = cites.map((record) => verdictOf(claim, record));
        if (verdicts.every((verdict) => verdict === 'deviates')) {
          deviating++;
          deviations.push(sentence);
        }
      }
    }
  }
  return {
    structured: isStructured(review, headings),
    references: review.references.length,
    ...{ dangling, marked, deviating, deviations, unsupported, foreign, repeated },
  };
}

function isStructured({ review, references }: ReviewResponse, headings: readonly string[]): boolean {
  if (references.length < papersMin)
    return /too little was found for a review/i.test(review) && headings.join() === requiredOfList.join();
  const parts = headings.filter((heading) => required.includes(heading));
  return parts.join() === required.join();
}

function sentencesOf(line: string): string[] {
  const sentences: string[] = [];
  for (const { text } of splitSentences(line)) {
    const leading = text.slice(0, leadingMarkersLength(text));
    if (leading && sentences.length > 0) sentences.push(`${sentences.pop()} ${leading.trim()}`);
    const rest = text.slice(sentences.length > 0 ? leading.length : 0).trim();
    if (/\p{L}/u.test(rest)) sentences.push(rest);
  }
  return sentences;
}

function verdictOf(sentence: string, record: SimulatedRecord | undefined): string {
  if (!record) return 'deviates';
  const article = { title: record.title, abstract: abstractOf(record), publicationTypes: undefined };
  return checkByRules({ sentence, article }).verdict;
}

/** Returns the abstract in the product's form: "LABEL: text" for each section, one per line. */
export function abstractOf({ abstract = [] }: SimulatedRecord): string {
  return abstract.map(({ label, text }) => (label ? `${label}: ${text}` : text)).join('\n');
}

/** Returns all text from which a line on the record may take a figure: its year is in the label of a study. */
function textOf(record: SimulatedRecord): string {
  return `${record.title}\n${abstractOf(record)}\n${record.published?.year ?? ''}`;
}

/** Decimals, percentages and numbers of three or more digits, without thousands separators. */
function figuresIn(text: string): string[] {
  return text.replace(/(?<=\d),(?=\d{3})/g, '').match(/\d+\.\d+|\d+(?=%)|\d{3,}/g) ?? [];
}
