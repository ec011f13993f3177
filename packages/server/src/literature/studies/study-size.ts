import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { abstractSentences, labeledSentences } from './abstract-sentences.ts';
import { countPattern, readCount } from './study-counts.ts';
import { groupOf, groupPattern, hanGroupPattern, type StudyGroup } from './study-groups.ts';

/** Number of participants, with the words that state it and their offset in `abstractText`. */
export type StudySize = { n: number; group: StudyGroup; text: string; start: number; end: number };

/**
 * Certainty that a number counts the whole study, from the words around it: randomized or analyzed ranks above
 * enrolled; numbers of a group, or of people invited, do not count.
 */
type Certainty = 'analyzed' | 'enrolled' | 'counted' | 'part' | 'asked';
type Candidate = StudySize & { certainty: Certainty };

/**
 * Words between a number and the people it counts, none of which may belong to something else: "2 years of follow-up in
 * patients".
 */
const between = String.raw`(?:(?!(?:of|in|with|and|or|to|by|were|was|had|years?|months?|weeks?|days?|hours?|minutes?|groups?|cent(?:er|re)s?|hospitals?|clinics|trials?|studies|countries|from|the|this|involving|including|receiving|who|cases?|controls?|per|percent|aged?|old|than|for|on|at|least|mg|ml|kg|mm|fold|times|non-\w+|other|additional|more|million|billion|hundred|thousand)\b)(?!\d)[\w/\-]{1,30},?\s){0,5}?`;
const english = new RegExp(String.raw`(${countPattern})\s(${between})(${groupPattern})\b`, 'giu');
/** Matches "Children (N = 412)", where capital N is the whole sample. */
const inBrackets = new RegExp(
  String.raw`\b(${groupPattern})\s\(N\s?=\s?(\d{1,3}(?:[, ]\d{3}){1,3}|\d{2,7})\)`,
  'g',
);
/** Matches "Patients collectively (n = 77)": a group's number, or the total if the abstract has no other. */
const inBracketsAlone = new RegExp(
  String.raw`\b(${groupPattern})\s(?:[a-z]{3,15}\s){0,2}\(n\s?=\s?(\d{1,3}(?:[, ]\d{3}){1,3}|\d{2,7})\)`,
  'g',
);
/**
 * Matches "Individuals aged 65 and older with a diagnosis of dementia (N=186)", where the sentence names the people
 * that N counts.
 */
const wholeInBrackets =
  /(?<!\b(?:schools?|hospitals?|clinics?|cent(?:er|re)s?|practices?|samples?|specimens?|eyes|knees|hips|teeth|studies|trials|articles|papers|reports|items|visits|events|deaths|cases|births|deliveries|pregnancies|admissions|procedures|operations|cells|genes|controls?|groups?|arms?|placebo|households|families|villages|units|records|observations|questionnaires|interviews)\s)\([Nn]\s?=\s?(\d{1,3}(?:[, ]\d{3}){1,3}|\d{2,7})(?:\)|(?=[;,] ))/g;
/** Characters before a bracket in which its group stands. */
const bracketReach = 300;
/** Groups as words of a sentence, not in the label before it. */
const groupName = new RegExp(String.raw`\b(${groupPattern})\b`, 'giu');
export const bothSexes = /\b(?:wo)?men (?:and|or) (?:wo)?men\b|\b(?:boys|girls) (?:and|or) (?:boys|girls)\b/i;
const numberOfAny = /\bn\s?=\s?(\d{1,3}(?:[, ]\d{3}){1,3}|\d{1,7})/gi;
const hanBefore = new RegExp(
  String.raw`(\d{1,7})\s?[例名位只](?:[^。；，,（(\d]{0,12}?(${hanGroupPattern}))?`,
  'g',
);
const hanAfter = new RegExp(String.raw`(${hanGroupPattern})(?:共|，共|,共)?\s?(\d{1,7})\s?[例名位人只]`, 'g');

/** Matches a group directly before or after a count, without punctuation between them. */
const analyzedBefore =
  /\b(?:randomi[sz]ed|randomly (?:assigned|allocated|divided)|we analy[sz]ed(?: data (?:from|of|on))?|analysis (?:included|comprised|of)|analy[sz]ed were)\s(?:a total of\s)?$|将\s?$/i;
