import { readRates } from './finding-amounts.ts';
import { parseSubject, readDifference } from './finding-comparisons.ts';
import { readComplement } from './finding-complements.ts';
import { indexOf, openingOf, readTail, withTail } from './finding-tail.ts';
import { adverbs, changing, modals, phrasalVerbs, said, transitive } from './finding-verbs.ts';
import { isPeople, ofMeasure } from './phrase-measures.ts';
import type { PhraseReader } from './phrase-reader.ts';
import { type Before, correlating, isObserved, phraseWithTail, readBefore } from './verb-groups.ts';

/** A clause in Chinese, and its subject, which the next clause may share. */
export type Clause = { zh: string; subject: string };

/** Reads a clause completely, or two that are joined. `subject` is the one before, which a clause without its own shares. */
export function readClause(
  reader: PhraseReader,
  start: number,
  end: number,
  shared?: string,
  depth = 0,
): Clause | undefined {
  const contrast = depth === 0 ? readContrast(reader, start, end) : undefined;
  if (contrast) return contrast;
  const opened = readOpened(reader, start, end, shared);
  if (opened) return opened;
  if (depth > 1) return undefined;
  for (let at = start + 2; at < end - 2; at++) {
    const join = joints[reader.lower(at)];
    if (!join) continue;
    const isAfterComma = reader.lower(at - 1) === ',';
    if (reader.lower(at) === ',') continue;
    const one = readOpened(reader, start, isAfterComma ? at - 1 : at, shared);
    if (!one) continue;
    // "Associated with less A and increased B" states no effect on B.
    if (/(?:相关|导致|关联)/.test(one.zh) && changing[reader.lower(at + 1)]) continue;
    if (!isWhole(reader, start, at)) continue;
    const two = readClause(reader, at + 1, end, one.subject, depth + 1);
    if (two) return { zh: `${one.zh}${join}${two.zh}`, subject: one.subject };
  }
  return undefined;
}

/** Returns false where what follows belongs to what precedes: "reduces the incidence and delays the onset of A", "had less A and lower B". */
function isWhole(reader: PhraseReader, start: number, joint: number): boolean {
  const last = reader.lower(joint - 1) === ',' ? joint - 2 : joint - 1;
  const isBare = reader.lower(last - 1) === 'the' && ofMeasure[reader.lower(last)] !== undefined;
  const isVerb =
    transitive.get(reader.lower(joint + 1))?.isBase !== true ||
    /(?:^| )(?:may|might|can|could|will|should|to|did|does|do)(?: |$)/.test(reader.words(start, joint));
  return !isBare && isVerb;
}

/** "… among A but not among B" */
function readContrast(reader: PhraseReader, start: number, end: number): Clause | undefined {
  const but = indexOf(reader, 'but', start + 2, end);
  if (but < 0 || reader.lower(but + 1) !== 'not' || !/^(?:in|among)$/.test(reader.lower(but + 2)))
    return undefined;
  const one = readOpened(reader, start, reader.lower(but - 1) === ',' ? but - 1 : but, undefined);
  const where = one && reader.phrase(but + 3, end);
  if (!one || !where) return undefined;
  return { zh: `${one.zh}，但在${where}中并非如此`, subject: one.subject };
}

const joints: Record<string, string> = {
  and: '，且',
  but: '，但',
  whereas: '，而',
  while: '，而',
  ';': '；',
  although: '，尽管',
};

function readOpened(
  reader: PhraseReader,
  start: number,
  end: number,
  shared: string | undefined,
): Clause | undefined {
  const comma = indexOf(reader, ',', start + 1, end);
  for (let at = comma; at > 0 && at < Math.min(end - 2, start + 16); at = indexOf(reader, ',', at + 1, end)) {
    const opening = openingOf(reader, start, at);
    if (opening === undefined) continue;
    const main = readMain(reader, at + 1, end, shared);
    if (main) return { ...main, zh: `${opening}${main.zh}` };
  }
  return readMain(reader, start, end, shared);
}

