import { isEnglishWord } from '@citewell/core/lexicon/english-words.ts';
import { isPreferredWording, otherWordings } from '@citewell/core/lexicon/wordings.ts';
import type { Subject } from '@citewell/core/records/query.ts';
import { isGenericTerm } from '@citewell/core/text/stop-words.ts';
import type { HanTerm } from '@citewell/core/text/translate.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { askedIntervention } from './asked-interventions.ts';
import { type Concept, isOldPeople } from './english-concepts.ts';
import { joinExamples } from './examples.ts';
import { isEverydayTerm, isMedicalTerm } from './medical-term.ts';
import { isMeshClass, meshClass, meshHeading, meshWordings } from './mesh.ts';
import { isOutcome } from './outcome-terms.ts';

/**
 * The things a question is about: of its English concepts and Chinese terms those that name a drug, a device, a gene, a
 * disease or a procedure, and those that no dictionary has. Outcomes, measures and people in general are none, unless the
 * `question` asks about a treatment, a test or a habit among them.
 */
export function readSubjects(
  concepts: readonly Concept[],
  han: readonly HanTerm[],
  question = '',
): Subject[] {
  // A further name of a drug or the like is a name: its English is in no dictionary of everyday words.
  // What stands in MeSH is a thing as well, however it is said: 打流感疫苗.
  const written = han.filter(
    ({ isSpoken, en = '' }) =>
      !isSpoken || !(/\s/.test(en) || isEnglishWord(en)) || meshHeading(en) !== undefined,
  );
  const subjects = subjectsOf(concepts, written, question);
  // What people say for a thing is required of records only where they name nothing else.
  return joinExamples(question, subjects.length > 0 ? subjects : subjectsOf([], han, question).map(asPhrase));
}

function asPhrase(subject: Subject): Subject {
  return { ...subject, kind: 'phrase' };
}

function subjectsOf(concepts: readonly Concept[], han: readonly HanTerm[], question: string): Subject[] {
  const subjects = [
    ...han.flatMap(
      (term) => ofIntervention(question, [term.zh, ...(term.en ? [term.en] : [])]) ?? ofHan(term),
    ),
    ...concepts.flatMap(
      (concept) => ofIntervention(question, [concept.term, ...concept.synonyms]) ?? ofConcept(concept),
    ),
  ];
  const seen = new Set<string>();
  return withoutDescriptions(subjects).filter((subject) => {
    const keys = keysOf(subject);
    const isNew = !keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isNew;
  });
}

const keyOf = (wording: string): string => indexTerms(wording).join(' ');

function keysOf({ name, wordings }: Subject): string[] {
  // A member of a class is asked about beside it: "an antipsychotic, aripiprazole".
  return wordings.filter((wording) => wording === name || meshClass(wording) === undefined).map(keyOf);
}

/**
 * The subjects without those that only describe another one: of "boils in my armpits, they say hidradenitis suppurativa" the
 * boils, which may be a sign of several diseases, are dropped beside the one that is named.
 */
function withoutDescriptions(subjects: readonly Subject[]): Subject[] {
  const keys = subjects.map(keysOf);
  return subjects.filter(
    ({ name }, at) =>
      meshHeading(name) !== undefined ||
      !subjects.some(
        (other, otherAt) =>
          otherAt !== at &&
          keys[at]?.includes(keyOf(other.name)) &&
          keyOf(other.name) !== keyOf(name) &&
          !keys[otherAt]?.includes(keyOf(name)),
      ),
  );
}

/** A treatment or test that is an outcome elsewhere, where the question asks about it. */
function ofIntervention(question: string, wordings: readonly string[]): Subject[] | undefined {
  const [name = ''] = wordings;
  const others = isOutcome(wordings) ? askedIntervention(question, wordings) : undefined;
  return others && [{ name, wordings: [...new Set([...wordings, ...wordingsOf(others)])], kind: 'known' }];
}

function ofConcept({ term, synonyms }: Concept): Subject[] {
  if (isOldPeople(term) || isPreferredWording(term) || isOutcome([term, ...synonyms])) return [];
  const isListed = otherWordings(term).length > 0;
  if (!isListed && isUnknownName(term))
    return [{ name: term, wordings: [term, ...synonyms], kind: 'unknown' }];
  if (!isSpecific(term, synonyms)) return [];
  const kind = kindOf([term, ...synonyms]);
  const core = kind === 'phrase' ? coreOf(term) : undefined;
  return [{ name: term, wordings: wordingsOf([term, ...synonyms]), kind, ...(core && { core }) }];
}

