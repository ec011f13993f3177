import type { MadePair, Make, PairClass } from './made-pair.ts';
import { editStatements } from './statement-edits.ts';

const stems: { [past: string]: { base: string; noun: string; down: boolean } } = {
  reduced: { base: 'reduce', noun: 'reduction', down: true },
  decreased: { base: 'decrease', noun: 'decrease', down: true },
  lowered: { base: 'lower', noun: 'reduction', down: true },
  increased: { base: 'increase', noun: 'increase', down: false },
  improved: { base: 'improve', noun: 'improvement', down: false },
  prevented: { base: 'prevent', noun: '', down: true },
  prolonged: { base: 'prolong', noun: '', down: false },
};
const pastForms = Object.keys(stems).join('|');
const otherSide: { [word: string]: string } = {
  ...{ higher: 'lower', lower: 'higher', longer: 'shorter', shorter: 'longer', greater: 'smaller' },
};

/** Makes every pair for which the patterns match a result sentence; other time points are taken from `abstract`. */
export function editResult(source: string, abstract: string): MadePair[] {
  const pairs: MadePair[] = [];
  const make = (
    kind: PairClass,
    right: string,
    wrong: string,
    language: MadePair['language'] = 'en',
  ): void => {
    pairs.push({ class: kind, language, true: right, wrong, source });
  };
  editNegation(source, make);
  editLinks(source, make);
  editVerbs(source, make);
  editComparison(source, make);
  editArms(source, make);
  editTimes(source, abstract, make);
  editCause(source, make);
  editFronted(source, make);
  editPopulation(source, make);
  editFrame(source, make);
  editStatements(source, make);
  return pairs;
}

const negations = /\b(?:not|no|never|nor|neither|without|fail\w*|only)\b/i;

/** "X reduced Y" and "X did not reduce Y", each made from the other. */
function editNegation(source: string, make: Make): void {
  const plain = new RegExp(
    String.raw`^(\D{4,110}?) (?:significantly |markedly |also )?(${pastForms}) (?=\D{4})`,
  );
  const found = plain.exec(source);
  if (found && !negations.test(source) && isTransitive(found[1], source.slice(found[0].length))) {
    const [whole, subject = '', verb = ''] = found;
    const rest = source.slice(whole.length);
    make(
      'negated',
      `In this study, ${lower(subject)} ${verb} ${rest}`,
      `${subject} did not ${stems[verb]?.base} ${rest}`,
    );
  }
  const denied = /^(.{4,110}?) did not (?:significantly )?(reduce|decrease|lower|increase|improve) /.exec(
    source,
  );
  if (denied && !/\b(?:but|however|although|while|whereas|except)\b/i.test(source)) {
    const [whole, subject = '', base = ''] = denied;
    const rest = source.slice(whole.length);
    const past = Object.keys(stems).find((each) => stems[each]?.base === base) ?? base;
    make('negation dropped', `${subject} failed to ${base} ${rest}`, `${subject} ${past} ${rest}`);
  }
  const tail = /^(.{20,200}?),? (?:without|with no) [^,.;]{4,60}\.$/.exec(source);
  const [, head = ''] = tail ?? [];
  const verb = tail && plain.exec(head);
  if (verb && !negations.test(head) && isTransitive(verb[1], head.slice(verb[0].length))) {
    const [whole, subject = '', past = ''] = verb;
    make(
      'tail "without" dropped',
      `${head}.`,
      `${subject} did not ${stems[past]?.base} ${head.slice(whole.length)}.`,
    );
  }
}

/** Words before a past form that belong to another verb, so that the form is a participle or has another subject. */
const finite =
  /\b(?:was|were|is|are|be|been|being|had|has|have|that|which|who|appears?|seems?|show(?:s|ed|n)?|found|induced?|caused?|results?|led|when|if|both|and|exhibit\w*|demonstrat\w*|includ\w*|possible|they|their|these|it|its)\b|\b(?:with|of|the|an?|by|to|in|from|or)$|[,;:]$/i;
/** Words with which no object begins. */
const noObject =
  /^(?:from|by|in|during|at|to|after|with|for|and|or|as|over|on|significantly|any|not|throughout|further|[a-z]+ly)\b/i;

function isTransitive(subject = '', object = ''): boolean {
  return !finite.test(subject) && !noObject.test(object);
}

const noun = `([A-Za-z][A-Za-z0-9' -]{3,60}?)`;
const stop = String.raw`(?=[,.;(]|\s(?:in|among|between|for|after|with|during|at|and|but|compared|than|when|on)\b)`;

