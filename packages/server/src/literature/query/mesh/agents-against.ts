import { chemicalsBeginning } from './descriptors.ts';

/** Share of a disease's name with which the name of its drugs goes on behind "anti". */
const shareMin = 0.6;
/** Least number of letters of it. */
const lettersMin = 5;

let agents: readonly (readonly [word: string, against: string])[] | undefined;

/**
 * Returns the words for drugs that are named after a disease: antihypertensive for hypertension, antidepressant for depression.
 *
 * @example
 * agentsAgainst('hypertension'); // ['Antihypertensive', 'Anti-Hypertensive', …]
 */
export function agentsAgainst(disease: string): string[] {
  if (!/^[a-z]{5,}$/i.test(disease)) return [];
  agents ??= [...new Set(chemicalsBeginning('Anti').flatMap((name) => name.split(' ')[0] ?? []))].flatMap(
    (word): [string, string][] => {
      const [, against = ''] = /^anti-?([a-z]{5,})$/i.exec(word) ?? [];
      return against === '' ? [] : [[word.replace(/(?<!i)s$/, ''), against.toLowerCase()]];
    },
  );
  const name = disease.toLowerCase();
  const least = Math.max(lettersMin, shareMin * name.length);
  return [...new Set(agents.filter(([, against]) => shared(name, against) >= least).map(([word]) => word))];
}

function shared(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
