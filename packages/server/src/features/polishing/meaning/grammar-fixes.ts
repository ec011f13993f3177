const plurals =
  'patients|participants|results|studies|trials|findings|women|men|children|adults|symptoms|effects|outcomes|groups|levels|rates|authors|cases|methods|analyses|hypotheses|criteria';
/**
 * Matches the beginning of a sentence or clause, where a noun is certainly the subject. "The mean age of included
 * patients was" has another one.
 */
const opens = String.raw`(?<=(?:^[\s#>*+-]*|[.!?;]\s+|\b(?:that|when|because|although|while|whereas|if|since),?\s+)(?:(?:the|these|this|those|all|our|most|many|some|both|several|such|other|few|their)\s+)?)`;
const verbs =
  'was|were|is|are|has|have|shows?|showed|suggests?|suggested|indicates?|indicated|demonstrates?|demonstrated|supports?|confirms?';
const isAbout = 'about|exists?|for|from|has|in|is|of|on|regarding|shows?|suggests?|supports?|that|to|was';

/** English errors whose correction is right in any sentence: [error, correction]. */
export const grammarFixes: readonly [wrong: RegExp, right: string][] = [
  ...(
    [
      ['was', 'were'],
      ['is', 'are'],
      ['has', 'have'],
      ['shows', 'show'],
      ['suggests', 'suggest'],
      ['indicates', 'indicate'],
      ['demonstrates', 'demonstrate'],
      ['does', 'do'],
    ] as const
  ).map(([singular, plural]): [RegExp, string] => [
    new RegExp(`${opens}\\b(${plurals}) ${singular}\\b(?! of\\b)`, 'gi'),
    `$1 ${plural}`,
  ]),
  // "This results in" is a verb, "these patient groups" a compound.
  [
    new RegExp(
      `\\b(t)his (results|findings|patients|studies|trials|effects|participants)(?= (?:${verbs})\\b)`,
      'gi',
    ),
    '$1hese $2',
  ],
  [/\b(t)hese (result|finding|patient|study|trial|effect|participant)(?= (?:is|was|has)\b)/gi, '$1his $2'],
  [/\b(d)atas\b(?!-)/g, '$1ata'],
  [/\b(i)nformations\b/gi, '$1nformation'],
  [
    /(?<=\b(?:some|more|strong|new|further|no|clinical|growing|other|robust|recent) )evidences(?= (?:for|of|from|suggest|show|that)\b)/gi,
    'evidence',
  ],
  [
    new RegExp(`\\b(m)any (evidence|information|research|literature)(?= (?:${isAbout})\\b|[.,;)]|$)`, 'gi'),
    '$1uch $2',
  ],
  [/\bless (?=(?:patients|participants|studies|trials|events|deaths|women|children)\b(?!-))/g, 'fewer '],
  [/\bLess (?=(?:patients|participants|studies|trials|events|deaths|women|children)\b(?!-))/g, 'Fewer '],
  [/\b(e)ach (patient|participant|trial|group)s\b(?!['’-])/gi, '$1ach $2'],
  [/\b(t)here is (many|several|two|three|four) (?=\w+s\b)/gi, '$1here are $2 '],
  [/(?<=(?:^|[.!?]\s{1,9}))According with\b/g, 'According to'],
  [/\b(a)ssociated to\b(?! (?:form|produce|yield|create|make|give)\b)/gi, '$1ssociated with'],
  [/\b(d)espite of\b/gi, '$1espite'],
  // "discussed about 20 cases" counts cases.
  [/\b(d)iscuss(ed|es|ing)? about\b(?! (?:\d|half|an? |one|two|three|four|five|ten|twenty))/gi, '$1iscuss$2'],
  // A thing may literally be held "in the other hand".
  [/(?<=(?:^|[.!?]\s{1,9}))In the other hand,/g, 'On the other hand,'],
  [/\b(i)n compare (?:with|to)\b/gi, '$1n comparison with'],
  [/\b(c)ould of\b(?! course)/gi, '$1ould have'],
  [
    /(?<=\b(?:may|can|could|will|would|might|should) )result to(?= (?:an? |the )?(?:increase|decrease|reduction|improvement)\b)/g,
    'result in',
  ],
  [/\b(s)uffer(ed|s|ing)? of\b/gi, '$1uffer$2 from'],
  [/\b(c)onsist(ed|s|ing)? in (?=(?:two|three|four|five|\d+)\b)/gi, '$1onsist$2 of '],
];
