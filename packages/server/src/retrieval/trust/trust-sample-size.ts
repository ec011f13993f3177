import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { TrustCard } from '@citewell/sdk';
import { abstractSentences } from '../../literature/studies/abstract-sentences.ts';

type SampleSize = NonNullable<TrustCard['sample_size']>;

const people =
  'patients?|participants|subjects|volunteers|women|men|girls|boys|children|adults|adolescents|infants|neonates|newborns|individuals|persons|people|cases|students|nurses|physicians|mothers|pregnancies|eyes|knees|hips|mice|rats|animals|records|respondents|survivors|residents|veterans|smokers|controls';

/** "2,345 patients", "120 consecutive older adults", "n = 48", "纳入120例患者". The number is the first group that matched. */
const patterns = [
  new RegExp(
    String.raw`\b(\d{1,3}(?:[, ]\d{3}){1,6}|\d+)\s{1,9}(?:[a-z][a-z-]{0,40}\s{1,9}){0,4}?(?:${people})\b`,
    'gi',
  ),
  /\bn\s{0,9}=\s{0,9}(\d{1,3}(?:[, ]\d{3}){1,6}|\d+)/gi,
  /(?:共|纳入|入选|招募|选取|收集|入组)[^。；，,\d]{0,12}(\d+)\s*(?:例|名|位|人)/g,
  /(?:患者|病人|受试者|参与者|孕妇|产妇|儿童|老年人|病例)\s*(?:共\s*)?(\d+)\s*(?:例|名|位|人)/g,
  /(\d+)\s*(?:例|名|位)[^。；，,]{0,8}(?:患者|病人|受试者|参与者|孕妇|儿童|老年人)/g,
];

/** Words that tell a whole study's number from one of its groups', or from another study's. */
const wholeStudy =
  /\b(?:enrol?led|included|recruited|randomi[sz]ed|randomly|analy[sz]ed|a total of|in total|overall|participated|identified|reviewed|studied|we (?:studied|examined|evaluated|followed)|comprised|cohort of|sample of)\b|共|纳入|入选|招募|选取|随机/i;
const partOfStudy =
  /\b(?:of (?:whom|these|them|which)|among (?:them|these)|respectively|group|arm|died|had|versus|vs)\b|其中|组/i;

/** Returns the number of participants if the abstract states it, in its own words. */
export function sampleSize(article: Pick<Article, 'abstract'>): SampleSize | null {
  const whole = abstractText(article);
  let best: (SampleSize & { score: number }) | undefined;
  for (const { text, label = '', start } of abstractSentences(article)) {
    if (/background|introduction|objective|aim|conclusion|背景|目的|结论/i.test(label)) continue;
    for (const pattern of patterns)
      for (const match of text.matchAll(pattern)) {
        const n = Number((match[1] ?? '').replace(/[, ]/g, ''));
        const from = start + match.index;
        const end = from + match[0].length;
        // "in 2015 patients were", "65 years old patients": a year or an age, not a count.
        const isYear =
          n >= 1900 && n <= 2100 && /\b(?:in|since|from|until|to|and|during)\s+$/i.test(whole.slice(0, from));
        // "type 2 diabetes in patients", "grade 3 patients": a name's number.
        const isName = /\b(?:types?|grades?|stages?|class|phase|level)\s+$/i.test(whole.slice(0, from));
        if (n < 2 || isYear || isName || /\byears?\b|\bmonths?\b|\bdays?\b/i.test(match[0])) continue;
        const score =
          (wholeStudy.test(text.slice(Math.max(0, match.index - 60), match.index + match[0].length + 60))
            ? 2
            : 0) -
          (partOfStudy.test(text.slice(Math.max(0, match.index - 30), match.index + match[0].length + 15))
            ? 1
            : 0);
        if (!best || score > best.score || (score === best.score && n > best.n))
          best = { n, text: whole.slice(from, end), start: from, end, score };
      }
  }
  if (!best) return null;
  const { score: _, ...size } = best;
  return size;
}
