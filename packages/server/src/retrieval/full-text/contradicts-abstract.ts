import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import { demonstrate } from '@citewell/citation-checker/demonstration/demonstrate.ts';

/**
 * Returns true if one sentence of an abstract contradicts a statement by itself, or what the statement says before an "and": where
 * two figures differ, neither is the one that does. Where several sentences contradict it only together, the words that differ may
 * be about different outcomes, as they are in the results of a full text.
 */
export function contradictsAbstract(statement: string, article: CheckedArticle): boolean {
  return [statement, ...leadingPartsOf(statement)].some((text) => {
    const { verdict, proof } = { proof: undefined, ...demonstrate(text, article) };
    if (verdict !== 'deviates') return false;
    if (!proof) return true;
    return demonstrate(text, { ...article, abstract: proof.sentence.text }).verdict === 'deviates';
  });
}

/** The parts of a statement with a figure that end before it goes on with "and". */
function leadingPartsOf(statement: string): string[] {
  return [...statement.matchAll(/,? and |，|和|与/g)]
    .map(({ index }) => statement.slice(0, index))
    .filter((text) => /\d/.test(text));
}