const analyzedAfter =
  /^[^.;:]{0,60}?\b(?:were|was) (?:then |first |subsequently |finally |each )?(?:randomi[sz]ed|randomly (?:assigned|allocated|divided)|(?:finally )?included in (?:the|this|our) (?:final )?(?:analys[ie]s|study)|analy[sz]ed)\b|^[^.;:]{0,40}?\bunderwent randomi[sz]ation\b|^[^。；]{0,30}?随机分/i;
const enrolledBefore =
  /\b(?:enrol?led|included|recruited|studied|examined|evaluated|investigated|surveyed|interviewed|followed|(?:study|trial|sample|cohort|series|population|survey) (?:of|among|in|with|included|involved|comprised|consisted of|enrol?led|recruited|evaluated|examined)|a total of|in total,?|(?:comprising|involving|totalling) |\bparticipants:? )\s?(?:a total of\s|all\s(?:the\s)?)?$|(?:共|纳入|入选|招募|选取|收集|入组|选择)[^。；，,\d]{0,14}$/i;
const enrolledAfter =
  /^[^.;:]{0,90}?\b(?:were|was) (?:prospectively |retrospectively |consecutively |finally |also )?(?:enrol?led|included|recruited|studied|examined|evaluated|investigated|followed|surveyed|interviewed|reviewed|assessed)\b|^[^.;:,]{0,40}?\b(?:participated|took part|completed the (?:survey|questionnaires?))\b/i;

/** People who are some of those counted in the sentence before it: "14,641 physicians, including 1307 men with". */
const amongThem =
  /\d[^.;]{0,160}(?<!\b(?:studies|trials|reports|articles|cohorts|surveys|centers|centres|hospitals),? )\b(?:including|of (?:whom|which|these|those|them)|among (?:whom|which|them|these)|amongst whom),?\s(?:the\s)?$|\d[^。；]{0,60}(?:包括|含|其中)[^。；，\d]{0,8}$/i;
const ofPart =
  /\b(?:of|among|in|for|from) (?:whom|which|these|them|those|the)\s$|\b(?:hundred|thousand|million)\s(?:and\s)?$|\b(?:other|another|remaining|additional|further|only|each|both|first|last|every|excluded|excluding|invited|approached|screened|until|after|about|approximately|nearly|over|than|least|versus|vs\.?|compared with|comparing|against|and|or|respectively,|to|one in|of) $|其中\S{0,6}$|组$|各$/i;
/** "142 women with cerclage, 59 with progesterone". */
const otherGroupOf = new RegExp(
  String.raw`^[^.;:]{0,60}?,\s(?:and )?(?:${countPattern})\s(?:with|received|treated|given|on)\b`,
  'iu',
);

/** Words for people who were asked or examined, only some of whom took part. */
const isAsked =
  /^[^.;:]{0,50}?\b(?:(?:were|was) (?:screened|assessed for eligibility|eligible|approached|invited|contacted|excluded|registered)|screened|eligible|assessed for eligibility)\b/i;
const askedBefore =
  /\b(?:screened|invited|approached|contacted|excluded|(?<!\b(?:total|cohort|series|sample|population|study|trial|survey) )of|registered)\s$/i;
/** Matches words before those of whom the study chose some: "420 women were selected among a total of". */
const outOf =
  /(?:\b(?:selected|identified|chosen|sampled)\b[^.;]{0,100}\b(?:among|from|out of)|\d[^.;]{0,100}\b(?:among|out of)) a total of\s$/i;
/** "The quality of life of 134 patients": all that were examined, unless the noun selects some. */
const ofAllBefore =
  /(?<!\b(?:half|thirds?|quarters?|fifths?|most|many|some|few|none|any|all|majority|minority|subsets?|subgroups?|groups?|portion|proportion|fraction|percent|percentage|one|out|number|rest|remainder|part|parts|screening|exclusion|invitation))(?<=[a-z]{3}) of\s$/;
