import type { TopicParts } from '../sections/names-topic.ts';
import { type Conditions, readConditions } from './conditions.ts';
import { withoutContrast } from './contrasts.ts';
import type { StatedDirection } from './stated-direction.ts';
import type { StatedOutcome } from './stated-outcomes.ts';

/** An effect that a sentence states of one outcome; what is said of survival is turned, for who survives more dies less. */
export type StatedEffect = StatedDirection & {
  outcome: string;
  /** The outcome as a reader calls it. */
  name: string;
  conditions: Conditions;
};

/** Sentence with the words before its first effect, as far back as the beginning of the clause. */
export type Sentence = { text: string; lead: string };

const inverse = {
  raises: 'lowers',
  lowers: 'raises',
  better: 'worse',
  worse: 'better',
  related: 'related',
} as const;

/** Outcomes of which more is better. */
const isGood = /\b(?:qualiti life|remiss|adher|cognit|sleep|health statu)\b/;
/** Outcomes of which neither more nor less is better by itself. */
const isNeutral = /\b(?:weight|blood pressur|glucos|lipid|cost)\b/;

/** An effect on an outcome; none where the outcome is the exposure itself. */
export function parseEffects(
  { key, name, isSurvival }: StatedOutcome,
  stated: StatedDirection,
  zones: readonly string[],
  { clause, parts }: { clause: string; parts: TopicParts },
): StatedEffect[] {
  const { conditions, isReversed } = withoutContrast(readConditions(zones, { clause, outcome: key, parts }));
  const listed =
    /\b(?:mortal|event|pain|bleed|infect|recurr|readmiss|depress|anxieti|fatigu|fractur|fall|stroke|infarct|complic)\b/;
  let { direction, denies } = stated;
  if ((direction === 'better' || direction === 'worse') && !isNeutral.test(key)) {
    if (isSurvival || isGood.test(key)) direction = direction === 'better' ? 'raises' : 'lowers';
    else if (listed.test(key)) direction = direction === 'better' ? 'lowers' : 'raises';
  }
  if (isSurvival !== isReversed) {
    if (direction !== 'unchanged') direction = inverse[direction];
    if (denies) denies = inverse[denies];
  }
  return [{ outcome: key, name, direction, ...(denies && { denies }), conditions }];
}

/** Restriction that the sentence adds after a clause: ", which is only apparent among those with aura". */
export function findSubgroup(text: string, from: number): string {
  const [words = ''] =
    /\b(?:only|confined|restricted|limited|especially|particularly|mainly)\b.*|(?:仅|尤其|限于).*/i.exec(
      text.slice(from),
    ) ?? [];
  return words === '' ? '' : ` ${words}`;
}