/**
 * The wordings of the longest name within a phrase that lists have: of "early gastric cancer" those of gastric cancer. A single
 * word is one where it names a thing, and no outcome, organ or act: asthma of "asthma education".
 */
function coreOf(phrase: string): string[] | undefined {
  const words = phrase.split(/\s+/);
  for (let length = words.length - 1; length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const part = words.slice(at, at + length).join(' ');
      if (length > 1 ? isInLists(part) : isThing(part)) return wordingsOf([part]);
    }
  return undefined;
}

function isInLists(term: string): boolean {
  return otherWordings(term).length > 0 || meshHeading(term) !== undefined;
}

function isThing(word: string): boolean {
  return (
    meshHeading(word) !== undefined &&
    !(isOutcome([word]) || isEverydayTerm(word.toLowerCase()) || isPreferredWording(word)) &&
    !(describes.test(word) || isGenericTerm(indexTerms(word)[0] ?? ''))
  );
}

function ofHan({ zh, en, synonyms = [], general, isClass }: HanTerm): Subject[] {
  if (isClass) return [{ name: zh, wordings: [zh], kind: 'unknown' }];
  if (en === undefined) return namesDrug.test(zh) ? [{ name: zh, wordings: [zh], kind: 'unknown' }] : [];
  if (general || isEverydayTerm(zh) || isPreferredWording(en)) return [];
  const english = [en, ...synonyms];
  if (isOutcome([zh, ...english]) || !english.some((each) => isSpecific(each, []))) return [];
  const kind = kindOf(english);
  const core = kind === 'phrase' ? english.map(coreOf).find((each) => each !== undefined) : undefined;
  return [{ name: zh, wordings: [zh, ...wordingsOf(english)], kind, ...(core && { core }) }];
}

/** A term is known where a list has other wordings or a heading for it, or it ends as names of drugs and diseases do. */
function kindOf(terms: readonly string[]): Subject['kind'] {
  const isKnown = terms.some(
    (term) =>
      otherWordings(term).length > 0 ||
      meshHeading(term) !== undefined ||
      classNames(term).length > 0 ||
      (!/\s/.test(term) &&
        (namesThing.test(term) || /\p{L}\d/u.test(term) || !(isEnglishWord(term) || describes.test(term)))),
  );
  return isKnown ? 'known' : 'phrase';
}

const namesThing =
  /(?:mab|nib|statin|pril|sartan|olol|gliptin|gliflozin|glitazone|glutide|patide|cillin|mycin|floxacin|azole|vir|parin|xaban|gatran|azepam|idine|renone|camten|itis|iasis|emia|aemia|ectomy|plasty|oma|algia)s?$/i;

/** Endings of Chinese names of drugs and herbs that are in no list. */
const namesDrug = /..(?:林|汀|净|坦|尼|单抗|肽|韦|唑|酮|普利|洛尔|他滨|铂|丸|颗粒|胶囊|芪|参|芍|苓)$/;

/**
 * A term that names one thing of medicine. A single everyday word does only where a list of headings or of wordings has it,
 * or it ends as names of diseases, drugs and procedures do.
 */
function isSpecific(term: string, synonyms: readonly string[]): boolean {
  const others = synonyms.length > 0 || otherWordings(term).length > 0 || meshHeading(term) !== undefined;
  if (otherWordings(term).length > 0) return true;
  if (isEverydayTerm(term.toLowerCase())) return false;
  if (others) return true;
  if (!isMedicalTerm(term, false)) return false;
  const words = term.match(wordCharacters) ?? [];
  if (words.length > 1 && generalHead.test(term) && words.every(isEnglishWord)) return false;
  if (words.length > 1)
    return (
      !words.every((word) => describes.test(word) || isGenericTerm(indexTerms(word)[0] ?? '')) &&
      !/-(?:dependent|induced|related|like)$|predictor|middle-aged/i.test(term)
    );
  return !(isEnglishWord(term) || describes.test(term)) || endsAsName.test(term);
}

/**
 * Heads of everyday phrases that name a means or people in general: records call a "blood test" by what it measures, and a
 * "health care worker" by the trade.
 */
const generalHead =
  /\b(?:tests?|scans?|exams?|checks?|pills?|tablets?|jabs?|shots?|drugs?|medicines?|machines?|devices?|workers?|providers?|staff|teams?|doctors?|nurses?|programs?|programmes?|classes|courses?|wards?|visits?|calls?|services?|systems?|scores?|charts?|tools?|methods?|operations?|problems?)$/i;