/** "Of 2,100 women, 204 (9.7%) reported hypertension": a share of all that were examined, not of those invited. */
const ofShare = /(?:^|[.:] |^[A-Z]{4,20}:? )(?:Of|Among)(?: the| all| a total of)?\s$/;
const share = new RegExp(
  String.raw`^(?:\s(?:with|who had|aged|undergoing)\b[^.;,]{1,60})?,\s(${countPattern})\s(?:[a-z]{3,20}\s)?\((\d{1,2}(?:\.\d{1,2})?)\s?%\)(?![^.;]{0,80}\b(?:participat\w+|took part|agreed|consent\w*|respond\w*|return\w+|eligible|enrol\w+|includ\w+|recruit\w+|randomi\w+|complet\w+|excluded)\b)`,
  'iu',
);

/** "More than 30,000 people" is not a study's size. */
const isRough =
  /(?:[>≥<≤~≈]\s?|\b(?:over|about|approximately|nearly|almost|more than|less than|fewer than|up to|around|some|at least|at most|circa|roughly|an estimated|estimated|per|every)\s)$|[约近逾]\s?$|超过\s?$/i;
/** Matches the size of a database from which a study takes some. */
const ofDatabase =
  /\b(?:databases?|registr(?:y|ies)|records?)\b[^.;]{0,120}\b(?:collected|retrieved|extracted|obtained|available) (?:on|for|from|of)\s(?:all |the )?$/i;
const isPart =
  /^[^.;:]{0,50}?\b(?:withdr\w+|completed (?:the )?(?:intervention|treatment|study|trial|follow-up|therapy)|dropped|lost to|died|declined|refused|(?:control|comparison|intervention|treatment|placebo) group|per (?:group|arm)|in (?:each|the \w+) (?:group|arm)|(?<!who |which |that )(?:developed|experienced|had|have)|(?:were|was) (?:found|diagnosed|treated|given|readmitted|re-?operated|lost|identified as|allocated to|assigned to the|randomi[sz]ed to))\b|^\s?(?:\(\d+(?:\.\d+)?\s?%\)|each\b|per\b)|^[^。；，]{0,8}(?:组|出现|发生|死亡)/i;
/** Matches a count of a second group: "120 patients and 60 controls". */
const otherGroup = new RegExp(
  String.raw`^[^.;:]{0,60}?(?:\b(?:and|versus|vs\.?|or|compared (?:with|to)|plus))\s(?:(?:an?|the|in|with|of|their)\s)?(?:${countPattern})\s(?!(?:years?|months?|weeks?|days?|cent(?:er|re)s|hospitals)\b)[a-z]`,
  'iu',
);

const silent =
  /background|introduction|objective|aim|purpose|conclusion|interpretation|discussion|背景|目的|结论/i;

/**
 * Finds the number randomized, analyzed or enrolled, if the abstract states it without a competing number; undefined
 * otherwise. Subgroups, people only screened, and counts next to another group's do not qualify.
 */
export function studySize(article: Pick<Article, 'abstract'>): StudySize | undefined {
  const whole = abstractText(article);
  const all = abstractSentences(article)
    .filter(({ label = '' }) => !silent.test(label))
    .flatMap(({ text, start }) => countsIn(text, start, whole));
  // Those who treat the participants are not counted among them.
  const most = Math.max(0, ...all.filter(({ group }) => !group.isProfession).map(({ n }) => n));
  const candidates = all.filter(({ group, n }) => !group.isProfession || n > most);
  for (const certainty of ['analyzed', 'enrolled'] as const) {
    const own = candidates.filter((candidate) => candidate.certainty === certainty);
    const [first] = own;
    if (!first) continue;
    if (own.some(({ n }) => n !== first.n)) return undefined;
    // A larger number of people who are not called screened may be the whole study.
    const isLargest = candidates.every(({ n, certainty: other }) => other === 'asked' || n <= first.n);
    return isLargest &&
      !statesOtherAnalysed(first.n, article) &&
      !selectsSome(first.n, whole) &&
      !hasRival(first.n, certainty, whole)
      ? toSize(first)
      : undefined;
  }
  // Accepts a single number, not too small, without other meaning: "In 245 women with endometriosis, …".
  const [only, ...others] = candidates;
  const isAlone =
    only?.certainty === 'counted' &&
    only.n >= countedMin &&
    others.every(({ n, certainty }) => n === only.n || (n < only.n && certainty === 'part'));
  return isAlone &&
    !isOfOthersToo.test(whole) &&
    !statesOtherAnalysed(only.n, article) &&
    !hasRival(only.n, only.certainty, whole)
    ? toSize(only)
    : undefined;
}

