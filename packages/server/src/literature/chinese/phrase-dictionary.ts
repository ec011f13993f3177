import { readFileSync } from 'node:fs';
import { medicalEntries, reportLexicon } from '@citewell/core/lexicon/chinese.ts';
import { isEnglishWord } from '@citewell/core/lexicon/english-words.ts';
import { readLexicon } from '@citewell/core/lexicon/read-lexicon.ts';
import { americanSpelling } from '@citewell/core/text/spelling.ts';
import { foldText } from '@citewell/core/text/words.ts';
import { meshHeading } from '../query/mesh/mesh.ts';
import { studyGroups } from '../studies/study-groups.ts';
import { predicates } from './finding-verbs.ts';
import { ofFindings } from './terms-of-findings.ts';

/** Chinese of English phrases, and of words that only stand before a noun. */
export type PhraseDictionary = {
  nouns: ReadonlyMap<string, string>;
  modifiers: ReadonlyMap<string, string>;
  /** Chinese of other wordings of an entry, with its usual one: some are only related, see nounOf. */
  others: ReadonlyMap<string, { zh: string; usual: string }>;
  /** Words of the longest phrase. */
  longest: number;
};

/** Colloquial entries of the lexicon that suit a question but not a finding. */
const isColloquial = /[吗么呢吧]|会|不好|怎|[我你他她]|什么|多少|打|喝|吃/;

/** Words that are verbs or function words in most sentences: single-word entries of the lexicon for them are not used. */
const isNoTerm =
  /^(?:.{1,2}|except|without|unless|despite|via|per|plus|minus|like|unlike|versus|regardless|own|few|much|rather|too|quite|almost|nearly|ever|never|again|once|twice|first|second|third|last|next|former|latter|another|else|proportion|any|all|none|one|total|various|both|whole|double|[a-z]+ly|[a-z]+ed|[a-z]{1,5}ing|about|after|also|although|and|are|because|before|being|both|but|can|could|did|does|each|either|even|had|has|have|having|how|however|into|its|less|made|make|many|may|might|more|most|much|neither|nor|not|only|other|our|out|over|same|should|show|shows|since|some|such|than|that|the|their|them|then|there|these|they|this|those|thus|time|times|under|until|upon|very|was|were|what|when|where|which|while|who|recipient|will|with|within|would|yet|help|need|lead|allow|offer|remain|cause|include|require|suggest|indicate|provide|promote|reduce|increase|improve|prevent|predict|appear|seem|become|develop|occur|follow|add|agree|know|understand|think|find|take|give|get|come|go)$/;

/** Returns the key of a phrase: its words in American spelling, in the singular. */
export function phraseKey(words: readonly string[]): string {
  return words.map(wordKey).join(' ');
}

const keys = new Map<string, string>();

