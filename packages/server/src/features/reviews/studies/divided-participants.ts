import type { Article } from '@citewell/core/records/article.ts';
import { labeledSentences } from '../../../literature/studies/abstract-sentences.ts';
import { countPattern, readCount } from '../../../literature/studies/study-counts.ts';

/** Words by which an abstract divides its participants, for the MeSH headings of the people that a topic asks about. */
const divisions: readonly [people: RegExp, words: RegExp][] = [
  [
    /^(?:Aged|Child|Adolescent|Infant|Young Adult|Adult|Postmenopause)/,
    /\b(?:younger|older|aged?|years?|elderly|children|adolescents|adults|infants|(?:pre|post)-?menopausal)\b|岁|老年|儿童|绝经/i,
  ],
  [/^(?:Female|Male)$/, /\b(?:wom[ae]n|m[ae]n|females?|males?|girls|boys)\b|男|女/i],
  [/^Pregnancy$/, /\bpregnan\w+|孕/i],
];

const hanCount = /(?<![\d.])(\d{1,7}) ?[例名人位]/g;

/**
 * Returns true if an abstract divides its participants, `n` in all, into groups of which a topic on `people` (MeSH
 * headings) asks for one: two numbers compete, and neither is shown.
 *
 * @example
 * isDivided(article, 620, ['Aged']); // true for "524 patients were younger than 65 years, and 96 were older"
 */
export function isDivided(article: Article, n: number, people: readonly string[]): boolean {
  const words = divisions.filter(([headings]) => people.some((heading) => headings.test(heading)));
  return (
    words.length > 0 &&
    labeledSentences(article).some(({ text }) => {
      if (!words.some(([, division]) => division.test(text))) return false;
      const counts = [
        ...[...text.matchAll(new RegExp(countPattern, 'giu'))].map(([count]) => readCount(count)),
        ...[...text.matchAll(hanCount)].map(([, count]) => Number(count)),
      ].filter((count) => count !== undefined);
      return counts.some((one, at) => one > 0 && one < n && counts.slice(at + 1).includes(n - one));
    })
  );
}