/** Maximum number of sentences that state competing numbers: those randomized, and those analyzed. */
const sizeSentencesMax = 2;
const certainties: readonly Certainty[] = ['analyzed', 'enrolled', 'counted', 'asked', 'part'];

/**
 * Returns the sentences of an abstract that state how many people it is about, in order: the one with its size, or if
 * numbers compete, those that are nearest to one. Returns none only if the abstract counts no people.
 */
export function sizeSentences(
  article: Pick<Article, 'abstract'>,
): { text: string; start: number; end: number }[] {
  const whole = abstractText(article);
  const sentences = labeledSentences(article);
  const size = studySize(article);
  const counted = sentences.map((sentence) => {
    const found = countsIn(sentence.text, sentence.start, whole).map(({ certainty }) =>
      certainties.indexOf(certainty),
    );
    const isSilent = silent.test(sentence.label ?? '');
    // A number in brackets may belong to people whom the sentence does not name.
    const rank =
      found.length > 0 ? Math.min(...found) : sentence.text.match(numberOfAny) ? certainties.length : -1;
    return { ...sentence, rank: isSilent && rank >= 0 ? certainties.length + 1 : rank };
  });
  const stated = size
    ? counted.filter(({ start, end }) => start <= size.start && size.end <= end)
    : counted.filter(({ rank }) => rank >= 0).toSorted((one, other) => one.rank - other.rank);
  const [best] = stated;
  return stated
    .filter(({ rank }) => rank <= Math.max(best?.rank ?? 0, certainties.indexOf('enrolled')))
    .slice(0, sizeSentencesMax)
    .toSorted((one, other) => one.start - other.start)
    .map(({ text, start, end }) => ({ text, start, end }));
}

/** Words for those of whom the results are. */
const ofResults =
  /\b(?:is|are|were|was) (?:[a-z]+ )?(?:presented|described|reported|analy[sz]ed) here\b|\bincluded in (?:this|the|our|these) (?:[a-z-]+ )?analys[ie]s\b|\b(?:evaluable|assessable|available for (?:the )?(?:final )?(?:analysis|evaluation))\b/i;
const figure =
  /(?<![\d.,·–-])(\d{1,3}(?:[, ]\d{3}){1,3}|\d{2,7})(?![\d%·–-]|[.,]\d|\s?(?:years?|months?|weeks?|days?|hours?|%|mg)\b)/g;
const isYear = /^(?:19|20)\d\d$/;

/** Returns true if the abstract says that its results are of others than these: of "107 of the 119 enrolled", of two of three groups. */
function statesOtherAnalysed(n: number, article: Pick<Article, 'abstract'>): boolean {
  return abstractSentences(article).some(({ text }) => {
    const clauses = text.split(/;\s/);
    return clauses.some((clause) => {
      if (!ofResults.test(clause)) return false;
      const counts = [...clause.matchAll(figure)]
        .map(([, count = '']) => count)
        .filter((count) => !isYear.test(count))
        .flatMap((count) => readCount(count) ?? []);
      const sum = counts.reduce((one, other) => one + other, 0);
      return counts.length > 0 && !counts.includes(n) && sum !== n;
    });
  });
}

const dividedCount = String.raw`(?:${countPattern})(?: \([^()]{1,20}\))?`;
/** Says how many of those counted before it were the ones studied. */
const selected = new RegExp(
  String.raw`\bthere were (${countPattern}) (?:[a-z-]{1,20} ){0,3}(?:classified|identified|selected|eligible|meeting|who met)\b|\bof (?:these|them|whom),? (${countPattern}) (?:[a-z-]{1,20} ){0,3}(?:(?:met|fulfilled|satisfied) (?:the |our |all )?(?:inclusion |eligibility |entry |study )?criteria|(?:formed|comprised|constituted) (?:the|our) (?:study|final))\b`,
  'giu',
);

