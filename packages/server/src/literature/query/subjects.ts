import { isEnglishWord } from '@citewell/core/lexicon/english-words.ts';
import { isPreferredWording, otherWordings } from '@citewell/core/lexicon/wordings.ts';
import type { Subject } from '@citewell/core/records/query.ts';
import { isGenericTerm } from '@citewell/core/text/stop-words.ts';
import type { HanTerm } from '@citewell/core/text/translate.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { joinAlternatives } from './alternatives.ts';
import { askedIntervention, habitNames, isAskedAgent } from './asked-interventions.ts';
import { type Concept, isOldPeople } from './english-concepts.ts';
import { joinExamples } from './examples.ts';
import { isEverydayTerm, isMedicalTerm } from './medical-term.ts';
import {
  furtherNames,
  isMeshClass,
  isMeshSubject,
  meshClass,
  meshWordings,
  narrowerDiseases,
} from './mesh/mesh.ts';
import { tumourNames } from './mesh/tumour-names.ts';
import { isGenericConcept } from './outcome-terms.ts';

/**
 * Finds the subjects of a question: concepts and Chinese terms that name a drug, device, gene, disease or procedure,
 * and names that no dictionary has. Outcomes, measures and people in general do not count, unless the `question` asks
 * about a treatment, test or habit among them.
 */
export function readSubjects(
  concepts: readonly Concept[],
  han: readonly HanTerm[],
  question = '',
): Subject[] {
  // Another name of a drug or the like is a name: its English is in no dictionary of everyday words. Anything in MeSH
  // is a subject too, however it is worded: 打流感疫苗.
  const named = han.filter(({ zh }) => !isPartOfSubstance(zh, question));
  const written = named.filter(
    ({ zh, isSpoken, en = '' }) =>
      !isSpoken || !(/\s/.test(en) || isEnglishWord(en)) || isMeshSubject(en) || isFormula(zh, en),
  );
  const subjects = subjectsOf(concepts, written, question);
  // Records must contain colloquial names only if the question has no other subject.
  const joined = joinExamples(
    question,
    subjects.length > 0 ? subjects : subjectsOf([], named, question).map(asPhrase),
  );
  const names = [...concepts.map(({ term }) => term), ...han.map(({ zh }) => zh)];
  return joinAlternatives(question, joined, names).map(withNarrower);
}

const isHan = /\p{Script=Han}/u;

/** Returns true for a word that a question has only as the beginning of a substance's name: 钙化 in 麦角钙化醇, 泽兰 in 泽兰替尼. */
function isPartOfSubstance(zh: string, question: string): boolean {
  const [, ...rest] = question.split(zh);
  return rest.length > 0 && rest.every((after) => substanceEnding.test(after));
}

const substanceEnding =
  /^(?:[酸酶醇素苷胺酮酯碱烷烯醛]|替尼|单抗|他汀|沙坦|普利|洛尔|地平|西汀|拉唑|昔布|列净|列汀|沙班)/;

/** Adds the kinds of a disease: a record on ascariasis is one on helminthiasis. */
function withNarrower(subject: Subject): Subject {
  const [name = '', english = ''] = subject.wordings;
  const narrower = narrowerDiseases(isHan.test(name) ? english : name, subject.wordings);
  return { ...subject, wordings: [...subject.wordings, ...narrower] };
}

function asPhrase(subject: Subject): Subject {
  return { ...subject, kind: 'phrase' };
}

