import type { SearchQuery } from '@citewell/core/records/query.ts';
import { indexTerms } from '@citewell/core/text/words.ts';

/** Words for the course of a disease in its name: renal failure is no chronic kidney disease where it is acute. */
const lasting = /\b(?:chronic|acute)\b/i;
const sameOrgan = (wording: string) =>
  wording
    .toLowerCase()
    .replace(/\brenal\b/g, 'kidney')
    .replace(/,/g, '');

/** Types by which a disease is named: diabetes is no type 2 diabetes. */
const typed = /\btype (?:\d|I{1,3})\b/i;

/** States that lists give as names of each other, although one is a stage before the other. */
const stages: readonly (readonly [milder: RegExp, later: RegExp])[] = [
  [
    /\b(?:cognitive (?:decline|impairment|deficits?|dysfunction)|memory loss|mci)\b|认知(?:功能)?(?:下降|减退|衰退|障碍|损害|受损)|\blosing one's memory\b/i,
    /\b(?:dementia|alzheimer)|^AD$|痴呆|阿尔茨海默/i,
  ],
];

/** Forms of a word that records use for each other, and of which a dictionary gives one. */
const forms: readonly (readonly string[])[] = [
  ['metastasis', 'metastases'],
  ['prescription', 'prescriptions', 'prescribing'],
];

/** Adds to names that end with a word those with its other forms. */
function inAllForms(wordings: readonly string[]): string[] {
  const others = wordings.flatMap((wording) => {
    const last = wording.slice(wording.lastIndexOf(' ') + 1);
    const known = forms.find((each) => each.includes(last.toLowerCase())) ?? [];
    return known.map((form) => wording.slice(0, -last.length) + form);
  });
  return [...new Set([...wordings, ...others])];
}

/**
 * Removes names that lists give for a subject but that are broader ("renal failure" for chronic kidney disease, "diabetes" for
 * type 2 diabetes) or mean an earlier or later stage ("dementia" for cognitive decline), and adds the other forms of the rest.
 */
export function withoutBroaderNames(query: SearchQuery): SearchQuery {
  const own = (wordings: readonly string[]) => inAllForms(ofStage(ofType(ofCourse(ofBlood(wordings)))));
  return {
    ...query,
    facets: query.facets.map(own),
    ...(query.subjects && {
      subjects: query.subjects.map((subject) => ({ ...subject, wordings: own(subject.wordings) })),
    }),
  };
}

/** Returns the first English name, which distinguishes the topic's own from broader ones. */
function nameOf(wordings: readonly string[]): string {
  return wordings.find((wording) => !/\p{Script=Han}/u.test(wording)) ?? '';
}

/** Takes the part of the blood in which a substance is measured out of its names: records on homocysteine seldom name it. */
function ofBlood(wordings: readonly string[]): string[] {
  return [
    ...new Set(wordings.map((wording) => wording.replace(/^(?:plasma|serum|circulating) (?=\S{4})/i, ''))),
  ];
}

/** Takes out the names without "chronic" or "acute" where another one has it. */
function ofCourse(wordings: readonly string[]): string[] {
  const [how] = lasting.exec(nameOf(wordings)) ?? [];
  if (!how) return [...wordings];
  const own = wordings.filter((wording) => lasting.test(wording)).map(sameOrgan);
  const isBroader = (wording: string) =>
    !lasting.test(wording) && own.includes(`${how.toLowerCase()} ${sameOrgan(wording)}`);
  // The end of a chronic failure is none of an acute one.
  const ends = wordings.filter(
    (wording) => /^chronic$/i.test(how) && isBroader(wording) && /failure$/i.test(wording),
  );
  return [
    ...wordings.filter((wording) => !isBroader(wording)),
    ...ends.map((wording) => `end-stage ${wording}`),
  ];
}

/** Takes out the names of a disease without the type that the topic names. */
function ofType(wordings: readonly string[]): string[] {
  const name = nameOf(wordings);
  if (!typed.test(name)) return [...wordings];
  const bare = new Set([...indexTerms(name.replace(typed, '')), ...indexTerms('mellitus patients')]);
  return wordings.filter((wording) => {
    const terms = indexTerms(wording);
    return typed.test(wording) || /\p{Script=Han}/u.test(wording) || !terms.every((term) => bare.has(term));
  });
}

/** Takes out the names of the other stage. */
function ofStage(wordings: readonly string[]): string[] {
  const name = wordings[0] ?? '';
  for (const [milder, later] of stages) {
    const other = milder.test(name) ? later : later.test(name) ? milder : undefined;
    if (other) return wordings.filter((wording) => !other.test(wording));
  }
  return [...wordings];
}