/** Divides those counted into people with one condition and people with another, only one of whom the record may be on. */
const dividesThem = new RegExp(
  String.raw`\b(?:of|among|amongst) (?:which|whom|these|those|them),? ${dividedCount} and ${dividedCount} (?:[a-z-]{1,20} ){0,3}?(?:had|have|suffered|presented with|were (?:diagnosed|infected|found|identified|classified|positive|affected))\b[^.;]{0,200}\brespectively\b|(?:其中|包括)[^。；，]{0,12}?\d+\s?[例名人][^。；]{0,16}?(?:和|与|、|，)[^。；，]{0,12}?\d+\s?[例名人]?[^。；]{0,10}?分别(?:为|患|诊断)`,
  'iu',
);
/** Says that fewer than those enrolled came to the end, on whom the results are. */
const completed = new RegExp(
  String.raw`(${countPattern}) (?:of (?:the |these )?(?:${countPattern}) )?(?:[a-z-]{1,20} ){0,4}?(?:(?:who )?completed (?:the |their )?(?:study|trial|follow-?up|protocol|treatment|therapy|course)|were (?:finally |eventually )?(?:analy[sz]ed|evaluable|assessable|available for))\b|(\d{1,7})\s?[例名人](?:患者)?(?:最终)?(?:完成(?:了)?(?:研究|试验|随访|治疗)|纳入(?:最终)?分析|可评价)`,
  'giu',
);

/** Returns true if another number than those enrolled may be the study's: a part of them that has its condition, or those who completed it. */
function hasRival(n: number, certainty: Certainty, text: string): boolean {
  return (
    dividesThem.test(text) ||
    (certainty !== 'analyzed' &&
      [...text.matchAll(completed)].some(([, one, other]) => {
        const written = one ?? other ?? '';
        const count = isYear.test(written) ? undefined : readCount(written);
        return count !== undefined && count < n && count > n / 2;
      }))
  );
}

/** Returns true if the abstract states a smaller number selected from them: "6,419 had the operation. There were 407 classified as". */
function selectsSome(n: number, text: string): boolean {
  return [...text.matchAll(selected)].some(([, one, other]) => {
    const count = readCount(one ?? other ?? '');
    return count !== undefined && count < n;
  });
}

/** Beetles and genomes are individuals, too. */
const isOfPeople =
  /\b(?:patients|participants|women|men|children|adults|residents|respondents|persons|people|aged|disease|risk)\b|患者|人/i;
/**
 * Words after which a number may include others: "and age-matched controls"; models copy numbers from their context.
 */
const isOfOthersToo =
  /\bdecision[- ](?:model|analy\w+)|\bmarkov\b|\bsimulat\w+|\bcontrols?\b|\bcompared (?:with|to) (?:healthy|normal)\b|\bhealthy (?:volunteers|subjects|individuals|donors)\b|\bcomparison group\b|对照/i;
/** Minimum size: smaller numbers usually belong to subgroups. */
const countedMin = 20;

function toSize({ certainty: _, ...size }: Candidate): StudySize {
  return size;
}