function subjectsOf(concepts: readonly Concept[], han: readonly HanTerm[], question: string): Subject[] {
  const subjects = [
    ...han.flatMap(
      (term) =>
        ofIntervention(question, [term.zh, ...(term.en ? [term.en] : [])]) ??
        orAgent(ofHan(term), question, [term.zh, ...(term.en ? [term.en, ...(term.synonyms ?? [])] : [])]),
    ),
    ...concepts.flatMap(
      (concept) =>
        ofIntervention(question, [concept.term, ...concept.synonyms]) ??
        orAgent(ofConcept(concept), question, [concept.term, ...concept.synonyms]),
    ),
  ];
  const seen = new Set<string>();
  return withoutParts(withoutDescriptions(subjects)).filter((subject) => {
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

/** The subjects without those whose name is part of a more specific one: of "tonsils out" and the tonsils, the operation. */
function withoutParts(subjects: readonly Subject[]): Subject[] {
  const terms = subjects.map(({ name }) => new Set(indexTerms(name)));
  return subjects.filter(
    (_, at) =>
      !subjects.some(
        ({ kind }, other) =>
          kind === 'known' &&
          (terms[other]?.size ?? 0) > (terms[at]?.size ?? 0) &&
          terms[at]?.isSubsetOf(terms[other] ?? new Set()),
      ),
  );
}

/**
 * Drops subjects that only describe another one: in "boils in my armpits, they say hidradenitis suppurativa" the boils,
 * which may be a sign of several diseases, are dropped in favour of the named one.
 */
function withoutDescriptions(subjects: readonly Subject[]): Subject[] {
  const keys = subjects.map(keysOf);
  return subjects.filter(
    ({ name }, at) =>
      isMeshSubject(name) ||
      !subjects.some(
        (other, otherAt) =>
          otherAt !== at &&
          keys[at]?.includes(keyOf(other.name)) &&
          keyOf(other.name) !== keyOf(name) &&
          !keys[otherAt]?.includes(keyOf(name)),
      ),
  );
}

/** Returns a treatment or test as a subject if the question asks about it; elsewhere it is an outcome. */
function ofIntervention(question: string, wordings: readonly string[]): Subject[] | undefined {
  const [name = ''] = wordings;
  const others = isGenericConcept(wordings) ? askedIntervention(question, wordings) : undefined;
  return others && [{ name, wordings: [...new Set([...wordings, ...wordingsOf(others)])], kind: 'known' }];
}

/** Adds an everyday or unlisted word, which is no subject by itself, if the question asks what it does: 针刀 in 针刀治腰痛. */
function orAgent(subjects: Subject[], question: string, wordings: readonly string[]): Subject[] {
  const [name = '', english] = wordings;
  if (subjects.length > 0 || isGenericConcept(wordings) || !isAskedAgent(question, name)) return subjects;
  if (isHan.test(name) && english === undefined) return [{ name, wordings: [name], kind: 'unknown' }];
  const names = wordingsOf([...wordings.slice(isHan.test(name) ? 1 : 0), ...habitNames(name)]);
  return [{ name, wordings: [...new Set([name, ...names])], kind: 'known' }];
}

/** A compound that says how a named thing acts or when something is done: the name alone is the subject. */
const compound =
  /^(?:(?:post|pre|peri)-)?(\S{3,}?)(?:-(?:driven|(?:in)?dependent|resistant|mutant|deficient|refractory|null|rich|sensitive|expressing|knock-?out))?$/i;

/** A compound that says by or with what something is done or caused; of everyday words ("robot-assisted") it is not divided. */
const causedBy = /^(\S{3,}?)-(?:assisted|based|guided|induced|mediated|associated|related)$/i;

function ofConcept(concept: Concept): Subject[] {
  const { term } = concept;
  const [, cause = ''] = causedBy.exec(term) ?? [];
  if (cause !== '' && !isEnglishWord(cause) && otherWordings(term).length === 0 && !isMeshSubject(term))
    return ofName({ term: cause, synonyms: [...otherWordings(cause)] });
  const [, name = term] = compound.exec(term) ?? [];
  if (name === term || otherWordings(term).length > 0 || isMeshSubject(term)) return ofName(concept);
  return ofName({ term: name, synonyms: [...otherWordings(name)] });
}

function ofName({ term, synonyms }: Concept): Subject[] {
  if (isOldPeople(term) || isPreferredWording(term) || isGenericConcept([term, ...synonyms])) return [];
  const isListed = otherWordings(term).length > 0;
  if (!isListed && isUnknownName(term))
    return [{ name: term, wordings: wordingsOf([term, ...synonyms]), kind: 'unknown' }];
  if (!isSpecific(term, synonyms)) return [];
  const kind = kindOf([term, ...synonyms]);
  const core = kind === 'phrase' ? coreOf(term) : undefined;
  return [{ name: term, wordings: wordingsOf([term, ...synonyms]), kind, ...(core && { core }) }];
}

/**
 * Returns the wordings of the longest listed name within a phrase: gastric cancer for "early gastric cancer". A single
 * word counts if it names a thing rather than an outcome, organ or act: asthma in "asthma education".
 */
function coreOf(phrase: string): string[] | undefined {
  const words = phrase.split(/\s+/);
  for (let length = words.length - 1; length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const part = words.slice(at, at + length).join(' ');
      if (length > 1 ? isInLists(part) : isEntity(part)) return wordingsOf([part]);
    }
  return undefined;
}

function isInLists(term: string): boolean {
  return otherWordings(term).length > 0 || isMeshSubject(term);
}

function isEntity(word: string): boolean {
  return (
    isMeshSubject(word) &&
    !(isGenericConcept([word]) || isEverydayTerm(word.toLowerCase()) || isPreferredWording(word)) &&
    !(describes.test(word) || isGenericTerm(indexTerms(word)[0] ?? ''))
  );
}

function ofHan({ zh, en, synonyms = [], general, isUnlisted }: HanTerm): Subject[] {
  if (isUnlisted) return [{ name: zh, wordings: [zh], kind: 'unknown' }];
  if (en === undefined) return namesDrug.test(zh) ? [{ name: zh, wordings: [zh], kind: 'unknown' }] : [];
  const english = [en, ...synonyms];
  if (isFormula(zh, en)) return [{ name: zh, wordings: [zh, ...wordingsOf(english)], kind: 'known' }];
  if (general || isEverydayTerm(zh) || isPreferredWording(en)) return [];
  if (
    english.some(isOldPeople) ||
    isGenericConcept([zh, ...english]) ||
    !english.some((each) => isSpecific(each, []))
  )
    return [];
  const kind = kindOf(english);
  const core = kind === 'phrase' ? english.map(coreOf).find((each) => each !== undefined) : undefined;
  return [{ name: zh, wordings: [zh, ...wordingsOf(english)], kind, ...(core && { core }) }];
}

/** Known terms: a list has other wordings or a heading for them, or they end like names of drugs and diseases. */
function kindOf(terms: readonly string[]): Subject['kind'] {
  const isKnown = terms.some(
    (term) =>
      otherWordings(term).length > 0 ||
      isMeshSubject(term) ||
      tumourNames(term).length > 0 ||
      classNames(term).length > 0 ||
      (!/\s/.test(term) &&
        (namesEntity.test(term) || /\p{L}\d/u.test(term) || !(isEnglishWord(term) || describes.test(term)))),
  );
  return isKnown ? 'known' : 'phrase';
}

const namesEntity =
  /(?:mab|nib|statin|pril|sartan|olol|gliptin|gliflozin|glitazone|glutide|patide|cillin|mycin|floxacin|azole|vir|parin|xaban|gatran|azepam|idine|renone|camten|itis|iasis|emia|aemia|ectomy|plasty|oma|algia)s?$/i;

/** Endings of Chinese names of drugs and herbs that are in no list. */
const namesDrug = /..(?:林|汀|净|坦|尼|单抗|肽|韦|唑|酮|普利|洛尔|他滨|铂|丸|颗粒|胶囊|芪|参|芍|苓)$/;

/** Returns true for a Chinese formula, whose English is its sound: 小柴胡汤, Xiaochaihu decoction. */
function isFormula(zh: string, en: string): boolean {
  return /..(?:汤|丸|散|饮|丹|煎)$/.test(zh) && /^\p{Lu}\p{Ll}/u.test(en) && !isMeshSubject(en);
}

/**
 * Returns true for a term that names one medical thing. A single everyday word must be a listed heading or wording, or
 * end like names of diseases, drugs and procedures.
 */
function isSpecific(term: string, synonyms: readonly string[]): boolean {
  const others = synonyms.length > 0 || otherWordings(term).length > 0 || isMeshSubject(term);
  if (otherWordings(term).length > 0 || tumourNames(term).length > 0) return true;
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
 * Heads of everyday phrases for generic treatments or people: records name a "blood test" by what it measures, and a
 * "health care worker" by the profession.
 */
const generalHead =
  /\b(?:tests?|scans?|exams?|checks?|pills?|tablets?|jabs?|shots?|drugs?|medicines?|machines?|devices?|workers?|providers?|staff|teams?|doctors?|nurses?|programs?|programmes?|classes|courses?|wards?|visits?|calls?|services?|systems?|scores?|charts?|tools?|methods?|operations?|problems?)$/i;

/** Endings of single-word names that dictionaries may also contain. */
const endsAsName =
  /(?:itis|osis|emia|aemia|ectomy|plasty|oma|algia|uria|penia|plegia|statin|cillin|mycin)s?$/i;

/** Number of wordings in our own lists that need no others: more names would find more records that only mention the thing. */
const wordingsEnough = 4;

/** Adds the other listed names: our own, then those of MeSH. */
function wordingsOf(terms: readonly string[]): string[] {
  const own = new Set(
    terms
      .flatMap((term) => [term, ...classNames(term)])
      .flatMap((term) => [term, ...otherWordings(term), ...meshWordings(term)]),
  );
  const all = own.size < wordingsEnough ? [...own, ...furtherNames([...own])] : [...own];
  return [...new Set([...all, ...all.flatMap(tumourNames)])];
}

const kindOfDrug =
  /^(anti[a-z-]{4,}|(?:[a-z0-9-]+ )*[a-z0-9-]+(?:blocker|blocking|inhibitor|antagonist|agonist)) (?:drugs?|agents?|medications?|medicines?)$/i;

/** "Antiplatelet drugs" are the class "antiplatelet" with its members; "cancer drugs" are not cancer. */
function classNames(term: string): string[] {
  const [, name] = kindOfDrug.exec(term) ?? [];
  return name && (isMeshClass(name) || otherWordings(name).length > 0) ? [name] : [];
}

const wordCharacters = /[\p{L}\p{N}]+/gu;

/** Endings of adjectives and verb forms, which describe a subject without naming one. */
const describes =
  /(?:ic|al|ous|ive|ary|(?<!ster|opi|retin|flavon|carcin|cannabin)oid|ed|ing|ly|ar|able|ible|less|wise|ness|adjuvant)$/i;

/**
 * Returns true for an unlisted name: its words are in no English dictionary, or it is written like a name (ChatGPT,
 * YAR1). Adjectives, capitalized everyday words and compounds of everyday words do not count.
 */
function isUnknownName(term: string): boolean {
  if (
    /\s|--|['’]|^(?:pmids?|dois?)$/i.test(term) ||
    /\p{Script=Han}/u.test(term) ||
    isMedicalTerm(term, false)
  )
    return false;
  const words = term.match(wordCharacters) ?? [];
  const isMixed = /\p{Ll}\p{Lu}/u.test(term);
  const unknown = words.filter(
    (word) => !/^\d/.test(word) && !isEnglishWord(word) && (isMixed || !isCompound(word)),
  );
  if (unknown.length === 0 || unknown.every((word) => isGenericTerm(indexTerms(word)[0] ?? ''))) return false;
  const last = words.at(-1) ?? '';
  // Descriptions ("histology-related", "cruciate-retaining") or examples of many ("Elavil-type").
  if (words.length > 1 && (describes.test(last) || isExample.test(last))) return false;
  // A stage, class or type: "NYHA class III", "T3N1"; how often something was: "x3".
  if (/^[IVX]+$|^x\d{1,2}$|^[cpy]{0,2}T[0-4x][a-d]?(?:N[0-3x][a-c]?)?(?:M[01x])?$/i.test(term)) return false;
  if (isMixed || /\p{L}\d|^\p{Lu}{3,}/u.test(term)) return true;
  return unknown.some(
    (word) => word.length >= (startsAsName.test(word) ? nameMin : wordMin) && !describes.test(word),
  );
}

/** Minimum number of letters of an unknown name; fewer if it is written like one ("Zika"). */
const wordMin = 5;
const nameMin = 4;
const startsAsName = /^\p{Lu}\p{Ll}/u;

const isExample = /^(?:type|types|like|style|brand|kind)$/i;

const prefixes =
  /^(?:angio|anti|bi|bio|cardio|chemo|co|de|dis|electro|extra|hydro|hyper|hypo|immuno|inter|intra|macro|micro|mis|mono|multi|nano|neo|neuro|non|out|over|peri|photo|physio|poly|post|pre|psycho|radio|re|self|semi|sub|super|tele|trans|tri|ultra|un|under)(?=\p{L}{3})/iu;

/** Maximum length, beyond any two dictionary words together: each possible split costs time. */
const compoundMax = 40;

/** Returns true if a word is a compound of two everyday words: shockwave, outflow, nonmodel. */
function isCompound(word: string): boolean {
  if (word.length > compoundMax) return false;
  const rest = word.replace(prefixes, '');
  if (rest !== word && isEnglishWord(rest)) return true;
  for (let at = 4; at <= word.length - 4; at++)
    if (isEnglishWord(word.slice(0, at)) && isEnglishWord(word.slice(at))) return true;
  return false;
}

/** Returns true for everyday words that no record is about: "fine", "start", "morning". */
export function isOrdinary({ term, synonyms }: Concept): boolean {
  if (synonyms.length > 0 || isMedicalTerm(term, false)) return false;
  return (term.match(wordCharacters) ?? []).every(isEnglishWord);
}