/** Associations and differences, and their lack. */
function editLinks(source: string, make: Make): void {
  const linked =
    /^([^,;:]{4,110}?) (was|were|is|are) (?:also |significantly |strongly |independently )?associated with /.exec(
      source,
    );
  if (linked && !negations.test(source) && !finite.test(linked[1] ?? '')) {
    const [whole, subject = '', be = ''] = linked;
    const rest = source.slice(whole.length);
    make(
      'negated',
      `${subject} ${be} found to be associated with ${rest}`,
      `${subject} ${be} not associated with ${rest}`,
    );
  }
  const unlinked = new RegExp(
    `^${noun} (was|were|is|are) not (?:significantly |independently |statistically )?(associated|correlated) with ${noun}${stop}`,
  ).exec(source);
  if (unlinked && !finite.test(unlinked[1] ?? '') && !/\b(?:but|except|although|any)\b/i.test(source)) {
    const [, subject = '', be = '', link = '', outcome = ''] = unlinked.map((part) => part.trim());
    make(
      'negation dropped',
      `There was no association of ${lower(subject)} with ${outcome}.`,
      `${subject} ${be} ${link} with ${outcome}.`,
    );
    make(
      'negation dropped',
      `研究显示，${subject}与${outcome}没有显著关联。`,
      `研究显示，${subject}与${outcome}显著相关联。`,
      'zh',
    );
  }
  const equal = new RegExp(
    String.raw`\b[Tt]here (?:was|were) no (?:statistically )?(?:significant )?differences? (?:in|of|for) (?:the )?${noun} (?:between|among)\b`,
  ).exec(source);
  if (equal && !/\b(?:but|except|although|however)\b/i.test(source)) {
    const [, outcome = ''] = equal;
    make(
      'no difference made one',
      `The groups did not differ in ${outcome}.`,
      `The groups differed in ${outcome}.`,
    );
    make(
      'no difference made one',
      `研究中两组的${outcome}无明显差异。`,
      `研究中两组的${outcome}有显著差异。`,
      'zh',
    );
  }
}

/** "X produced a greater reduction in Y than Z"; "X reduced Y but not Z". */
function editVerbs(source: string, make: Make): void {
  const verb = new RegExp(
    String.raw`^(\D{4,80}?) (?:significantly |markedly |also )?(${pastForms}) ([a-zA-Z][a-zA-Z -]{3,70}?)(?=[.,;(]|\s(?:compared (?:with|to)|more than|and|but|in|by|from|at)\b)(?: (compared (?:with|to)|more than) ([a-zA-Z][a-zA-Z -]{3,50}?)(?=[.,;(]))?`,
  ).exec(source);
  const [, subject = '', past = '', object = '', , comparator] = verb ?? [];
  const stem = stems[past];
  if (stem?.noun && !negations.test(source) && isTransitive(subject, object)) {
    const opposite = stem.noun === 'improvement' ? 'deterioration' : stem.down ? 'increase' : 'decrease';
    const [a, b] = [article(stem.noun), article(opposite)];
    if (comparator)
      make(
        'nominalised',
        `${subject} produced a greater ${stem.noun} in ${object} than ${comparator}.`,
        `${subject} produced a smaller ${stem.noun} in ${object} than ${comparator}.`,
      );
    else
      make(
        'nominalised',
        `${subject} produced ${a} ${stem.noun} in ${object}.`,
        `${subject} produced ${b} ${opposite} in ${object}.`,
      );
  }
  const split = new RegExp(
    String.raw`^(\D{4,90}?) (?:significantly )?(${pastForms}) ([a-z][a-zA-Z -]{3,50}?),? but not ([a-z][a-zA-Z -]{3,50}?)(?=[.;(]|,\s|\s(?:in|at|after|during)\b)`,
  ).exec(source);
  if (split && isTransitive(split[1], split[3])) {
    const [, who = '', verbPast = '', yes = '', no = ''] = split;
    make(
      'outcomes swapped',
      `${who} did not ${stems[verbPast]?.base} ${no}, but ${verbPast} ${yes}.`,
      `${who} did not ${stems[verbPast]?.base} ${yes}, but ${verbPast} ${no}.`,
    );
  }
  const both = new RegExp(
    String.raw`^(\D{4,90}?) (?:significantly )?(${pastForms}) ([a-z][a-zA-Z -]{3,50}?) (?:and|but) (?:significantly )?(${pastForms}) ([a-z][a-zA-Z -]{3,50}?)(?=[.;(]|,\s|\s(?:in|at|after|during)\b)`,
  ).exec(source);
  const [, who = '', one = '', first = '', other = '', second = ''] = both ?? [];
  if (both && !negations.test(source) && isTransitive(who, first) && stems[one]?.down !== stems[other]?.down)
    make(
      'outcomes swapped',
      `${who} ${other} ${second} and ${one} ${first}.`,
      `${who} ${other} ${first} and ${one} ${second}.`,
    );
}