/** Endings of names that are single words and may be in dictionaries as well. */
const endsAsName =
  /(?:itis|osis|emia|aemia|ectomy|plasty|oma|algia|uria|penia|plegia|statin|cillin|mycin)s?$/i;

/** Adds the other names that the lists have. */
function wordingsOf(terms: readonly string[]): string[] {
  return [
    ...new Set(
      terms
        .flatMap((term) => [term, ...classNames(term)])
        .flatMap((term) => [term, ...otherWordings(term), ...meshWordings(term)]),
    ),
  ];
}

const kindOfDrug =
  /^(anti[a-z-]{4,}|(?:[a-z0-9-]+ )*[a-z0-9-]+(?:blocker|blocking|inhibitor|antagonist|agonist)) (?:drugs?|agents?|medications?|medicines?)$/i;

/** "Antiplatelet drugs" are the class "antiplatelet", with its members; "cancer drugs" are no cancer. */
function classNames(term: string): string[] {
  const [, name] = kindOfDrug.exec(term) ?? [];
  return name && (isMeshClass(name) || otherWordings(name).length > 0) ? [name] : [];
}

const wordCharacters = /[\p{L}\p{N}]+/gu;

/** Endings of adjectives and verb forms, which describe a subject and name none. */
const describes =
  /(?:ic|al|ous|ive|ary|(?<!ster|opi|retin|flavon|carcin|cannabin)oid|ed|ing|ly|ar|able|ible|less|wise|ness|adjuvant)$/i;

/**
 * A name that no list knows: its words are in no dictionary of English, or it is written as names are (ChatGPT, YAR1). An
 * adjective makes none, nor an everyday word with a capital, nor one put together of everyday words.
 */
function isUnknownName(term: string): boolean {
  if (/\s|--|['’]/.test(term) || /\p{Script=Han}/u.test(term) || isMedicalTerm(term, false)) return false;
  const words = term.match(wordCharacters) ?? [];
  const isMixed = /\p{Ll}\p{Lu}/u.test(term);
  const unknown = words.filter(
    (word) => !/^\d/.test(word) && !isEnglishWord(word) && (isMixed || !isCompound(word)),
  );
  if (unknown.length === 0 || unknown.every((word) => isGenericTerm(indexTerms(word)[0] ?? ''))) return false;
  const last = words.at(-1) ?? '';
  // "Histology-related", "cruciate-retaining": said of something; "Elavil-type": an example of many.
  if (words.length > 1 && (describes.test(last) || isExample.test(last))) return false;
  if (isMixed || /\p{L}\d|^\p{Lu}{3,}/u.test(term)) return true;
  return unknown.some(
    (word) => word.length >= (startsAsName.test(word) ? nameMin : wordMin) && !describes.test(word),
  );
}

/** Letters of an unknown word that may be a name: fewer where it is written as one, "Zika". */
const wordMin = 5;
const nameMin = 4;
const startsAsName = /^\p{Lu}\p{Ll}/u;

const isExample = /^(?:type|types|like|style|brand|kind)$/i;

const prefixes =
  /^(?:angio|anti|bi|bio|cardio|chemo|co|de|dis|electro|extra|hydro|hyper|hypo|immuno|inter|intra|macro|micro|mis|mono|multi|nano|neo|neuro|non|out|over|peri|photo|physio|poly|post|pre|psycho|radio|re|self|semi|sub|super|tele|trans|tri|ultra|un|under)(?=\p{L}{3})/iu;

/** Longer than any two words of the dictionary together; each way to cut a word in two costs its length. */
const compoundMax = 40;

/** Tells whether a word is put together of two everyday words: shockwave, outflow, nonmodel. */
function isCompound(word: string): boolean {
  if (word.length > compoundMax) return false;
  const rest = word.replace(prefixes, '');
  if (rest !== word && isEnglishWord(rest)) return true;
  for (let at = 4; at <= word.length - 4; at++)
    if (isEnglishWord(word.slice(0, at)) && isEnglishWord(word.slice(at))) return true;
  return false;
}

/** Tells whether a word is an everyday one that no record is about: "fine", "start", "morning". */
export function isOrdinary({ term, synonyms }: Concept): boolean {
  if (synonyms.length > 0 || isMedicalTerm(term, false)) return false;
  return (term.match(wordCharacters) ?? []).every(isEnglishWord);
}
