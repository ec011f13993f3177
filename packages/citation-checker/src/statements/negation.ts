import { cueFinder } from '../reading/cues.ts';

/**
 * Finds words that reverse a statement or turn it into "no difference". `equal` marks words for the absence of a
 * difference.
 */
export const findNegations = cueFinder({
  negated: {
    en: String.raw`not|no|neither|nor|never|none|cannot|can't|couldn't|didn't|doesn't|don't|isn't|aren't|wasn't|weren't|won't|without|fail(?:s|ed|ing)? to|failure to|unable to|unlikely|lack(?:s|ed)? (?:of )?(?:an? )?(?:association|effect|evidence|benefit|correlation|relationship|difference)|absence of (?:an? )?(?:association|effect|evidence|benefit|correlation|relationship|difference)|little (?:or no )?(?:effect|evidence|benefit|difference|impact)|independent(?:ly)? of|unrelated|non-?significant(?:ly)?|insignificant(?:ly)?|unaffected|unchanged|unaltered`,
    zh: '没有|无(?!创|菌|论|数|痛|效|机|氧|线|法律|病生存|进展)|未(?!来|成年|婚|知)|不(?!同|良|足|仅|但|断|全|良反应|稳定|适|孕|育|明|等|如|必要|敏感)|并非|不能|未能|无法|否认|不足以',
  },
  equal: {
    en: String.raw`similar(?:ly)?|comparable|equivalent|equal(?:ly)?|same|identical|no (?:statistically )?(?:significant )?differen(?:ce|ces|t)|did not differ|does not differ|non-?inferior(?:ity)?`,
    zh: '相似|相当|相近|无(?:显著|明显|统计学)?差异|差异无统计学意义|没有(?:显著|明显)?差异|非劣效?',
  },
});

/** Counts the cues of `findNegations` in a text that invert its statement. */
export function countNegated(text: string): number {
  // "not only" adds, and "no less than" is a quantity.
  const plain = text.replace(
    /\bnot (?:only|just|merely)\b|\bnot? (?:less|fewer|more|later|earlier) than\b|\bwhether or not\b|不仅|不但/gi,
    (words) => ' '.repeat(words.length),
  );
  return findNegations(plain).filter(({ category }) => category === 'negated').length;
}
