import { isGenericTerm } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { askedIntervention } from '../asked-interventions.ts';
import { englishConcepts } from '../english-concepts.ts';
import { isGenericConcept } from '../outcome-terms.ts';
import { populationsInWords } from '../question-hints.ts';
import { isFollowUpWord, isOutcomeWord } from './follow-up-words.ts';
import { type Named, namedIn } from './named-in.ts';
import { isStatistic, namesStatistic } from './statistics.ts';
import type { Turn } from './turn.ts';

const opener =
  /^\W{0,9}(?:(?:and|but|or|so|also|then|ok(?:ay)?|well|now|plus)\b\W{0,3}){0,2}(?:(?:what|how) about|what if (?:it['’]?s|we (?:use|give|add)|the patient (?:is|has|takes))|(?:is it|it is) the same (?:for|in|with)|(?:the )?same (?:for|in|with)|(?:and|but|or|so|also|then|plus)\b)\W{0,3}/i;
const compares =
  /^\W{0,9}(?:(?:and|but|or|so)\W{1,3})?(?:(?:as |when )?compared? (?:it |them |this )?(?:with|to|against)|versus|vs\.?|(?:better|worse|safer|cheaper|more \w{3,12}|superior|inferior|non-?inferior) (?:than|to)|than|rather than|instead of|relative to|against)\s/i;
const joins =
  /\b(?:than|compared (?:with|to)|versus|vs\.?|combin\w+ with|together with|along with|in addition to|on top of|interact\w* with|(?:add|adding|added) to|with) |\b(?:better|safer|superior|worse|inferior|cheaper|stronger|as (?:good|effective|safe))\b(?!.*\bthan\b)/i;
const prepositions =
  /^\W{0,9}(?:only |especially |just )?(?:in|among|for|with|without|during|after|before|at|on|by|from|under|over|within|through|via|per)\s/i;
const auxiliary =
  /^\W{0,9}(?:(?:and|but|or|so|then|also|well|ok(?:ay)?)\W{1,3})?(?:does|do|did|is|are|was|were|can|could|will|would|should|shall|has|have|had|may|might|must)(?:n['’]t)?\s+(?:there\s+)?(.*)$/i;
const laterAuxiliary = /[,;:–-]\s{0,3}(?:does|do|did|is|are|can|could|will|would|should)\b/i;
const questionWord = /^\W{0,9}(?:and\s|but\s|so\s)?(?:what|which|how|why|when|who|whom|where|whose)\b/i;
const pronoun = /\b(?:it|its|they|them|their|theirs|this|that|these|those|one|ones|either|both|such)\b/i;
/** "Is it safe to take ibuprofen?", "Is it true that": the pronoun refers to what follows. */
const expletive =
  /\bit (?:is |was |be |['’]s )?(?:\w{1,12} ){0,2}\w{2,14} (?:to|that|for|if|when|whether)\b|\b(?:is|was) it (?:\w{2,14} ){1,3}(?:to|that|for|if|when|whether)\b/i;
/** "This drug", "that trial": with a noun of its own the pronoun may be no pronoun: "the fact that". */
const conjunction = /\b(?:fact|evidence|true|known|show|shows|suggest|suggests|sure|idea|so) that\b/i;
const treats =
  /\b(?:treat(?:s|ing)?|(?:work|help|good|useful|effective|used|indicated|approved)s? (?:for|in|against|with)|cures?)\b/i;
/** A pronoun as the object of what a subject of its own does: "Does tamoxifen cause them?" */
const objectPronoun =
  /\b(?:causes?|prevents?|treats?|affects?|increases?|reduces?|improves?|worsens?|helps?|relieves?|with|for|against) (?:it|them|this|that|these|those|either|both)\W*$/i;
/** Ends of questions that leave open what for: "Would losing weight help?", "Does rosuvastatin do the same?" */
const endsOpen =
  /\b(?:help|work|matter|suffice|do (?:the same|so|as well)|be (?:enough|useful|effective|as (?:good|effective|safe)|the same)|make a difference)\W*$/i;
/** People in general as the grammatical subject, who are asked to do something about the subject before: "Should we transfuse?" */
const personal =
  /^(?:i|we|he|she|you|one|doctors?|clinicians?|(?:the |my |our |this )?patients?)\s+(?:still |also |ever |then )?(.*)$/i;
const gives = /^(?:use|take|give|try|start|prescribe|offer)\s/i;
const substitutes = /\b(?:instead|too|as well|likewise|similar(?:ly)?)\b\W*$/i;
const determiner =
  /^(?:the|an?|any|all|some|more|most|many|these|those|this|that|such|its|their|there|much|fewer|less)\s+/i;
const ofChange =
  /\b(?:reduced|increased|lower|higher|more|less|fewer|better|worse|improved|affected|changed|different|same|similar|common|frequent|rarer?)\b/i;

/** Reads an English message as a follow-up (see readTurn). */
export function readEnglish(message: string): Turn | undefined {
  const subjects = namedIn(message);
  const agents = subjects.filter(({ kind }) => kind !== 'condition');
  const conditions = subjects.filter(({ kind }) => kind === 'condition');
  const phrase = message.replace(opener, '').replace(/[?!.\s]{1,9}$/, '');
  if (isStatistic(message) && subjects.length === 0) return { phrase, subjects, relation: 'detail' };
  if (compares.test(message)) return { phrase, subjects, relation: 'added' };
  const clause = auxiliary.exec(message) ?? auxiliary.exec(phrase);
  const isOpened = opener.test(message);
  const isReferring = refersBack(message, subjects);
  if (clause && agents.length === 1 && conditions.length === 0 && objectPronoun.test(message) && !isReferring)
    return { phrase, subjects, relation: 'instead' };
  if (clause && !isReferring) {
    const head = headOf(clause[1] ?? '');
    // "Should children with asthma exercise?" says all that it asks about.
    const isOfNothing = agents.length === 0 && isAsked(head) && (conditions.length === 0 || !isPeople(head));
    if (isOfNothing) return { phrase, subjects, relation: subjects.length > 0 ? 'outcome' : 'detail' };
    if (endsOpen.test(phrase) && conditions.length === 0 && agents.length < 2)
      return { phrase, subjects, relation: agents.length > 0 ? 'instead' : 'detail' };
    const [, act] = personal.exec(clause[1] ?? '') ?? [];
    if (act !== undefined && conditions.length === 0) {
      const words = act.split(/\s+/).length;
      if (words < 3 && agents.length === 1 && gives.test(act))
        return { phrase, subjects, relation: 'instead' };
      if (words < 2 || (agents.length === 0 && unlistedIn(act).length < 2))
        return { phrase, subjects, relation: 'detail' };
    }
    if (subjects.length === 0 && !isOpened) return undefined;
    // "Is paracetamol better?" compares it with what was asked about before.
    if (agents.length === 1 && conditions.length === 0) {
      if (/\bthan\b/i.test(phrase)) return undefined;
      if (substitutes.test(message) || isOpened) return { phrase, subjects, relation: 'instead' };
      return joins.test(message) && !/ with /.test(message)
        ? { phrase, subjects, relation: 'added' }
        : undefined;
    }
    if (agents.length === 0 && conditions.length > 0 && isOpened && ofChange.test(phrase))
      return { phrase, subjects, relation: 'outcome' };
    if (subjects.length > 0 && !substitutes.test(message)) return undefined;
    return isOpened ? { phrase, subjects, relation: 'instead' } : undefined;
  }
  if (isReferring) {
    if (agents.length > 0 && joins.test(message)) return { phrase, subjects, relation: 'added' };
    if (agents.length > 0) return { phrase, subjects, relation: 'outcome' };
    if (conditions.length > 0 && treats.test(phrase)) return { phrase, subjects, relation: 'purpose' };
    return { phrase, subjects, relation: conditions.length > 0 ? 'outcome' : 'detail' };
  }
  if (prepositions.test(phrase) || prepositions.test(message)) {
    if (laterAuxiliary.test(phrase)) return undefined;
    if (
      /^\W{0,9}(?:combined |together )?with\s/i.test(phrase) &&
      agents.length > 0 &&
      conditions.length === 0
    )
      return { phrase, subjects, relation: 'added' };
    return { phrase, subjects, relation: 'detail' };
  }
  if (questionWord.test(phrase)) {
    if (subjects.length > 0)
      return isOpened && !(agents.length > 0 && conditions.length > 0)
        ? { phrase, subjects, relation: 'instead' }
        : undefined;
    return namesUnlisted(phrase) ? undefined : { phrase, subjects, relation: 'detail' };
  }
  return readFragment(message, phrase, { agents, conditions }, isOpened);
}

/** Reads words without a verb: "And calcium?", "bleeding risk?", "NNT?" */
function readFragment(
  message: string,
  phrase: string,
  { agents, conditions }: { agents: Named[]; conditions: Named[] },
  isOpened: boolean,
): Turn | undefined {
  const subjects = [...agents, ...conditions];
  const words = phrase.split(/\s+/).length;
  // "Antibiotics instead?"
  const isPutFirst = isOpened || substitutes.test(message);
  const isAsked = isPutFirst || /[?？]\s*$/.test(message);
  if (agents.length > 0 && conditions.length > 0) return undefined;
  if (words > fragmentWordsMax) return undefined;
  // "Pneumonia?" asks for a consequence, "and pneumonia?" for another disease.
  const ofCondition = isPutFirst ? 'instead' : 'outcome';
  if (subjects.length > 0)
    return isAsked ? { phrase, subjects, relation: agents.length > 0 ? 'instead' : ofCondition } : undefined;
  const concepts = englishConcepts(phrase);
  if (concepts.length === 0) return undefined;
  const unlisted = unlistedIn(phrase);
  if (isPutFirst && unlisted.length > 0) return { phrase, subjects: unlisted, relation: 'instead' };
  return isAsked || unlisted.length === 0 ? { phrase, subjects, relation: 'detail' } : undefined;
}

/** Maximum number of words without a verb that are a follow-up rather than a topic to search. */
const fragmentWordsMax = 6;

/** Everyday things after "and", such as coffee or smoking, that are no subject of a question by themselves. */
function unlistedIn(phrase: string): Named[] {
  return englishConcepts(phrase)
    .filter(
      ({ term, synonyms }) =>
        !isOfFollowUps(term, synonyms) || askedIntervention(`does ${term}`, [term]) !== undefined,
    )
    .map(({ term }) => ({ name: term, kind: 'drug' }));
}

/** Returns true if a pronoun refers to an earlier message: nothing in this one before it can be meant. */
function refersBack(message: string, subjects: readonly Named[]): boolean {
  const [found] = pronoun.exec(message.replace(endsOpen, ' ')) ?? [];
  if (found === undefined || conjunction.test(message)) return false;
  const at = message.search(pronoun);
  if (subjects.some(({ name }) => before(message, name, at))) return false;
  return !(expletive.test(message) && subjects.length > 0);
}

function before(message: string, name: string, at: number): boolean {
  const found = message.toLowerCase().indexOf(name.toLowerCase());
  return found >= 0 && found < at;
}

/** Returns the first word of a clause after its auxiliary, without articles. */
function headOf(clause: string): string[] {
  return clause
    .replace(determiner, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}'’-]+/u)
    .filter(Boolean)
    .slice(0, 2);
}

/** Returns true if the grammatical subject of a question is an outcome, people or studies: "Is mortality reduced?" */
function isAsked([first = '', second = '']: readonly string[]): boolean {
  return (
    isFollowUpWord(first) ||
    isOutcomeWord(first) ||
    namesStatistic(first) ||
    (isGenericTerm(indexTerms(first)[0] ?? '') && (isFollowUpWord(second) || isOutcomeWord(second)))
  );
}

/** Returns true if the grammatical subject of a question is people: "Are men affected?" */
function isPeople([first = '', second = '']: readonly string[]): boolean {
  return [first, `${first} ${second}`].some(
    (each) =>
      /^(?:adults?|people|patients?|wom[ae]n|m[ae]n)$/.test(each) || populationsInWords(each).length > 0,
  );
}

/** "How many needles", "which antibiotic": the noun is what is asked, no subject of its own. */
const askedNoun = /\b(?:how (?:many|much)|which|what(?: (?:kind|type|sort)s? of)?)\s+(?:other\s+)?[a-z-]+/gi;

/** Participles for what is or was done: "needed", "stopped". */
const participle =
  /\b(?:is|are|was|were|be|been|being|get|got) (?:[a-z]{2,10} )?[a-z]{2,14}(?:ed|en|ing)\b/gi;

/** Returns true if a question names an everyday thing that it is about, although no list has it. */
function namesUnlisted(phrase: string): boolean {
  const rest = phrase.replace(askedNoun, ' ').replace(participle, ' ');
  return englishConcepts(rest).some(
    ({ term, synonyms }) => !isOfFollowUps(term, synonyms) && !/(?:est|ly|ier)$/.test(term),
  );
}

/** Returns true for words about results, people and studies in general, which are nobody's subject. */
function isOfFollowUps(term: string, synonyms: readonly string[] = []): boolean {
  return (
    isGenericConcept([term, ...synonyms]) ||
    namesStatistic(term) ||
    term
      .split(/[\s-]+/)
      .every(
        (word) => isFollowUpWord(word.toLowerCase()) || indexTerms(word).every((each) => isGenericTerm(each)),
      )
  );
}