/** Comparators in the middle of a clause: ", as compared with placebo, ". */
function readInserted(reader: PhraseReader, start: number, end: number): Clause | undefined {
  const comma = indexOf(reader, ',', start + 1, end);
  const compared = /^(?:(?:as|when) )?compared (?:with|to) /.exec(reader.words(comma + 1, comma + 5));
  if (comma < 0 || !compared) return undefined;
  const from = comma + 1 + compared[0].trim().split(' ').length;
  const close = indexOf(reader, ',', from, end);
  const comparator = close > 0 ? reader.phrase(from, close) : undefined;
  if (!comparator) return undefined;
  const tokens = [...reader.tokens.slice(start, comma), ...reader.tokens.slice(close + 1, end)];
  const main = readMain(reader.of(tokens), 0, tokens.length, undefined);
  return main && !main.zh.includes('相比') ? { ...main, zh: `与${comparator}相比，${main.zh}` } : undefined;
}

function readMain(
  reader: PhraseReader,
  start: number,
  end: number,
  shared: string | undefined,
): Clause | undefined {
  if (reader.lower(start) === 'there') return readExistence(reader, start, end);
  const inserted = shared === undefined ? readInserted(reader, start, end) : undefined;
  if (inserted) return inserted;
  if (shared !== undefined) {
    const zh = readPredicate(reader, start, end, '');
    if (zh) return { zh, subject: shared };
  }
  if (reader.lower(start) === 'no') return readNone(reader, start, end);
  if (reader.lower(start) === 'only') {
    const only = readMain(reader, start + 1, end, undefined);
    return only?.zh.startsWith(only.subject) ? { ...only, zh: `仅${only.zh}` } : undefined;
  }
  for (let at = start + 1; at < end; at++) {
    if (!isVerbLike(reader, at)) continue;
    const subject = reader.phrase(start, at);
    if (!subject) continue;
    const zh = readPredicate(reader, at, end, subject);
    if (zh) return { zh, subject };
  }
  return readRates(reader, start, end);
}

function isVerbLike(reader: PhraseReader, at: number): boolean {
  const word = reader.lower(at);
  return (
    auxiliaries.test(word) ||
    modals[word] !== undefined ||
    transitive.has(word) ||
    changing[word] !== undefined ||
    adverbs[word] !== undefined ||
    phrasalVerbs.some(([[first]]) => first === word) ||
    /^(?:differed|occurred|appears?|appeared|seems?|seemed|did|does|do|failed|had|has|have|showed|shows|developed|underwent)$/.test(
      word,
    )
  );
}

const auxiliaries = /^(?:is|are|was|were|be|has|have|had|cannot)$/;

/** "There was no difference in mortality between A and B." */
function readExistence(reader: PhraseReader, start: number, end: number): Clause | undefined {
  const be = start + 1;
  if (!/^(?:is|are|was|were)$/.test(reader.lower(be))) return undefined;
  if (reader.lower(be + 1) === 'no') return noneOf(reader, be + 2, end, '不存在');
  if (reader.tokens[be + 1]?.kind === 'number') return undefined;
  const found = phraseWithTail(reader, be + 1, end);
  return found && { zh: withTail(`存在${found.zh}`, found.tail), subject: found.zh };
}

function noneOf(reader: PhraseReader, start: number, end: number, none = '未见'): Clause | undefined {
  const found = phraseWithTail(reader, start, end);
  if (!found || found.tail.comparator || /^(?:显著)?的?差异$/.test(found.zh)) return undefined;
  const [, between, how = ''] = /^(.+)的(显著)?差异$/.exec(found.zh) ?? [];
  return {
    zh: withTail(between ? `${between}无${how}差异` : `${none}${found.zh}`, found.tail),
    subject: found.zh,
  };
}

/** "No difference was found between A and B": the phrase goes on after its verb. */
function readNone(reader: PhraseReader, start: number, end: number): Clause | undefined {
  for (let at = start + 2; at < end - 1; at++) {
    if (!/^(?:was|were)$/.test(reader.lower(at)) || !isObserved.test(reader.lower(at + 1))) continue;
    const tokens = [...reader.tokens.slice(start + 1, at), ...reader.tokens.slice(at + 2, end)];
    const whole = reader.of(tokens);
    return noneOf(whole, 0, tokens.length);
  }
  return undefined;
}

