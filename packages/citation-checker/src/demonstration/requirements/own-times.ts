import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';

/**
 * Returns false if the claim states a time without a figure that is not stated of the same event in the sentence: "Fever occurs within
 * a few days and lasts a few weeks" does not say that it occurs after a few weeks.
 */
export function hasOwnTimes({ read: { text } }: Claim, { indexed }: Alignment): boolean {
  const mine = timesIn(text);
  if (mine.length === 0) return true;
  const theirs = timesIn(indexed.read.text);
  return mine.every(({ unit, isDuration }) =>
    theirs.some((time) => time.unit === unit && time.isDuration === isDuration),
  );
}

type VagueTime = { unit: string; isDuration: boolean };

const vagueTimes =
  /(?<before>(?:\b[\p{L}’'-]+ ){0,2})\b(?:a few|few|several|some|many|a couple of|a number of) (?<unit>second|minute|hour|day|night|week|month|year|decade)s?\b|(?<han>\p{Script=Han}{0,3})[数几](?<hanUnit>分钟|小时|天|日|周|个?月|年)/giu;
/** Matches words before a length of time, rather than before the moment at its end. */
const lasting = /\b(?:lasts?|lasted|lasting|for|over|persist\w*|continu\w+|took|takes?)\b|持续|维持/i;
const units: Readonly<Record<string, string>> = {
  ...{
    分钟: 'minute',
    小时: 'hour',
    天: 'day',
    日: 'day',
    周: 'week',
    月: 'month',
    个月: 'month',
    年: 'year',
  },
};

function timesIn(text: string): VagueTime[] {
  return [...text.matchAll(vagueTimes)].map(({ groups = {} }) => ({
    unit: groups.unit?.toLowerCase() ?? units[groups.hanUnit ?? ''] ?? '',
    isDuration: lasting.test(groups.before ?? groups.han ?? ''),
  }));
}
