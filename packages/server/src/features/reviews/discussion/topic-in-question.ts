import { findingsInQuestion } from './discussion-findings.ts';

/** Matches a bracket; one with figures gives the size of an effect. */
const bracket = /\s?[([（]([^()[\]（）]{1,400})[)\]）]/g;
/** The caller's study before those who took part: "in our trial of 240". */
const ownStudyOf =
  /\b(?:in|from) (?:our|this|the present) (?:[\w-]{1,20} ){1,6}(?:of|in|on|among)(?: \d[\d,]{0,9})?(?= )/gi;
/** Other words that present it. */
const ownStudy =
  /\b(?:we|our (?:trial|study|results|data)) (?:found|observed|showed|suggest(?:s|ed)?)(?: that)?|在?(?:我们的|本)\p{Script=Han}{0,8}?(?:研究|试验|队列)(?:中|发现|表明|显示)?|在?我们的|我们(?:发现|观察到)|的?(?:随机|对照|双盲|队列|前瞻性|回顾性){0,3}(?:试验|研究|队列)中|(?:纳入|选取|入选|随访)了?|\d{1,9} ?[例名位]/giu;

/**
 * Returns what to search for: the question itself if it is a topic; if it reports findings, the findings without their
 * figures and without the words that present the study.
 *
 * @example
 * topicInQuestion('In our trial of 90 adults with gout, colchicine reduced flares (RR 0.50).');
 * // 'in adults with gout, colchicine reduced flares.'
 */
export function topicInQuestion(question: string): string {
  const topic = findingsInQuestion(question)
    .replace(bracket, (whole, inside: string) => (/\d/.test(inside) ? '' : whole))
    .replace(ownStudyOf, 'in')
    .replace(ownStudy, '')
    .replace(/\s+/g, ' ')
    .replace(/^[ ,，]+/, '')
    .trim();
  return topic || question;
}