/** Reads everything from a verb to the end of its clause; `subject` is empty if it was said before. */
function readPredicate(
  reader: PhraseReader,
  start: number,
  end: number,
  subject: string,
): string | undefined {
  const first = readBefore(reader, start, end);
  const word = reader.lower(first.at);
  const isBe =
    /^(?:is|are|was|were|be)$/.test(word) ||
    (/^(?:has|have|had)$/.test(word) && reader.lower(first.at + 1) === 'been') ||
    (word === 'has' && reader.words(first.at + 1, first.at + 3) === 'not been');
  if (isBe) {
    let at = first.at + 1;
    const isPerfect = word === 'has' || word === 'have' || word === 'had';
    let isDenied = first.isDenied;
    if (isPerfect && reader.lower(at) === 'not') {
      isDenied = true;
      at++;
    }
    if (isPerfect) at++;
    const after = readBefore(reader, at, end);
    if (after.modal && first.modal) return undefined;
    // "Was found to be safe"
    if (
      /^(?:found|shown|observed|noted|reported)$/.test(reader.lower(after.at)) &&
      reader.lower(after.at + 1) === 'to'
    ) {
      const isPlain = !isDenied && !after.isDenied && !first.modal && !after.modal;
      return isPlain && `${first.adverb}${after.adverb}` === ''
        ? readPredicate(reader, after.at + 2, end, subject)
        : undefined;
    }
    return readComplement(reader, after.at, end, subject, {
      modal: first.modal || after.modal,
      isDenied: isDenied !== after.isDenied ? true : isDenied,
      adverb: `${first.adverb}${after.adverb}`,
    });
  }
  return readVerb(reader, first, end, subject);
}

function readVerb(
  reader: PhraseReader,
  { at, modal, isDenied, adverb }: Before,
  end: number,
  subject: string,
): string | undefined {
  const not = isDenied ? (modal ? '不' : '未') : '';
  const before = `${subject}${modal}${not}`;
  const how = /^[正负强密切]+$/.test(adverb) ? '' : adverb;
  for (const [words, format] of phrasalVerbs) {
    if (reader.words(at, at + words.length) !== words.join(' ')) continue;
    if (adverb !== how && words[0]?.startsWith('correlate') === false) return undefined;
    const found = phraseWithTail(reader, at + words.length, end);
    if (!found) return undefined;
    const zh = format(found.zh, correlating(adverb), isDenied);
    // Not every form has a place for them.
    if (!zh.includes(correlating(adverb)) || (isDenied && !/[未不无]/.test(zh.replace(found.zh, ''))))
      return undefined;
    if (isDenied && format(found.zh, correlating(adverb), false) === zh) return undefined;
    return withTail(`${subject}${modal}${zh}`, found.tail);
  }
  if (adverb !== how) return undefined;
  const word = reader.lower(at);
  const verb = transitive.get(word);
  if (verb) {
    const found = phraseWithTail(reader, at + 1, end);
    if (found) {
      const act = verb.effect ? said(verb.effect, found.zh) : `${verb.zh}${found.zh}`;
      if (verb.zh?.includes('：') || (found.tail.comparator && /^超过/.test(verb.zh ?? ''))) return undefined;
      return withTail(`${before}${how}${act}`, found.tail);
    }
  }
  const change = changing[word];
  if (change) {
    const after = readBefore(reader, at + 1, end);
    if (after.isDenied || after.modal || (how && after.adverb)) return undefined;
    const tail = readTail(reader, after.at, end);
    return tail && withTail(`${before}${how}${after.adverb}${change}`, tail);
  }
  // "May have reduced" is no having.
  if (modal && word === 'have') return undefined;
  if (/^(?:had|has|have|showed|shows|show)$/.test(word) && !isDenied && how === '')
    return parseSubject(reader, at, end, subject, modal);
  if (/^(?:differ|differed|differs)$/.test(word)) {
    const after = readBefore(reader, at + 1, end);
    const significantly = `${how}${after.adverb}` === '显著' ? '显著' : '';
    if (`${how}${after.adverb}` !== significantly || after.isDenied) return undefined;
    return readDifference(reader, after.at, end, subject, isDenied, significantly);
  }
  if (
    /^occurred$/.test(word) &&
    how === '' &&
    /^(?:in|among)$/.test(reader.lower(at + 1)) &&
    !isDenied &&
    subject
  ) {
    const where = phraseWithTail(reader, at + 2, end);
    return where && isPeople.test(where.zh) ? withTail(`${where.zh}出现${subject}`, where.tail) : undefined;
  }
  return undefined;
}
