/**
 * Returns the characters with which a match of a regular expression can begin, at most three, in lower case; "?" is any
 * character, and a shorter prefix can continue with anything. Supports the syntax of the word lists: letters, groups,
 * classes, look-arounds and quantifiers.
 */
export function literalPrefixesOf(source: string): Set<string> {
  const reader: Reader = { source, at: 0 };
  return new Set(alternatives(reader).map(({ text }) => text));
}

/** Maximum useful length of a prefix. */
export const literalPrefixLength = 3;

/** Literal prefix of an expression. An `open` one ends at an unknown part, and text after it does not count. */
type Beginning = { text: string; open: boolean };
type Reader = { source: string; at: number };

const nothing: Beginning[] = [{ text: '', open: false }];

/** Reads alternatives to the end of their group. */
function alternatives(reader: Reader): Beginning[] {
  const all: Beginning[] = [];
  for (;;) {
    all.push(...sequence(reader));
    if (reader.source[reader.at] !== '|') return all;
    reader.at++;
  }
}

function sequence(reader: Reader): Beginning[] {
  let read = nothing;
  while (reader.at < reader.source.length && !'|)'.includes(reader.source[reader.at] ?? ''))
    read = joined(read, quantified(reader));
  return read;
}

function joined(one: readonly Beginning[], next: readonly Beginning[]): Beginning[] {
  const all = new Map<string, Beginning>();
  for (const { text, open } of one)
    for (const more of open || isLong(text) ? nothing : next) {
      const whole = {
        text: (text + more.text).slice(0, literalPrefixLength),
        open: open || more.open,
      };
      all.set(`${whole.text} ${whole.open}`, whole);
    }
  return [...all.values()];
}

/** Returns true if a prefix is long enough; in Chinese one character is. */
function isLong(text: string): boolean {
  return text.length >= literalPrefixLength || text.charCodeAt(0) >= 128;
}

/** Reads one element with its quantifier: an optional one can be empty, a repeated one can continue with anything. */
function quantified(reader: Reader): Beginning[] {
  const read = single(reader);
  const quantifier = /^(?:[?*+]|\{\d+(?:,\d*)?\})\??/.exec(reader.source.slice(reader.at))?.[0] ?? '';
  reader.at += quantifier.length;
  if (quantifier === '' || read === nothing) return read;
  const isOptional = /^[?*]|^\{0/.test(quantifier);
  const isRepeated = !quantifier.startsWith('?');
  return [
    ...(isOptional ? nothing : []),
    ...read.map(({ text, open }) => ({ text, open: open || isRepeated })),
  ];
}

function single(reader: Reader): Beginning[] {
  const { source } = reader;
  const rest = source.slice(reader.at);
  const lookAround = /^\(\?<?[=!]/.exec(rest)?.[0];
  const group = lookAround ?? /^\((?:\?:|\?<\w+>)?/.exec(rest)?.[0];
  if (group !== undefined) {
    reader.at += group.length;
    const read = alternatives(reader);
    reader.at++;
    return lookAround === undefined ? read : nothing;
  }
  const set = /^\[(?:\\.|[^\]\\])*\]/.exec(rest)?.[0];
  if (set !== undefined) {
    reader.at += set.length;
    return /^\[-?[^\\^\]-]+\]$/.test(set) ? [...set.slice(1, -1)].map(written) : [unknown];
  }
  const escaped = /^\\(?:[pP]\{[^}]*\}|.)/u.exec(rest)?.[0];
  if (escaped !== undefined) {
    reader.at += escaped.length;
    if (escaped === '\\b') return nothing;
    if (escaped === '\\d') return [...'0123456789'].map(written);
    return [/^\\\W$/.test(escaped) ? written(escaped.slice(1)) : unknown];
  }
  reader.at++;
  if (rest[0] === '^' || rest[0] === '$') return nothing;
  return [rest[0] === '.' ? unknown : written(rest[0] ?? '')];
}

const unknown: Beginning = { text: '?', open: false };
const written = (character: string): Beginning => ({ text: character.toLowerCase(), open: false });
