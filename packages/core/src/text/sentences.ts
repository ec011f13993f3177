/** A sentence with its position: text = source.slice(start, end). */
export type SentenceSpan = { text: string; start: number; end: number };

/** Abbreviations whose full stop does not end a sentence, as used in abstracts; in lower case, without the full stop. */
const abbreviations = new Set(
  `e.g i.e vs v.s viz cf al etc ca approx resp v incl excl fig figs tab eq ref refs no nos vol pp dr mr mrs ms prof st sp spp
  subsp var ssp inc ltd co corp dept univ jan feb mar apr jun jul aug sep sept oct nov dec u.s u.k e.u p.o i.v i.m s.c b.i.d
  t.i.d q.d wt mol min max avg std dev temp conc`.split(/\s+/),
);

/** Characters at which a sentence may end. */
const marks = /[\n.!?。！？；]/g;
const hanEnd = /[。！？；]/;
const closer = /["'”’)\]）」』】]/;
/** Longest remark in brackets that a semicolon does not end, in characters on either side of it. */
const bracketMax = 120;

/** Returns true if a bracket is open at a position and is closed before the sentence ends: "（44%；P<0.05）". */
function isInBrackets(text: string, start: number, at: number): boolean {
  const before = text.slice(Math.max(start, at - bracketMax), at);
  const isOpen = lastOf(before, '（', '(') > lastOf(before, '）', ')');
  const end = text.slice(at, at + bracketMax).search(/[（(）)。！？\n]/);
  return isOpen && /[）)]/.test(text[at + end] ?? '');
}

function lastOf(text: string, ...characters: string[]): number {
  return Math.max(...characters.map((character) => text.lastIndexOf(character)));
}

/**
 * Splits a text into trimmed, non-empty sentences, in order. Linear in the text. Decimals ("0.05"), abbreviations
 * ("et al.", "vs.", "95% C.I. 1.2"), initials ("J. Smith"), species ("E. coli") and a semicolon in brackets do not end a sentence; line breaks do.
 */
export function splitSentences(text: string): SentenceSpan[] {
  const spans: SentenceSpan[] = [];
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(marks)) {
    if (mark === '\n') {
      push(index);
      start = index + 1;
      continue;
    }
    if (mark === '；' && isInBrackets(text, start, index)) continue;
    const closed = skipClosers(index + 1);
    const after = closed + citationLength(text, start, index, closed);
    if (hanEnd.test(mark) || endsSentence(text, start, index, after)) {
      push(after);
      start = after;
    }
  }
  push(text.length);
  return spans;

  function skipClosers(at: number): number {
    while (at < text.length && closer.test(text[at] ?? '')) at++;
    return at;
  }

  function push(end: number): void {
    let from = start;
    let to = end;
    while (from < to && /\s/.test(text[from] ?? '')) from++;
    while (to > from && /\s/.test(text[to - 1] ?? '')) to--;
    if (to > from) spans.push({ text: text.slice(from, to), start: from, end: to });
  }
}

/** Raised numbers of references that a record has behind a full stop, with the beginning of the next sentence. */
const citations = /^\d{1,3}(?:[,–-]\d{1,3}){0,6}(?=\s+[A-Z“"(])/;

/** Returns the length of the numbers of references behind a full stop: "since 1992.1 Such change"; 0 for decimals. */
function citationLength(text: string, start: number, stop: number, after: number): number {
  if (text[stop] !== '.') return 0;
  const [numbers = ''] = citations.exec(text.slice(after, after + 40)) ?? [];
  const [word = ''] =
    numbers === '' ? [] : (/(?<!\S)\S+$/.exec(text.slice(Math.max(start, stop - 20), stop)) ?? []);
  const isEnd =
    /(?:\p{Ll}{3}|[\p{L}\d%]\)|\b(?:19|20)\d\d)$/u.test(word) && !abbreviations.has(word.toLowerCase());
  return isEnd ? numbers.length : 0;
}

function endsSentence(text: string, start: number, stop: number, after: number): boolean {
  if (after >= text.length) return true;
  // "…in 2001.Main Outcome": the space at the end of a section was lost. "J.Smith", "p.Val600" and "U.S.A" are different.
  if (!/\s/.test(text[after] ?? ''))
    return (
      text[stop] === '.' &&
      glued.test(text.slice(after, after + 12)) &&
      /(?:[a-z]{3}|[a-z\d)%]\)|\d{4})$/.test(wordBefore(text, start, stop))
    );
  if (text[stop] !== '.') return true;
  const following = text.slice(after, after + 20).trimStart();
  // Names such as p53, mTOR and miR-21 can begin a sentence in lower case.
  if (/^[a-z]/.test(following) && !/^[a-z]{1,4}-?(?:\d|[A-Z])/.test(following)) return false;
  const word = wordBefore(text, start, stop);
  const bare = word.replace(/^["'“(（[]+/, '').toLowerCase();
  if (abbreviations.has(bare)) return false;
  // "95% C.I. 7.4 to 4.0", "S.D. = 3", "H.R. (…)".
  if (/^(?:[a-z]\.){1,3}[a-z]$/.test(bare) && /^[\d(=<>≤≥±:;,+−–-]/.test(following)) return false;
  // A single capital is an initial or a genus, unless it closes a phrase such as "vitamin D.", "hepatitis B." or "3 T.".
  if (/^[A-Z]$/.test(word))
    return /(?:(?<=\s)[-−–+±<>≤≥]?\d+(?:[.·]\d+)?|\b(?:vitamin|hepatitis|type|group|class|grade|stage|protein|factor|arm|part|influenza))\s+[A-Z]$/i.test(
      // Limited, because a list of initials would otherwise be read from its start for each of them.
      text.slice(Math.max(start, stop - 20), stop),
    );
  return true;
}

function wordBefore(text: string, start: number, stop: number): string {
  return /(?<!\S)(\S+)$/.exec(text.slice(Math.max(start, stop - 20), stop))?.[1] ?? '';
}

/** Beginning of a section without the space before it: "Main", "CONCLUSIONS", but not a file name or address. */
const glued = /^(?:[A-Z](?:[a-z]{2,}|[A-Z]{3,})|We )/;