function wordKey(word: string): string {
  const known = keys.get(word);
  if (known !== undefined) return known;
  if (keys.size > 50_000) keys.clear();
  const key = singular(americanSpelling(foldText(word.replace(/['’]s?$/, '').replace(/[’]/g, "'"))));
  keys.set(word, key);
  return key;
}

const irregular: Record<string, string> = {
  women: 'woman',
  men: 'man',
  children: 'child',
  mice: 'mouse',
  metastases: 'metastasis',
  diagnoses: 'diagnosis',
  prognoses: 'prognosis',
  analyses: 'analysis',
};

function singular(word: string): string {
  const other = irregular[word];
  if (other) return other;
  if (word.length < 4 || /(?:ss|us|is|diabetes|series|species|ics)$/.test(word)) return word;
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<=s|x|ch|sh)es$/, '')
    .replace(/(?<=[^s])s$/, '');
}

/** Returns true for an everyday word that is no heading of MeSH: the lexicon may have only one of its meanings. */
function isAmbiguous(word: string): boolean {
  return isEnglishWord(word) && meshHeading(word) === undefined;
}

function unwrittenWords(): ReadonlySet<string> {
  const lines = readFileSync(new URL('./unwritten-words.txt', import.meta.url), 'utf8').split('\n');
  return new Set(lines.filter((line) => !line.startsWith('#')).flatMap((line) => line.split(' ')));
}

let dictionary: PhraseDictionary | undefined;

/** Returns our own list before the lexicon, and the first wording of an entry before the others. */
export function phraseDictionary(): PhraseDictionary {
  dictionary ??= readDictionary();
  return dictionary;
}

function readDictionary(): PhraseDictionary {
  const ranks: Map<string, string>[] = Array.from({ length: 2 }, () => new Map());
  const others = new Map<string, { zh: string; usual: string }>();
  const addOther = (wording: string, zh: string, usual: string) => {
    const words = wording.toLowerCase().split(/\s+/);
    const key = phraseKey(words);
    if (words.length > 6 || others.has(key)) return;
    if (words.length === 1 && (isNoTerm.test(key) || isAmbiguous(wording))) return;
    others.set(key, { zh, usual });
  };
  const add = (rank: number, wording: string, zh: string) => {
    const words = wording.toLowerCase().split(/[\s]+/);
    if (words.length > 6 || /[()[\],;:]/.test(wording)) return;
    const key = phraseKey(words);
    if (key === '' || (words.length === 1 && (isNoTerm.test(wording.toLowerCase()) || isAmbiguous(wording))))
      return;
    const map = ranks[rank];
    const other = map?.get(key);
    // The fullest name is preferred: 脑卒中 before 卒中.
    if (
      other === undefined ||
      (rank === 0 && (zh.length > other.length || (zh.length === other.length && zh > other)))
    )
      map?.set(key, zh);
  };
  const medical = new Set<string>();
  const unwritten = unwrittenWords();
  for (const [zh, wordings] of medicalEntries()) {
    if (isColloquial.test(zh) || unwritten.has(zh) || !/\p{Script=Han}/u.test(zh)) continue;
    medical.add(zh);
    const [usual = '', ...further] = wordings;
    add(0, usual, zh);
    for (const wording of further) addOther(wording, zh, usual);
  }
  for (const [zh, { wordings, general, isSpoken }] of reportLexicon().entries) {
    if (general || isSpoken || medical.has(zh) || unwritten.has(zh) || isColloquial.test(zh)) continue;
    if (!/\p{Script=Han}/u.test(zh)) continue;
    const [usual = ''] = wordings;
    add(1, usual, zh);
  }
  const nouns = new Map<string, string>();
  for (const rank of ranks.toReversed()) for (const [key, zh] of rank) nouns.set(key, zh);
  const modifiers = new Map<string, string>();
  const ownWords = readLexicon(new URL('./finding-words.tsv', import.meta.url));
  for (const { group } of studyGroups) nouns.set(phraseKey(group.en.split(' ')), group.zh);
  for (const [en, zh] of Object.entries(ofFindings)) nouns.set(phraseKey(en.split(' ')), zh);
  // "Safe" is no noun; our list has the exceptions.
  for (const word of Object.keys(predicates)) nouns.delete(phraseKey([word]));
  for (const [en] of ownWords) if (en.startsWith('~')) nouns.delete(phraseKey(en.slice(1).split(' ')));
  for (const [en, zh] of ownWords) {
    const isModifier = en.startsWith('~');
    const key = phraseKey(en.replace(/^~/, '').split(' '));
    if (zh === '-') {
      nouns.delete(key);
      others.delete(key);
    } else (isModifier ? modifiers : nouns).set(key, zh);
  }
  const longest = Math.max(...Array.from(nouns.keys(), (key) => key.split(' ').length));
  return { nouns, modifiers, others, longest };
}

const checked = new Map<string, string | undefined>();

/** Returns the Chinese of a noun: of another wording of an entry only where MeSH has one heading for both. */
export function nounOf({ nouns, others }: PhraseDictionary, words: readonly string[]): string | undefined {
  const key = phraseKey(words);
  const own = nouns.get(key);
  const other = own ? undefined : others.get(key);
  if (!other) return own;
  if (!checked.has(key)) {
    const heading = meshHeading(words.join(' '));
    checked.set(key, heading !== undefined && heading === meshHeading(other.usual) ? other.zh : undefined);
  }
  return checked.get(key);
}