function countsIn(sentence: string, offset: number, whole: string): Candidate[] {
  const found: { count: string; name: string; at: number; length: number; certainty?: Certainty }[] = [];
  for (const match of sentence.matchAll(english))
    found.push({ count: match[1] ?? '', name: match[3] ?? '', at: match.index, length: match[0].length });
  // "8,563 women (N = 19,714)": the total includes others than women.
  for (const match of sentence.matchAll(inBrackets))
    if (!/\d\s(?:[a-z-]{1,20}\s)?$/i.test(sentence.slice(Math.max(0, match.index - 30), match.index)))
      found.push({
        ...{ count: match[2] ?? '', name: match[1] ?? '', at: match.index },
        length: match[0].length,
        certainty: 'enrolled',
      });
  // Several numbers in brackets are those of groups.
  const given = [...sentence.matchAll(numberOfAny)];
  if (found.length === 0 && given.length === 1 && numbersOf(whole).size === 1) {
    for (const match of sentence.matchAll(wholeInBrackets)) {
      const before =
        sentence
          .slice(Math.max(0, match.index - bracketReach), match.index)
          .split(/[;:]/)
          .at(-1) ?? '';
      const [named] = (before.match(groupName) ?? []).filter((each) => each !== each.toUpperCase());
      const name = named && bothSexes.test(before) ? 'participants' : named;
      if (name)
        found.push({
          ...{ count: match[1] ?? '', name, at: match.index, length: match[0].length },
          // A small n may be a group's.
          certainty: match[0].startsWith('(N') ? 'enrolled' : 'counted',
        });
    }
    for (const match of found.length === 0 ? sentence.matchAll(inBracketsAlone) : [])
      found.push({
        ...{ count: match[2] ?? '', name: match[1] ?? '', at: match.index, length: match[0].length },
        certainty: 'counted',
      });
  }
  for (const match of sentence.matchAll(hanBefore))
    found.push({ count: match[1] ?? '', name: match[2] ?? '', at: match.index, length: match[0].length });
  for (const match of sentence.matchAll(hanAfter))
    found.push({ count: match[2] ?? '', name: match[1] ?? '', at: match.index, length: match[0].length });
  return found.flatMap(({ count, name, at, length, certainty }) => {
    const n = readCount(count);
    const isBoth = /^\s(?:and|or) (?:wo)?men\b|^\s(?:and|or) (?:boys|girls)\b/i.test(
      sentence.slice(at + length),
    );
    const group = groupOf(isBoth ? 'participants' : name);
    if (n === undefined || n < 2 || !group || (group.en === 'people' && !isOfPeople.test(whole))) return [];
    const [before, after] = [sentence.slice(0, at), sentence.slice(at + length)];
    // "In 2015 patients were asked", "type 2 diabetes patients": a year, or a number in a name.
    if (
      /^(?:19|20)\d\d$/.test(count) &&
      /\b(?:in|since|from|until|to|and|during|between|by|of|(?:jan|febr)uary|march|april|may|june|july|august|(?:septem|octo|novem|decem)ber)\s$/i.test(
        before,
      )
    )
      return [];
    if (/\b(?:types?|grades?|stages?|class|phase|level|score|group|day|week|year|month)\s$/i.test(before))
      return [];
    const place = {
      text: whole.slice(offset + at, offset + at + length),
      start: offset + at,
      end: offset + at + length,
    };
    return [{ n, group, ...place, certainty: certainty ?? certaintyOf(before, place.text, after, n) }];
  });
}

function certaintyOf(before: string, phrase: string, after: string, n: number): Certainty {
  if (isRough.test(before) || amongThem.test(before)) return 'part';
  if (ofDatabase.test(before)) return 'asked';
  // "119 adult patients (65 men)".
  if (/\([^()]{0,40}$/.test(before)) return 'part';
  const plain = after.replace(/\([^()]{0,300}\)/g, '');
  if (outOf.test(before)) return 'asked';
  if (otherGroup.test(plain) || otherGroupOf.test(plain)) return 'part';
  if (ofShare.test(before) && isShareOf(after, n)) return 'counted';
  if (analyzedBefore.test(before) || /\brandomi[sz]ed\b/i.test(phrase)) return 'analyzed';
  const isOfAll =
    ofAllBefore.test(before) &&
    !enrolledBefore.test(before) &&
    !/^[^.;]{0,150}\b(?:each|screened)\b/i.test(after);
  if (isAsked.test(after) || (askedBefore.test(before) && !isOfAll)) return 'asked';
  if (isPart.test(after)) return 'part';
  if (enrolledBefore.test(before)) return analyzedAfter.test(plain) ? 'analyzed' : 'enrolled';
  if (ofPart.test(before) && !isOfAll) return 'part';
  if (analyzedAfter.test(plain)) return 'analyzed';
  if (enrolledAfter.test(plain)) return 'enrolled';
  // "From 1% in 368 people to 12% in 1,009 patients": numbers of a finding.
  return /%[^.;]{0,30}$/.test(before) ? 'part' : 'counted';
}

/** Returns true if a count and its percentage after "Of n women," are shares of n. */
function isShareOf(after: string, n: number): boolean {
  const [, count = '', percent = ''] = share.exec(after) ?? [];
  const part = readCount(count);
  return part !== undefined && part < n && Math.abs((100 * part) / n - Number(percent)) < 1;
}

/** Returns the distinct numbers that an abstract gives as "n = …". */
function numbersOf(text: string): Set<number | undefined> {
  return new Set([...text.matchAll(numberOfAny)].map(([, number = '']) => readCount(number)));
}