/** "Y was higher in A than in B" is "Y was lower in B than in A". */
function editComparison(source: string, make: Make): void {
  const match =
    /^([A-Za-z][A-Za-z0-9' -]{3,60}?) (?:was|were) (?:significantly |also |much )?(higher|lower|longer|shorter|greater) (in|for|after|with|among) ([A-Za-z][A-Za-z0-9' -]{2,40}?) (?:than|compared with|compared to) (?:(?:in|for|after|with|among|that|those) ){0,2}([A-Za-z][A-Za-z0-9' -]{2,40}?)(?=[,.;(]|\s(?:and|but|at|for|during|when|after)\b)/.exec(
      source,
    );
  if (!match || negations.test(source)) return;
  const [, outcome = '', way = '', where = '', a = '', b = ''] = match.map((part) => part.trim());
  if (/\d/.test(a + b)) return;
  const turned = otherSide[way] ?? '';
  make(
    'other side of a comparison',
    `${outcome} was ${turned} ${where} ${b} than ${where} ${a}.`,
    `${outcome} was ${turned} ${where} ${a} than ${where} ${b}.`,
  );
  const zh: { [word: string]: string } = { higher: '高于', greater: '高于', lower: '低于' };
  if (zh[way])
    make(
      'other side of a comparison',
      `研究者发现，${a}的${outcome}${zh[way]}${b}。`,
      `研究者发现，${b}的${outcome}${zh[way]}${a}。`,
      'zh',
    );
}

/** "12% of A and 8% of B". */
function editArms(source: string, make: Make): void {
  const name = `((?:the )?[A-Za-z][A-Za-z0-9'-]*(?: [A-Za-z0-9'-]+){0,5}?)`;
  const arms = new RegExp(
    String.raw`(\d+(?:\.\d+)?\s?%) (in|with|for|of|after) ${name},? (?:and|vs\.?|versus|compared (?:with|to)) (\d+(?:\.\d+)?\s?%) (?:in|with|for|of|after) ${name}(?=[,.;(])`,
  ).exec(source);
  if (!arms) return;
  const [whole, x = '', where = '', a = '', y = '', b = ''] = arms;
  if (x === y || /\d/.test(a + b)) return;
  const sentence = (one: string, other: string) =>
    source.replace(whole, `${other} ${where} ${b} and ${one} ${where} ${a}`);
  make('arms swapped', sentence(x, y), sentence(y, x));
  make(
    'arms swapped',
    `该研究结果显示，${a}为${x}，而${b}则为${y}。`,
    `该研究结果显示，${a}为${y}，而${b}则为${x}。`,
    'zh',
  );
}

const time = /\b(\d{1,3})[ -](days?|weeks?|months?|years?)\b/g;
const pointInTime = /\b(?:at|after|by) (\d{1,2}) (days?|weeks?|months?|years?)\b(?! of age| old)/g;

/** "at 6 months" for the 12 months of another finding. */
function editTimes(source: string, abstract: string, make: Make): void {
  const own = /\b(?:at|after|by) (\d{1,3}) (days?|weeks?|months?|years?)\b/.exec(source);
  if (!own || !/\d/.test(source.replace(own[0], ''))) return;
  const [whole, count = '', unit = ''] = own;
  const here = new Set(Array.from(source.matchAll(time), ([, n = '', u = '']) => `${n} ${u}`));
  const other = [...abstract.matchAll(pointInTime)].find(
    ([, n = '', u = '']) =>
      n !== count && u.replace(/s$/, '') === unit.replace(/s$/, '') && !here.has(`${n} ${u}`),
  );
  if (!other) return;
  make(
    'other time point',
    `In this study, ${lower(source)}`,
    source.replace(whole, whole.replace(count, other[1] ?? '')),
  );
}

/** "X was associated with a lower Y" does not say that X lowered Y. */
function editCause(source: string, make: Make): void {
  const linked =
    /^([^,;:()]{4,90}?) (?:was|were|is|are) (?:also |significantly |strongly |independently )?associated with (?:an? )?(?:significantly )?(lower|higher|reduced|increased|decreased) ([a-z][a-zA-Z -]{3,60}?)(?=[,.;(]|\s(?:in|among|after|during|at)\b)/.exec(
      source,
    );
  const [, subject = '', way = '', outcome = ''] = (linked ?? []).map((part) => part.trim());
  if (
    !linked ||
    negations.test(source) ||
    finite.test(subject) ||
    /\b(?:than|and|or)\b/.test(outcome) ||
    unnamed.test(subject) ||
    unnamed.test(outcome)
  )
    return;
  const isUp = /^(?:higher|increased)$/.test(way);
  const adjective = isUp ? 'higher' : 'lower';
  make(
    'cause for association',
    `${subject} went along with ${adjective} ${outcome}.`,
    `${subject} ${isUp ? 'raised' : 'lowered'} ${outcome}.`,
  );
  make(
    'cause for association',
    `研究发现，${subject}与较${isUp ? '高' : '低'}的${outcome}相关。`,
    `研究发现，${subject}使${outcome}${isUp ? '升高' : '降低'}。`,
    'zh',
  );
}

/** Subjects and outcomes that only another sentence names. */
const unnamed = /^(?:th(?:is|ese)|it|they|risks?|overall)$/i;

/** "Compared with B, Y was higher in A" from "Y was higher in A than in B". */
function editFronted(source: string, make: Make): void {
  const match =
    /^([A-Za-z][A-Za-z0-9' -]{3,60}?) (was|were) (?:significantly |also |much )?(higher|lower|longer|shorter|greater) (in|for|after|with|among) ([A-Za-z][A-Za-z' -]{2,40}?) (?:than|compared with|compared to) (?:(?:in|for|after|with|among|that|those) ){0,2}([A-Za-z][A-Za-z' -]{2,40}?)(?=[,.;(]|\s(?:and|but|at|for|during|when|after)\b)/.exec(
      source,
    );
  if (!match || negations.test(source)) return;
  const [, outcome = '', be = '', way = '', where = '', a = '', b = ''] = match.map((part) => part.trim());
  const sentence = (one: string, other: string) =>
    `Compared with ${other}, ${lower(outcome)} ${be} ${way} ${where} ${one}.`;
  make('sides of a fronted comparison', sentence(a, b), sentence(b, a));
  const zh: { [word: string]: string } = {
    higher: '更高',
    greater: '更大',
    lower: '更低',
    longer: '更长',
    shorter: '更短',
  };
  const han = (one: string, other: string) => `与${other}相比，${one}的${outcome}${zh[way]}。`;
  make('sides of a fronted comparison', han(a, b), han(b, a), 'zh');
}

/** Groups of people that a finding may concern, each with the one that excludes it. */
const otherPeople: { [people: string]: string } = {
  ...{ men: 'women', women: 'men', boys: 'girls', girls: 'boys', males: 'females', females: 'males' },
};

/** "In women" for a finding in men, if the sentence names only one of the two. */
function editPopulation(source: string, make: Make): void {
  const match =
    /\b(in|among) (men|women|boys|girls|males|females)(?=[,.;]|\s(?:and|but|who|with|after|at|aged)\b)/.exec(
      source,
    );
  const [whole = '', where = '', people = ''] = match ?? [];
  const other = otherPeople[people] ?? '';
  if (!match || new RegExp(`\\b${other}\\b`, 'i').test(source)) return;
  make('population swapped', `In this study, ${lower(source)}`, source.replace(whole, `${where} ${other}`));
}

/** "It was not the case that …" around a finding. */
function editFrame(source: string, make: Make): void {
  if (negations.test(source) || !/\.$/.test(source) || !finding.test(source)) return;
  const body = lower(source);
  make('finding rejected', `The authors report that ${body}`, `The authors reject the view that ${body}`);
}

/** Verbs by which a sentence states a finding and is complete. */
const finding = new RegExp(
  String.raw`^[A-Z][a-z].*\b(?:${pastForms}|was associated|were associated|was higher|was lower|were higher|were lower)\b`,
);

function article(word: string): string {
  return /^[aeiou]/.test(word) ? 'an' : 'a';
}

function lower(text: string): string {
  return /^(?:[A-Z][a-z]|An? )/.test(text) ? (text[0] ?? '').toLowerCase() + text.slice(1) : text;
}
