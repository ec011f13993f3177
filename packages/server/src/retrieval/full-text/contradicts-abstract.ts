import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import { demonstrate } from '@citewell/citation-checker/demonstration/demonstrate.ts';

/**
 * Returns true if a single sentence of an abstract contradicts a statement or the part of it before an "and", which is checked
 * because a statement in which two figures differ has no single conflict. A contradiction by several sentences together does not
 * count: the words that differ may be about different outcomes, as in the results of a full text.
 */
export function contradictsAbstract(statement: string, article: CheckedArticle): boolean {
  return [statement, ...leadingPartsOf(statement)].some((text) => {
    const { verdict, proof } = { proof: undefined, ...demonstrate(text, article) };
    if (verdict !== 'deviates') return false;
    if (!proof) return true;
    return demonstrate(text, { ...article, abstract: proof.sentence.text }).verdict === 'deviates';
  });
}

/** Returns the parts of a statement that contain a figure and end before an "and". */
function leadingPartsOf(statement: string): string[] {
  return [...statement.matchAll(/,? and |，|和|与/g)]
    .map(({ index }) => statement.slice(0, index))
    .filter((text) => /\d/.test(text));
}
