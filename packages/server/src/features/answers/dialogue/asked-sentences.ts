import { detectLanguage } from '@citewell/core/text/language.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { Passage } from '../../../literature/ranking/passage.ts';
import { inlineLabel } from '../../../literature/studies/abstract-sentences.ts';
import { statesAim } from '../../../literature/studies/states-aim.ts';

/** Subject of a follow-up, by the sentences that mention it. */
export type AskedInSentences = {
  reported: RegExp;
  /** Each of several things named, which sentences mention alone or together. */
  parts?: readonly RegExp[];
};

/** Maximum number of sentences of one paper on what a follow-up asks about. */
const perPaperMax = 2;
/** Maximum number of papers of which sentences outside the selection are quoted. */
const papersMax = 4;

/**
 * Selects the sentences of papers that report something, whether or not an earlier answer quoted them: the best for this question is its
 * answer. `selected` are those that the search chose, which are preferred among equals. What was only to be measured is quoted with the
 * conclusion, as the result may be there in other words.
 */
export function findSentencesAbout(
  { reported, parts = [reported] }: AskedInSentences,
  papers: readonly Passage[],
  selected: readonly Passage[],
  abstractOf: (paper: Passage) => string,
): Passage[] {
  const found = papers.flatMap((paper) => {
    const chosen = selected.filter(({ article }) => article.pmid === paper.article.pmid);
    const sentences = splitSentences(abstractOf(paper)).map((sentence) => atSentence(paper, sentence));
    const others = sentences.filter(({ text }) => !chosen.some((each) => isSame(each.text, text)));
    // The first sentences say what was known before.
    const opening = sentences.length > openingOf ? sentences.slice(0, openingMax) : [];
    const isOpening = ({ text }: Passage) => opening.some((each) => isSame(each.text, text));
    const reporting = [...chosen, ...others].filter(({ text }) => reported.test(text) && !statesAim(text));
    // An abstract in two languages is quoted in the one selected, unless only the other reports it.
    const language = detectLanguage(paper.text);
    const inLanguage = reporting.filter(({ text }) => detectLanguage(text) === language);
    const scored = (inLanguage.length > 0 ? inLanguage : reporting)
      .map((passage) => ({
        passage,
        score: scoreOf(passage, parts, chosen.includes(passage)) - (isOpening(passage) ? openingPenalty : 0),
      }))
      .toSorted((one, other) => other.score - one.score);
    const [best] = scored;
    // What only the introduction mentions was not studied.
    if (!best || (isOpening(best.passage) && !figure.test(best.passage.text))) return [];
    const quoted = scored
      .filter(({ score }) => score >= best.score - scoreLag)
      .slice(0, perPaperMax)
      .map(({ passage }) => passage);
    const isOnlyPlanned = quoted.every(({ text }) => measures.test(text));
    return [[...quoted, ...(isOnlyPlanned ? conclusionsOf(paper, abstractOf(paper)) : [])]];
  });
  // All papers in order of relevance, as the search has them; those that mention everything first.
  const countIn = (quotes: readonly Passage[]) =>
    Math.max(0, ...quotes.map(({ text }) => countParts(parts, text)));
  return found
    .toSorted((one, other) => countIn(other) - countIn(one))
    .slice(0, papersMax)
    .flat();
}

/** Sentences at the beginning of an abstract that say what was known before, and how long it is at least. */
const openingMax = 2;
const openingOf = 5;
const openingPenalty = 5;

/** Score of a sentence: what it mentions counts most, then that it has a result, then that the search chose it. */
function scoreOf({ text }: Passage, parts: readonly RegExp[], isChosen: boolean): number {
  const isResult = /\d/.test(text) && !measures.test(text) ? 2 : 0;
  return countParts(parts, text) * 8 + isResult + (isChosen ? 1 : 0) - (measures.test(text) ? 6 : 0);
}

/** Matches a figure of a result. */
const figure = /\d\s?%|\b[Pp]\s?[<=>]|\bCI\b|\d\.\d/;

/** Difference in score up to which a second sentence of a paper is quoted. */
const scoreLag = 3;

function countParts(parts: readonly RegExp[], text: string): number {
  return parts.filter((part) => part.test(text)).length;
}

/** Matches sentences that say what was to be measured or done, not what was found. */
const measures =
  /\b(?:(?:primary|secondary|main|principal|other) (?:efficacy |safety |study )?(?:outcomes?|end ?points?|measures?)|outcome measures?|outcomes assessed)\b|^MAIN OUTCOMES?\b|\b(?:we|authors) (?:estimated|calculated|used|performed|compared|reviewed|identified|searched|conducted|explored|examined)\b|\bwas (?:the|our) (?:primary|secondary|main)\b|\b(?:were|was) (?:then |also |prospectively |routinely )?(?:measured|assessed|evaluated|recorded|collected|obtained|calculated|compared|analy[sz]ed|determined|reviewed|examined)\b(?![^.]*\d%)|\basked whether\b|\bwe asked\b|\b(?:no|little|few) (?:published |previous |prior )?(?:data|studies|evidence|information)\b|\b(?:is|are|remains?) (?:not (?:fully |well |entirely )?(?:clear|known|established)|unclear|unknown|controversial|debated)\b|\bbetween (?:\w+ )?(?:19|20)\d\d and\b/i;

function isSame(one: string, other: string): boolean {
  return one.includes(other) || other.includes(one);
}

/** Number of sentences at the end of an abstract without labels among which its conclusion is. */
const lastSentences = 1;

/** Returns the conclusion of a paper: the first sentence under that heading, otherwise the last one. */
export function conclusionsOf(paper: Passage, abstract: string): Passage[] {
  const sentences = splitSentences(abstract);
  const from = sentences.findIndex(({ text }) => concludes.test(text));
  const concluding =
    from < 0
      ? sentences.filter(({ text }) => !isRemark.test(text)).slice(-lastSentences)
      : sentences.slice(from);
  return concluding
    .filter(({ text }) => !statesAim(text) && !callsForResearch.test(text))
    .slice(0, 1)
    .map((sentence) => atSentence(paper, sentence));
}

const concludes =
  /^\[?(?:AUTHORS['’] )?CONCLUSIONS?\b|^(?:CONCLUSIONS?|INTERPRETATION)\b[^a-z]{0,20}:|^INTERPRETATION\b|^\[?结论/i;
const callsForResearch =
  /\b(?:further|more|future|larger) (?:[a-z-]+ )?(?:research|stud(?:y|ies)|trials?)\b|有待进一步/i;
/** Remarks after the conclusion. */
const isRemark =
  /^\W*(?:TRIAL REGISTRATION|FUNDING|Funded by|CLINICAL TRIALS?|REGISTRATION)\b|\b(?:NCT\d{6}|ISRCTN)/i;

/** Matches other section names, as structured abstracts print them. */
const sectionName = /^[A-Z][A-Z ,&/]{2,40}: /;

/** Moves a passage to another sentence of its abstract, without the section name in "METHODS: We enrolled …". */
export function atSentence(
  { chinese: _, fullText: __, ...passage }: Passage,
  { text, start, end }: { text: string; start: number; end: number },
): Passage {
  const label = inlineLabel(text)?.length ?? sectionName.exec(text)?.[0].length ?? 0;
  return { ...passage, text: text.slice(label), start: start + label, end };
}
