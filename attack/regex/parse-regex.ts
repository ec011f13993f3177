/** Regular expression, as far as it is needed to generate hostile texts. */
export type RegexNode =
  /** One character: those of a sample that it matches. */
  | { kind: 'character'; matches: readonly string[] }
  | { kind: 'sequence'; items: readonly RegexNode[] }
  | { kind: 'choice'; branches: readonly RegexNode[] }
  | { kind: 'repeat'; body: RegexNode; min: number; max: number }
  /** Look-around, which consumes no character. */
  | { kind: 'look'; body: RegexNode }
  /** `^`, `\b` and back references. */
  | { kind: 'empty' };

/**
 * Characters that distinguish the usual classes: white space, digits, letters of several alphabets, full stops, brackets,
 * symbols.
 */
const alphabet = [
  ...[
    ' ',
    '\t',
    '\n',
    'a',
    'e',
    'Z',
    '0',
    '1',
    '中',
    '和',
    '一',
    'é',
    'ß',
    'β',
    '²',
    '⁻',
    '０',
    'е',
    '\u0301',
    '\u00a0',
  ],
  ...[
    ',',
    '.',
    ';',
    ':',
    '!',
    '?',
    '-',
    '–',
    '/',
    '\\',
    '|',
    '_',
    '*',
    '~',
    '#',
    '%',
    '<',
    '>',
    '=',
    '&',
    '@',
    '^',
    '+',
  ],
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '"',
    "'",
    '’',
    '“',
    '”',
    '`',
    '$',
    '，',
    '。',
    '；',
    '：',
    '、',
    '（',
    '）',
    '【',
    '】',
  ],
  ...['\u0000', '\ue000', '†', '⟦', '《', '？', '！', '·', '±', '×'],
];

/**
 * Parses the source of a regular expression that the engine has accepted. Classes and escapes are evaluated by the engine
 * itself, so that nothing of their grammar is repeated here.
 */
export function parseRegex({ source, flags }: RegExp): RegexNode {
  const own = flags.replace(/[gyd]/g, '');
  const known = new Map<string, readonly string[]>();
  let at = 0;
  return choice();

  function choice(): RegexNode {
    const branches = [sequence()];
    while (source[at] === '|') {
      at += 1;
      branches.push(sequence());
    }
    return branches.length === 1 && branches[0] ? branches[0] : { kind: 'choice', branches };
  }

  function sequence(): RegexNode {
    const items: RegexNode[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') items.push(repeated(atom()));
    return { kind: 'sequence', items };
  }

  function repeated(body: RegexNode): RegexNode {
    const found = /^(?:([*+?])|\{(\d{1,9})(?:(,)(\d{0,9}))?\})\??/.exec(source.slice(at, at + 24));
    if (!found) return body;
    at += found[0].length;
    const [, sign, least = '0', isRange, most] = found;
    if (sign) return { kind: 'repeat', body, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
    const max = isRange ? (most ? Number(most) : Infinity) : Number(least);
    return { kind: 'repeat', body, min: Number(least), max };
  }

  function atom(): RegexNode {
    const sign = source[at] ?? '';
    if (sign === '(') return group();
    if (sign === '[') return characterOf(classText());
    if (sign === '^' || sign === '$') {
      at += 1;
      return { kind: 'empty' };
    }
    if (sign !== '\\') {
      const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
      at += character.length;
      return sign === '.' ? characterOf('.') : { kind: 'character', matches: [character] };
    }
    const escaped =
      /^\\(?:[pP]\{[^}]{1,80}\}|k<\w{1,80}>|u\{[0-9a-f]{1,6}\}|u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|\d{1,3}|[\s\S])/iu.exec(
        source.slice(at, at + 90),
      )?.[0] ?? '\\';
    at += escaped.length;
    return /^\\(?:[bB]|k<|[1-9])/.test(escaped) ? { kind: 'empty' } : characterOf(escaped);
  }

  function group(): RegexNode {
    const opening =
      /^\((?:\?(?:<?[=!]|:|<\w{1,80}>|[ims-]{1,6}:))?/.exec(source.slice(at, at + 90))?.[0] ?? '(';
    at += opening.length;
    const body = choice();
    at += 1;
    return /^\(\?<?[=!]/.test(opening) ? { kind: 'look', body } : body;
  }

  /** A class with nested classes, which `v` permits. */
  function classText(): string {
    const start = at;
    let depth = 0;
    do {
      const sign = source[at];
      if (sign === '\\') at += 1;
      else if (sign === '[' && (depth === 0 || flags.includes('v'))) depth += 1;
      else if (sign === ']') depth -= 1;
      at += 1;
    } while (depth > 0 && at < source.length);
    return source.slice(start, at);
  }

  function characterOf(text: string): RegexNode {
    let matches = known.get(text);
    if (!matches) {
      const one = new RegExp(`^(?:${text})$`, own);
      const literal = /^\\[^\w]$/.test(text) ? [text.slice(1)] : [];
      matches = [...new Set([...literal, ...alphabet, ...text])].filter((each) => one.test(each));
      known.set(text, matches);
    }
    return { kind: 'character', matches };
  }
}
