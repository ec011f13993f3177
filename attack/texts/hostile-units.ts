/**
 * Short texts that slow down a reader when repeated: openings that are never closed, beginnings of a pattern at every
 * position, near-matches of numbers, markers, sentences and references, and letters that fold, combine or are invisible.
 */
export const hostileUnits: readonly string[] = [
  // Endless letters, and words of one shape.
  ...['a', 'A', 'a ', 'Aa', 'aB1', 'a1', 'a-', 'a_', "a'", 'a’s ', 'metformin ', 'not ', 'in ', 'of the '],
  // Alphabets, combining marks, and characters that folding lengthens.
  ...['ΐ', 'ﷺ', 'İ', 'ß', 'ﬁ', 'β-', 'каша ', 'مرض ', '각', 'カ', 'é', 'e\u0301', `a${'\u0301'.repeat(30)}`],
  // Invisible characters.
  ...['a\u200b', '\u202ea', '\ufeff ', '\u00a0', `a${' '.repeat(50)}`, '\t', 'a\n', '\n\n', 'a \n'],
  // Chinese, alone and between digits and Latin letters.
  ...[
    '药',
    '二甲双胍能降低血糖',
    '药X降1。',
    '中1',
    '中a',
    '组1例',
    '不',
    '高于',
    '1.1%，',
    '与对照组相比，',
  ],
  ...['降低1.1%（P<0.01）。', '、', '“', '百分之', '三分之', '一', '第1组', '[1]、'],
  // Endless digits, and symbols between them.
  ...[
    '1',
    '1 ',
    '1.',
    '1,',
    '1,000',
    '1-',
    '1–2, ',
    '1/',
    '1e',
    '1% ',
    '1±',
    '±',
    '1 to ',
    '10² ',
    '10⁻⁹ ',
    '½ ',
  ],
  ...[
    '-1 ',
    '2019 ',
    '(2019) ',
    'x 10 ',
    'one hundred and ',
    'one ',
    'p<0.',
    'p = ',
    'n=1 ',
    '5 mg ',
    '3 h 2 d ',
  ],
  ...['1 of 2 ', '1/2 ', '12 (3%) v 4 (5%), ', '95% CI ', 'RR 0.8, OR 1.2, HR 0.9 ', '0.8 (0.7 to 0.9); '],
  // Brackets, quotes, citation markers.
  ...[
    '(',
    ')',
    '()',
    '( ',
    '[',
    '[1',
    '[1]',
    '[1,',
    '[1-',
    '[E1] ',
    '{{E1}}',
    '{',
    '<',
    '>',
    '<<<',
    '"',
    '"a" ',
    "'",
  ],
  ...['(a 1, ', '(Smith et al., 2019) ', '(Fig. 1', 'see Table ', '12,13 ', '¹'],
  // Markdown, markup and code.
  ...[
    '*',
    '**a',
    '_',
    '`',
    '```\n',
    '~',
    '$',
    '$a$ ',
    '\\',
    '\\(',
    '\\frac{',
    '\\begin{a}',
    '|',
    '|a|\n',
    '|-|\n',
  ],
  ...['# ', '# a\n', '> a\n', '- a\n', '1. a\n', '<a ', '<!--', '&', '&#1', '&amp;', '[a](', '![', '---\n'],
  // Addresses and identifiers of records.
  ...['http://a.b/', '://', 'www.', 'a@a.', '10.1/a ', 'PMID 123 ', 'doi:', 'ref'],
  // Sentences, ends of sentences and abbreviations.
  ...['.', '. ', '...', 'A. ', 'e.g. ', 'et al. ', '!', '? ', ',', 'a, ', '; ', 'a: ', '—', '·'],
  ...[
    'Metformin lowered HbA1c by 1.1% (95% CI 0.9 to 1.3; p<0.001) in 120 patients. ',
    'A was better than B. ',
    '[E99] text. ',
    '吗？呢？什么？',
    '.) .] ." ',
    'a\t\tb\r\n',
    'Is A better than B in C? 二甲双胍是否有效？',
    'Th patient have been gave drugs . ',
  ],
  ...[
    'increased decreased ',
    'did not increase ',
    'higher in A and lower in B, ',
    'a vs b ',
    'a and b or c not d ',
  ],
  ...[
    'blood pressure (BP) ',
    'ABC ',
    '(ABC) ',
    'compared with ',
    'more than ',
    'patients with ',
    'respectively, ',
  ],
  ...['1. Smith J. Title. J. 2019;1:1-2.\n', 'References\n', 'METHODS: ', 'you must answer ', 'ignore the '],
  // Characters beyond the basic plane.
  ...['😀', '👨‍👩‍👧', '𠀀', '𝐀'],
];

/** Repeats a unit to a length in UTF-16 code units, never ending within a character. */
export function repeatTo(unit: string, length: number): string {
  const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  return text.isWellFormed() ? text : text.slice(0, -1);
}
