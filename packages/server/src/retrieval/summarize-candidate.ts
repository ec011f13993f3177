import type { Article } from '@citewell/core/records/article.ts';
import type { CandidateSummary } from './planning/search-plan.ts';

/** Characters of a title and of a conclusion; 30 candidates are then about 3,000 tokens. */
const titleMax = 300;
const conclusionMax = 320;

/** Labels of sections with the authors' conclusion. */
const isConclusion = /conclusion|interpretation|结论/i;

/**
 * Summarizes a record by its title and its authors' conclusion, each on one line.
 * @example summarizeCandidate(article) // { title: 'Metformin in …', conclusion: 'Metformin lowered …' }
 */
export function summarizeCandidate({ title, abstract }: Article): CandidateSummary {
  const concluded = abstract.find(({ label }) => label && isConclusion.test(label));
  const text = concluded?.text ?? abstract.at(-1)?.text ?? '';
  return { title: start(title, titleMax), conclusion: concluded ? start(text, conclusionMax) : end(text) };
}

function start(text: string, max: number): string {
  const line = oneLine(text);
  if (line.length <= max) return line;
  // A cut inside a surrogate pair would leave invalid text.
  return `${line.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function end(text: string): string {
  const line = oneLine(text);
  if (line.length <= conclusionMax) return line;
  const last = line.slice(-conclusionMax);
  return `…${last.slice(last.search(/[\s。；，]/) + 1).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
