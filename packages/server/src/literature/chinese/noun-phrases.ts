import { chineseNumber, chineseQuantity, chineseStatistics, type Token } from './finding-tokens.ts';
import { transitive } from './finding-verbs.ts';
import { nounOf, type PhraseDictionary, phraseKey } from './phrase-dictionary.ts';
import { bare, prepositions } from './phrase-joins.ts';
import {
  changes,
  determiners,
  differences,
  isMarked,
  isPeople,
  isQuantity,
  ofMeasure,
  relations,
} from './phrase-measures.ts';
import { agesOf, causes, participles } from './phrase-participles.ts';
import type { PhraseReader } from './phrase-reader.ts';

/** Changes that are also verbs. */
const isParticiple = /ed$/;

/** Matches abbreviations and names of genes that Chinese texts use unchanged: HbA1c, COPD, LDL-C, IL-6, TNF-α. */
const isShortForm =
  /^(?=[^a-z]*[A-Z]|[A-Z][a-z]-\d)(?=.*[A-Z\d].*[A-Z\d])(?!.*[a-z]{3})[A-Za-z\d][A-Za-z\d\u0370-\u03ff/+-]{1,11}$/;

const isPlainWord = /^[\p{L}\d'’+/-]+$/u;

const roman = /^(?:I{1,3}|IV|V|VI{0,3})$/;

/** Reads English noun phrases completely as Chinese: every word is carried, or there is no phrase. */
export class NounPhrases implements PhraseReader {
  readonly tokens: readonly Token[];
  readonly #dictionary: PhraseDictionary;
  readonly #asked: (words: readonly string[]) => string | undefined;
  readonly #known = new Map<number, string | undefined>();

  /** @param asked Chinese of the question's words, which the reader chose. */
  constructor(
    tokens: readonly Token[],
    dictionary: PhraseDictionary,
    asked: (words: readonly string[]) => string | undefined,
  ) {
    this.tokens = tokens;
    this.#dictionary = dictionary;
    this.#asked = asked;
  }

  /** Returns a reader of other tokens with the same words. */
  of(tokens: readonly Token[]): NounPhrases {
    return new NounPhrases(tokens, this.#dictionary, this.#asked);
  }

  phrase(start: number, end: number): string | undefined {
    if (start >= end || start < 0) return undefined;
    const place = start * 128 + end;
    if (this.#known.has(place)) return this.#known.get(place);
    this.#known.set(place, undefined);
    const found = this.#read(start, end);
    this.#known.set(place, found);
    return found;
  }

  isTerm(start: number, end: number): boolean {
    const from = determiners.test(this.lower(start)) ? start + 1 : start;
    return this.#lookUp(from, end) !== undefined;
  }

  lower(at: number): string {
    return this.tokens[at]?.lower ?? '';
  }

  words(start: number, end: number): string {
    return this.tokens
      .slice(start, end)
      .map(({ lower }) => lower)
      .join(' ');
  }

  #read(start: number, end: number): string | undefined {
    const last = this.tokens[end - 1];
    if (!last || last.kind === 'mark') return undefined;
    if (last.kind === 'bracket') {
      const inside = this.bracket(end - 1);
      // An abbreviation belongs to the last part.
      if (inside && !/\d/.test(inside)) {
        const parted = this.#changed(start, end) ?? this.#coordinated(start, end) ?? this.#joined(start, end);
        if (parted) return parted;
      }
      const before = inside === undefined ? undefined : this.phrase(start, end - 1);
      return before && `${before}${inside}`;
    }
    // "HIS" is the name of a group.
    if (determiners.test(this.lower(start)) && !/^[A-Z]{2,}$/.test(this.tokens[start]?.text ?? ''))
      return this.phrase(start + 1, end);
    if (this.lower(start) === 'both')
      return this.words(start, end).includes(' and ') ? this.phrase(start + 1, end) : undefined;
    const whole = this.#lookUp(start, end);
    // "HIV-positive" is no noun.
    if (whole) return end - start === 1 && isAttribute.test(this.lower(start)) ? undefined : whole;
    return (
      this.#counted(start, end) ??
      this.#changed(start, end) ??
      this.#coordinated(start, end) ??
      this.#joined(start, end) ??
      this.#participle(start, end) ??
      this.#compound(start, end)
    );
  }

  /** Returns a bracket in Chinese: figures, an abbreviation or a phrase. */
  bracket(at: number): string | undefined {
    const inside = this.tokens[at]?.text.slice(1, -1).trim() ?? '';
    const figures = chineseStatistics(inside);
    if (figures) return `（${figures}）`;
    if (isShortForm.test(inside.replace(/s$/, ''))) return `（${inside.replace(/(?<=[A-Z])s$/, '')}）`;
    return undefined;
  }

  #lookUp(start: number, end: number): string | undefined {
    const words = this.tokens.slice(start, end);
    if (words.some(({ text }) => !isPlainWord.test(text))) return undefined;
    if (
      words.length > this.#dictionary.longest ||
      words.some(({ kind }) => kind === 'mark' || kind === 'bracket')
    )
      return undefined;
    const [only] = words;
    if (words.length === 1 && only) {
      if (only.lower === 'controls') return '对照';
      const shortForm = this.#shortForm(only.text);
      if (shortForm) return shortForm;
    }
    const spelled = words.map(({ lower }) => lower);
    const found = nounOf(this.#dictionary, spelled) ?? this.#asked(words.map(({ text }) => text));
    if (found) return found;
    return words.length === 1 && only ? this.#hyphened(only.text) : undefined;
  }

  /** Returns an abbreviation, which the lexicon may have as a word: AGEs are not ages. */
  #shortForm(text: string): string | undefined {
    const bare = text.replace(/(?<=[A-Z\d])s$/, '');
    return isShortForm.test(bare) && !roman.test(bare) && !/^\d+[A-Z]$/.test(bare) ? bare : undefined;
  }

  /** Returns a hyphenated word, by its parts. */
  #hyphened(text: string): string | undefined {
    const [, first = '', second = ''] = /^([^-]{2,30})-([^-]{2,30})$/.exec(text) ?? [];
    if (first === '') return undefined;
    const one = this.#word(first);
    const suffix = suffixes[second.toLowerCase()];
    if (suffix) return one && suffix(one);
    const prefix = prefixes[first.toLowerCase()];
    const two = prefix && this.#word(second);
    return two && prefix(two);
  }

  #word(text: string): string | undefined {
    return this.#shortForm(text) ?? nounOf(this.#dictionary, [text.toLowerCase()]) ?? this.#asked([text]);
  }

  /** "Three trials", "12% of patients", "25 patients". */
  #counted(start: number, end: number): string | undefined {
    const first = this.tokens[start];
    const number = first && chineseNumber(first);
    if (!number) return undefined;
    const quantity = chineseQuantity(this.tokens.slice(start, end));
    if (quantity) return quantity;
    if (this.lower(start + 1) === 'of' && !/%$/.test(number)) return undefined;
    if (/%$/.test(number) && this.lower(start + 1) === 'of') {
      const of = this.phrase(start + 2, end);
      return of && `${number}的${of}`;
    }
    const noun = /%$|[.]/.test(number) ? undefined : this.phrase(start + 1, end);
    return noun && isPeople.test(noun) && !/[例员队列鼠]$/.test(noun) ? `${number}名${noun}` : undefined;
  }

  #changed(start: number, end: number): string | undefined {
    const [at, how] = /^(?:significantly|statistically)$/.test(this.lower(start))
      ? [start + 1, '显著']
      : [start, ''];
    const change = changes[this.lower(at)];
    if (!change) return undefined;
    const of = this.#joins(at + 1, end) ? undefined : this.phrase(at + 1, end);
    return of && `${of}${how}${change}`;
  }

  /** Returns true if a second phrase with a change or a determiner of its own follows an "and". */
  #joins(start: number, end: number): boolean {
    for (let at = start; at < end - 1; at++)
      if (
        /^(?:and|or|,)$/.test(this.lower(at)) &&
        (determiners.test(this.lower(at + 1)) || changes[this.lower(at + 1)])
      )
        return true;
    return false;
  }

  /** "A and B", "A, B, and C". */
  #coordinated(start: number, end: number): string | undefined {
    const joint = this.#jointOf(start, end);
    if (joint < 0) return undefined;
    // A preposition may belong to all parts or to one.
    for (let at = start; at < end; at++) if (prepositions[this.lower(at)]) return undefined;
    if (isBaseVerb(this.lower(joint + 1))) return undefined;
    // "And significantly increased the risk" has a verb of its own.
    if (/ly$/.test(this.lower(joint + 1)) && isParticiple.test(this.lower(joint + 2))) return undefined;
    if (isParticiple.test(this.lower(joint + 1)) && /^(?:the|an?)$/.test(this.lower(joint + 2)))
      return undefined;
    const isOwn = isMarked(this.lower(joint + 1));
    // "Incidence and severity of pain": the pain is of both. "Expression of A and B": of both.
    if (!isOwn && (this.#isShared(start, joint, end) || this.#isPartOfLast(start, joint, end)))
      return undefined;
    const word = { or: '或', 'and/or': '和（或）' }[this.lower(joint)] ?? '和';
    // "Between A and B" is a relation.
    for (let at = start; at < joint; at++)
      if (/^(?:between|both|either|neither)$/.test(this.lower(at))) return undefined;
    // "Reduced stroke and increased bleeding" has two verbs, unless both are parts of one phrase.
    if (isParticiple.test(this.lower(joint + 1)) && !changes[this.lower(start)]) return undefined;
    const lastPart = this.phrase(joint + 1, end);
    if (!lastPart) return undefined;
    // "Patients with A and a normal B" have both.
    if (/(?:^| )(?:with|without)(?: |$)/.test(this.words(start, joint)) && !isPeople.test(lastPart))
      return undefined;
    const parts: string[] = [];
    const stop = this.lower(joint - 1) === ',' ? joint - 1 : joint;
    for (let from = start; from < stop; ) {
      let to = from;
      while (to < stop && this.lower(to) !== ',') to++;
      const part = this.phrase(from, to);
      if (!part) return undefined;
      parts.push(part);
      from = to + 1;
    }
    return parts.length > 0 ? `${parts.join('、')}${word}${lastPart}` : undefined;
  }

  /** The last joint, or the last one after which a phrase with a determiner of its own begins. */
  #jointOf(start: number, end: number): number {
    let last = -1;
    for (let at = end - 2; at > start; at--) {
      if (!/^(?:and|or|and\/or)$/.test(this.lower(at))) continue;
      if (isMarked(this.lower(at + 1))) return at;
      if (last < 0) last = at;
    }
    return last;
  }

  #isShared(start: number, joint: number, end: number): boolean {
    let at = joint + 1;
    while (at < end && !prepositions[this.lower(at)]) at++;
    if (at === end) return false;
    for (let before = start; before < joint; before++) if (prepositions[this.lower(before)]) return false;
    const head = phraseKey(this.words(joint + 1, at).split(' '));
    if (/^(?:with|without)$/.test(this.lower(at))) {
      const [one, two] = [this.phrase(start, joint), this.phrase(joint + 1, at)];
      return isPeople.test(one ?? '') && isPeople.test(two ?? '');
    }
    return ofMeasure[head] !== undefined || differences[head] !== undefined || relations[head] !== undefined;
  }

  /** Returns true if what is joined belongs to the phrase after a preposition: "risk of stroke and bleeding". */
  #isPartOfLast(start: number, joint: number, end: number): boolean {
    let hasPreposition = false;
    for (let at = start; at < joint; at++) hasPreposition ||= prepositions[this.lower(at)] !== undefined;
    if (!hasPreposition) return false;
    const right = this.phrase(joint + 1, end);
    if (right === undefined) return false;
    let head = start;
    while (!prepositions[this.lower(head)]) head++;
    return !isQuantity.test(right) || ofMeasure[bare(this, start, head)] === undefined;
  }

  #joined(start: number, end: number): string | undefined {
    for (let at = start + 1; at < end - 1; at++) {
      const join = prepositions[this.lower(at)];
      if (!join) continue;
      return join(this, start, at, end);
    }
    return undefined;
  }

  /** "Patients undergoing surgery", "women aged 50 years or older". */
  #participle(start: number, end: number): string | undefined {
    for (let at = start + 1; at < end - 1; at++) {
      for (const [words, format] of participles) {
        if (this.words(at, at + words.length) !== words.join(' ')) continue;
        if (words[1] === undefined && words[0] === 'aged') {
          const recipient = this.phrase(start, at);
          const ages = recipient && isPeople.test(recipient) ? agesOf(this.words(at + 1, end)) : undefined;
          return ages && `${ages}${recipient}`;
        }
        const people = this.lower(start) === 'those' && at === start + 1 ? '者' : this.phrase(start, at);
        if (!people || !isPeople.test(people)) continue;
        const what = this.phrase(at + words.length, end);
        if (what?.includes('（')) return undefined;
        if (what) return people === '者' ? format('', what).replace(/的$/, '者') : format(people, what);
      }
    }
    for (let at = start + 1; at < end - 2; at++) {
      const format = causes[this.words(at, at + 2)];
      if (!format) continue;
      const [item, what] = [this.phrase(start, at), this.phrase(at + 2, end)];
      return item && what && !isPeople.test(item) ? format(item, what) : undefined;
    }
    return undefined;
  }

  /** Joins the fewest parts of a compound: "serum vitamin D concentration". */
  #compound(start: number, end: number): string | undefined {
    if (end - start > 7) return undefined;
    for (let at = start; at < end; at++)
      if (this.tokens[at]?.kind === 'mark' || prepositions[this.lower(at)]) return undefined;
    const best = new Map<number, { parts: number; zh: string }>();
    for (let at = end - 1; at >= start; at--) {
      for (let to = at + 1; to <= end; to++) {
        const rest = to === end ? { parts: 0, zh: '' } : best.get(to);
        if (!rest || (at === start && to === end)) continue;
        const word =
          to === end ? this.#head(start, at, to) : (this.#modifier(at, to) ?? this.#part(start, at, to));
        if (!word) continue;
        const parts = rest.parts + 1;
        const known = best.get(at);
        if (!known || parts < known.parts) best.set(at, { parts, zh: `${spaced(word, rest.zh)}` });
      }
    }
    const found = best.get(start);
    return found && found.parts <= 3 ? found.zh : undefined;
  }

  /** Returns the Chinese of a part of a compound that begins at `from`: "nuclear factor" is no 因素. */
  #part(from: number, start: number, end: number): string | undefined {
    const isFactor = end - start === 1 && /^factors?$/.test(this.lower(start));
    const isSlowing = this.lower(start) === 'depression' && isOfSlowing.test(this.lower(start - 1));
    if (isSlowing) return undefined;
    if (isFactor && start > from && !isOfFactors.test(this.lower(start - 1))) return undefined;
    return this.#lookUp(start, end);
  }

  /** Returns the Chinese of the last part, a noun. */
  #head(from: number, start: number, end: number): string | undefined {
    const isNoNoun = isAttribute.test(this.lower(start)) || this.lower(start) === 'control';
    return end - start === 1 && isNoNoun ? undefined : this.#part(from, start, end);
  }

  #modifier(start: number, end: number): string | undefined {
    if (end - start === 1 && this.lower(start) === 'control') return '对照';
    if (end - start > 3) return undefined;
    const words = this.tokens.slice(start, end).map(({ lower }) => lower);
    const known = this.#dictionary.modifiers.get(phraseKey(words));
    if (known) return known;
    if (end - start !== 3 || this.lower(start + 1) !== 'and') return undefined;
    const [one, two] = [words[0] ?? '', words[2] ?? ''].map((word) =>
      this.#dictionary.modifiers.get(phraseKey([word])),
    );
    return one && two && `${one.replace(/的$/, '')}和${two}`;
  }
}

