import type { SearchQuery } from '@citewell/core/records/query.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { type Descriptor, findHeading } from '../../../../literature/query/mesh/descriptors.ts';

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

/** Diseases that lists or headings give for another one, although who has them may not have that. */
const separateDiseases: readonly (readonly [own: RegExp, other: RegExp])[] = [
  // The presence of bacteria in the blood is neither needed for sepsis nor enough.
  [
    /^(?:sepsis|septic\w*|septic(?:a)?emia|脓毒症|败血症|脓毒(?:性|血症).*)$/i,
    /\bbacter(?:a)?emia\b|\bblood ?stream infections?\b|菌血症/i,
  ],
  [/^(?:rheumatoid arthritis|类风湿(?:性)?关节炎)$/i, /\bsj(?:o|ö)gren|^inflammatory arthritis$|干燥综合征/i],
  [/^(?:asthma|哮喘|支气管哮喘)$/i, /^(?:wheez\w+|respiratory sounds)$/i],
  // Infants are studied apart from the births of mothers, and what is premature need not be an infant.
  [
    /^(?:(?:preterm|premature) (?:infants?|bab(?:y|ies)|neonates?|newborns?)|早产儿)$/i,
    /\b(?:births?|delivery|labou?r)\b|^(?:prematurity|born too early)$/i,
  ],
  [
    /^(?:infertility|不孕症?|不育症?|不孕不育|.*性不孕)$/i,
    /^(?:fertility|conception|time to pregnancy|pregnancy)$/i,
  ],
];

/** Names that one has for the other, although headings set them apart. */
const alike: readonly (readonly [own: RegExp, other: RegExp])[] = [
  [/^(?:obesity|obese|肥胖症?)$/i, /\boverweight\b/i],
  [
    /\bcoronary\b|\bisch(?:a)?emic heart\b|冠心病|冠状动脉|缺血性心脏病/i,
    /\bcoronary\b|\bisch(?:a)?emic heart disease\b|\bmyocardial (?:infarction|isch(?:a)?emia)\b|\bheart attack\b|^IHD$/i,
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
 * type 2 diabetes), name another disease ("eclampsia" for preeclampsia) or mean an earlier or later stage ("dementia" for cognitive decline), and adds the
 * other forms of the rest.
 */
export function withoutBroaderNames(query: SearchQuery): SearchQuery {
  const own = (wordings: readonly string[]) =>
    inAllForms(ofStage(ofType(ofCourse(ofHeading(ofBlood(wordings))))));
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
    ...new Set(
      wordings.map((wording) => wording.replace(/^(?:plasma|serum|circulating) (?!cells?\b)(?=\S{4})/i, '')),
    ),
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

/** Takes out the names of diseases with a heading of their own that is neither the name's nor a kind of it, and those that are not it. */
function ofHeading(wordings: readonly string[]): string[] {
  const names = wordings.slice(0, /\p{Script=Han}/u.test(wordings[0] ?? '') ? 2 : 1);
  const own = names.flatMap((name) => treesOf(findHeading(name)));
  const same = alike.flatMap(([name, other]) => (names.some((each) => name.test(each)) ? [other] : []));
  const isOther = (wording: string) => {
    if (same.some((other) => other.test(wording))) return false;
    if (isSeparateDisease(names, wording)) return true;
    const trees = own.length > 0 ? treesOf(findHeading(wording)) : [];
    return (
      trees.length > 0 &&
      !trees.some((tree) => own.some((each) => tree === each || tree.startsWith(`${each}.`)))
    );
  };
  return wordings.filter((wording) => names.includes(wording) || !isOther(wording));
}

/** Returns true for the name of a disease that the one with these names is not, although headings call it a kind of that. */
export function isSeparateDisease(names: readonly string[], wording: string): boolean {
  return separateDiseases.some(([own, other]) => other.test(wording) && names.some((name) => own.test(name)));
}

/** Returns the tree numbers of a disease. */
function treesOf(descriptor: Descriptor | undefined): string[] {
  return descriptor?.trees.filter((tree) => tree.length > 1) ?? [];
}
