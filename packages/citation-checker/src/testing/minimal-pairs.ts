import { readAbstract } from '../locate.ts';
import { headingLength } from '../reading/sections.ts';

/** Two sentences that differ in one part: one follows from a result of an abstract, the other contradicts it. */
export type MinimalPair = { change: string; true: string; wrong: string };

const verbs: Record<string, string> = {
  reduced: 'reduce',
  lowered: 'lower',
  increased: 'increase',
  improved: 'improve',
  decreased: 'decrease',
};
const otherWays: Record<string, string> = {
  ...{ higher: 'lower', lower: 'higher', longer: 'shorter', shorter: 'longer', fewer: 'more', more: 'fewer' },
};

/**
 * Creates pairs from the result and conclusion sentences of an abstract: negated, un-negated, reversed, arms and
 * outcomes swapped.
 */
export function minimalPairs(abstract: string): MinimalPair[] {
  return readAbstract({ title: '', abstract }, 'same')
    .sentences.filter(({ section }) => section === 'result' || section === 'conclusion')
    .flatMap(({ text }) => pairsOf(text.slice(headingLength(text)).trim()));
}

function pairsOf(result: string): MinimalPair[] {
  const pairs: MinimalPair[] = [];
  const add = (change: string, right: string, wrong: string) => pairs.push({ change, true: right, wrong });
  // Only one clause, so that there is no other change.
  if (/,|;|\bbut\b|\bwhereas\b|\bwhile\b/.test(result.replace(/\([^)]*\)/g, ''))) return pairs;
  const verb = /^(.{3,80}?) (reduced|lowered|increased|improved|decreased) (.+)$/.exec(result);
  if (verb && !/\b(?:not|no)\b/.test(result)) {
    const [, subject = '', done = '', rest = ''] = verb;
    add('negated', result, `${subject} did not ${verbs[done]} ${rest}`);
    add('failed', result, `${subject} failed to ${verbs[done]} ${rest}`);
  }
  const denied = /^(.{3,80}?) did not (reduce|lower|increase|improve|decrease) (.+)$/.exec(result);
  if (denied)
    add(
      'un-negated',
      result,
      `${denied[1]} ${denied[2]}${denied[2]?.endsWith('e') ? 'd' : 'ed'} ${denied[3]}`,
    );
  if (/ was associated with /.test(result) && !/\bno\b/.test(result))
    add('negated link', result, result.replace(' was associated with ', ' was not associated with '));
  if (/ was not associated with /.test(result))
    add('un-negated link', result, result.replace(' was not associated with ', ' was associated with '));
  const compared = /\b(higher|lower|longer|shorter|fewer|more)\b/.exec(result);
  if (
    compared?.[1] &&
    !/\b(?:not|no)\b/.test(result) &&
    result.match(/\b(?:higher|lower|longer|shorter|fewer|more|less)\b/g)?.length === 1
  )
    add('turned', result, result.replace(compared[1], otherWays[compared[1]] ?? ''));
  const arms = /^(.{3,80}?\b(?:with|after|in)) ([\w-]+) than (?:with|after|in) ([\w-]+)(.*)$/.exec(result);
  if (arms) add('arms swapped', result, `${arms[1]} ${arms[3]} than with ${arms[2]}${arms[4]}`);
  return pairs;
}
