import type { Make } from './made-pair.ts';

const verb =
  '(?:was|were|is|are|had|has|have|did|does|showed|increased|decreased|reduced|improved|inhibited|enhanced|suppressed|stimulated|induced|increases|decreases|reduces|inhibits|enhances|promotes|caused|led|remained)';
const hasVerb = new RegExp(String.raw`\b${verb}\b`);
/** Subjects that refer to another, or that only another sentence names. */
const referring =
  /^(?:it|they|this|these|those|that|there|both|its|their|he|she|we|our|which|some|none|one|others?|neither|no|all|most|the (?:difference|effect|same|latter|former|remaining|other)s?)\b/i;

/** Makes the pairs whose sentences state two things, list figures or say what is still to be done. */
export function editStatements(source: string, make: Make): void {
  editSubjects(source, make);
  editLists(source, make);
  editPending(source, make);
}

/** "A rose, whereas B fell": B fell, and A did not. */
function editSubjects(source: string, make: Make): void {
  const match = new RegExp(
    String.raw`^([A-Z][\w'’ -]{3,70}?) (${verb} [^,;:]{6,110}?)(?:, (?:and|while|whereas|but)|,? (?:while|whereas|but)) ([\w'’ -]{4,70}?) (${verb} [^,;:.]{6,120})\.$`,
  ).exec(source);
  const [, one = '', first = '', other = '', second = ''] = match ?? [];
  if (!match || [one, other].some((subject) => referring.test(subject) || hasVerb.test(subject))) return;
  if (/\b(?:that|which|who|than)\b/.test(one + other)) return;
  // Without words of its own, the second statement may be true of both.
  if (second.split(' ').length < 4 || /\bperformed|measured|used|collected|assessed\b/.test(second)) return;
  make(
    'subjects of two statements',
    `${other.slice(0, 1).toUpperCase()}${other.slice(1)} ${second}.`,
    `${one} ${second}.`,
  );
  make('subjects of two statements', `In this study, ${one} ${first}.`, `In this study, ${other} ${first}.`);
}

const figure = String.raw`((?:US ?)?(?:\$|£|€|R|Euro )?\d[\d.,]*\d?(?: ?%)?(?: (?:mg|kg|mm|cm|ml|years|months|weeks|days|cases|patients))?)`;
const owner = String.raw`(?:for|in|with|at|after) ((?:the )?[A-Za-z][\w/' -]{2,50}?)`;

/** "12% in A, 8% in B, and 5% in C". */
function editLists(source: string, make: Make): void {
  const match = new RegExp(
    String.raw`${figure} ${owner}, ${figure} ${owner},? and ${figure} ${owner}(?=[.,;(]|$)`,
  ).exec(source);
  if (!match || match.index < 12) return;
  const [whole, , , , b = '', z = '', c = ''] = match;
  const where = / (for|in|with|at|after) /.exec(whole)?.[1] ?? 'in';
  const head = source.slice(0, match.index);
  make('owners in a list of figures', `${head}${z} ${where} ${c}.`, `${head}${z} ${where} ${b}.`);
}

const done: { [noun: string]: string } = {
  ...{ validation: 'validated', confirmation: 'confirmed', evaluation: 'evaluated', study: 'studied' },
  ...{ investigation: 'investigated', clarification: 'clarified', standardization: 'standardized' },
};

/** "X needs validation" does not say that X has been validated. */
function editPending(source: string, make: Make): void {
  const match =
    /^(?:However, |Nevertheless, )?([A-Z][^,;:.]{6,110}?) (?:still |further )?(?:needs?|requires?|awaits?|warrants?|remains? to be|(?:has|have) (?:yet|still) to be|(?:needs?|requires?) to be) (?:further |additional |prospective |more )?(validation|confirmation|evaluation|investigation|study|standardization|clarification|validated|confirmed|established|determined|elucidated|clarified|evaluated|investigated|defined|proven|tested)\b([^.;]*)\.$/.exec(
      source,
    );
  if (!match || /\b(?:will|that|which|should)\b/.test(match[1] ?? '')) return;
  const [, subject = '', inquiry = '', rest = ''] = match;
  const participle = done[inquiry] ?? inquiry;
  const have = /s$|\band\b/.test(subject) ? 'have' : 'has';
  make(
    'pending stated as done',
    `${subject} ${have} yet to be ${participle}${rest}.`,
    `${subject} ${have} now been ${participle}${rest}.`,
  );
}
