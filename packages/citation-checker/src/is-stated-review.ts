import { cueFinder } from './reading/cues.ts';

const findReviews = cueFinder({
  review: {
    en: String.raw`meta-?analys[ei]s|meta-?analytic|systematic reviews?|pooled analys[ei]s|this review|we review(?:ed)?|this article reviews?|narrative review|review of the literature|literature review|reviews? the (?:literature|evidence)|(?:is|are) reviewed|overview of`,
    zh: '荟萃分析|meta分析|系统评价|系统综述|综述|本文回顾|文献回顾',
  },
});

/** Returns true if an abstract describes its own article as a review or synthesis of studies. */
export function isStatedReview(abstract: string): boolean {
  return findReviews(abstract).length > 0;
}