function spaced(one: string, two: string): string {
  return /[A-Za-z\d]$/.test(one) && /^[A-Za-z\d]/.test(two) ? `${one} ${two}` : `${one}${two}`;
}

const isAttribute =
  /-(?:induced|related|associated|dependent|specific|based|free|positive|negative|treated|mediated|deficient|infected|resistant|containing)$/;
const isOfFactors =
  /^(?:risk|environmental|genetic|other|several|important|clinical|psychological|social|prognostic|protective|predictive|dietary|socioeconomic|key|significant|main|major|common|independent)$/;

/** Things that are depressed without being sad. */
const isOfSlowing =
  /^(?:respiratory|myocardial|cardiac|marrow|segment|st|inbreeding|cortical|spreading|tongue)$/;

/** "Suppress A and increase B": a second verb. */
const isBaseVerb = (word: string) => transitive.get(word)?.isBase === true;

const prefixes: Record<string, (two: string) => string> = {
  post: (two) => `${two}后`,
  non: (two) => `非${two}`,
};

const suffixes: Record<string, (one: string) => string> = {
  induced: (one) => `${one}诱发的`,
  related: (one) => `${one}相关`,
  associated: (one) => `${one}相关`,
  dependent: (one) => `${one}依赖性`,
  specific: (one) => `${one}特异性`,
  based: (one) => `基于${one}的`,
  free: (one) => `无${one}`,
  positive: (one) => `${one}阳性`,
  negative: (one) => `${one}阴性`,
  treated: (one) => `${one}治疗的`,
  mediated: (one) => `${one}介导的`,
  deficient: (one) => `${one}缺陷的`,
  infected: (one) => `${one}感染的`,
  resistant: (one) => `${one}耐药的`,
  containing: (one) => `含${one}的`,
};
