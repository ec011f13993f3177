/** A plural that somebody made its verb's singular, unless another noun before it is the one that counts. */
const counted = String.raw`(?<!\b(?:of|with|among|in|for|to|by|between|from|than|each|every|a|an|one)\s(?:the\s|these\s|those\s|all\s|our\s|their\s|such\s)?)`;
const plurals =
  'patients|participants|results|studies|trials|findings|data|women|men|children|adults|symptoms|effects|outcomes|groups|levels|rates|authors|cases|methods|analyses|hypotheses|criteria';

/** Slips of English whose mending is right whatever the sentence says: [what is wrong, what is right]. */
export const slips: readonly [wrong: RegExp, right: string][] = [
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
    new RegExp(`${counted}\\b(${plurals}) ${singular}\\b(?! of\\b)`, 'gi'),
    `$1 ${plural}`,
  ]),
  [/\b(t)his (results|findings|data|patients|studies|trials|effects|participants)\b/gi, '$1hese $2'],
  [/\b(t)hese (result|finding|patient|study|trial|effect|participant)\b(?!s|-)/gi, '$1his $2'],
  [/\b(d)atas\b/gi, '$1ata'],
  [/\b(i)nformations\b/gi, '$1nformation'],
  [/\b(e)vidences (?=(?:for|of|that|from|suggests?|shows?)\b)/gi, '$1vidence '],
  [/\b(m)any (evidence|information|research|literature)\b/gi, '$1uch $2'],
  [/\bless (?=(?:patients|participants|studies|trials|events|deaths|women|children)\b)/g, 'fewer '],
  [/\bLess (?=(?:patients|participants|studies|trials|events|deaths|women|children)\b)/g, 'Fewer '],
  [/\b(e)ach (patient|participant|trial|group)s\b/gi, '$1ach $2'],
  [/\b(t)here is (many|several|few|some|two|three|four) (?=\w+s\b)/gi, '$1here are $2 '],
  [/\b(a)ccording with\b/gi, '$1ccording to'],
  [/\b(a)ssociated to\b/gi, '$1ssociated with'],
  [/\b(d)espite of\b/gi, '$1espite'],
  [/\b(d)iscuss(ed|es|ing)? about\b/gi, '$1iscuss$2'],
  [/\bin the other hand\b/g, 'on the other hand'],
  [/\bIn the other hand\b/g, 'On the other hand'],
  [/\b(i)n compare (?:with|to)\b/gi, '$1n comparison with'],
  [/\b(c)ould of\b/gi, '$1ould have'],
  [/\b(r)esult to\b(?= (?:an? |the )?(?:increase|decrease|reduction|improvement)\b)/gi, '$1esult in'],
  [/\b(s)uffer(ed|s|ing)? of\b/gi, '$1uffer$2 from'],
  [/\b(c)onsist(ed|s|ing)? in (?=(?:two|three|four|five|\d+)\b)/gi, '$1onsist$2 of '],
];
