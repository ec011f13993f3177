/** Minimum length of a word whose other spelling is looked for. */
const lettersMin = 5;

/** British spellings and their American equivalents, in the order in which they are applied. */
const american: readonly (readonly [RegExp, string])[] = [
  [/haem/g, 'hem'],
  [/aemi(?=[ac])/g, 'emi'],
  [/(?<!angi|scler)oedem/g, 'edem'],
  [/(?<!bi|hyp|phyt|pr|xen)oestr/g, 'estr'],
  [/paed/g, 'ped'],
  [/(?<=[a-z]{2})(?<!\b(?:fl|sc|dev|det|cont|vel))our(?=s?$|ed$|ing$|hoods?$|able$|ably$|al(?:ly)?$)/, 'or'],
  [/(?<=[a-z])oea/g, 'ea'],
  [/coeli/g, 'celi'],
  [/(?<!bronch|cardi|end|gastr|laryng|pharyng|trache)oesoph/g, 'esoph'],
  [/(?<=^|an)aes(?=th)/g, 'es'],
  [/^aetio/, 'etio'],
  [/gynaec/g, 'gynec'],
  [/^faec/, 'fec'],
  [/^caec/, 'cec'],
  [/^caesar/, 'cesar'],
  [/manoeuvr(?=ed|ing)/, 'maneuver'],
  [/manoeuvre/, 'maneuver'],
  [/leucocyt/, 'leukocyt'],
  [/^ageing$/, 'aging'],
  [/sulph/g, 'sulf'],
  [/(?<=cent|lit|met|tit|goit|fib|calib)re(?=s?$)/, 'er'],
  [/(?<=cent|calib|tit)red$/, 'ered'],
  [/programme(?=s?$)/, 'program'],
  [/(?<=travel|label|signal|model|cancel|level|counsel|channel|fuel)l(?=ed$|ing$|er$)/, ''],
  [
    /(?<![aouw]|\b(?:ar|cr|r|v)|exerc|prec|conc|prem|prom|compr|surpr|enterpr|appr|adv|dev|rev|superv|telev|improv|expert|merchand|franch|exc|inc|circumc|dem|desp|parad|pelv|pen|pract|sunr|treat|upr|chast|advert|surm)is(?=(?:e|ed|es|ing|ation|ations)$)/,
    'iz',
  ],
  [/foet/g, 'fet'],
  [/yse(?=d?$)/, 'yze'],
];

/** American spellings and their British equivalents. */
const british: readonly (readonly [RegExp, string])[] = [
  [/(?<!c)(?<!t(?=hema))hem(?=[ao])/g, 'haem'],
  [/(?<!syst|acad|epid|pand|phon|\bch|pol|\brac|\b(?:holo|hyper|hypo|meso)?end)emi(?=(?:as?|cs?)$)/, 'aemi'],
  [/(?<!o)edem(?=a)/g, 'oedem'],
  [/(?<=\b(?:anti|non)?)estr(?=[aiou])/, 'oestr'],
  [/(?<!o)esoph/, 'oesoph'],
  [/pediatr/, 'paediatr'],
  [/orthoped/, 'orthopaed'],
  [/anesth/, 'anaesth'],
  [/gynec/, 'gynaec'],
  [/^etiolog/, 'aetiolog'],
  [/^fet(?=us|al)/, 'foet'],
  [/rrhea/, 'rrhoea'],
  [/pnea/, 'pnoea'],
  [/^celiac/, 'coeliac'],
  [/^cec(?=al$|um$)/, 'caec'],
  [/^fec(?=al$|es$)/, 'faec'],
  [/^cesar/, 'caesar'],
  [/maneuver(?=ed|ing)/, 'manoeuvr'],
  [/maneuver/, 'manoeuvre'],
  [/leukocyt/, 'leucocyt'],
  [/^aging$/, 'ageing'],
  [/sulf/g, 'sulph'],
  [
    /(?<=tum|col|behavi|lab|od|fav|harb|hum|vig|flav|neighb)or(?=s?$|ed$|ing$|hoods?$|able$|ably$|(?<!humor)al(?:ly)?$)/,
    'our',
  ],
  [/(?<=cent|lit|tit|goit|fib)er(?=s?$)/, 're'],
  [/(?<=cent|calib|tit)ered$/, 'red'],
  [/(?<=travel|label|signal|model|cancel|counsel|channel|fuel)(?=ed$|ing$|er$)/, 'l'],
  [/(?<!\b(?:mids|nanos|outs|overs|pr|res|s|unders)|ba|ma|se)iz(?=(?:e|ed|es|ing|ation|ations)$)/, 'is'],
  [/yze(?=d?$)/, 'yse'],
];

/**
 * Returns a lower-case word in American spelling, so that both spellings of a word are one: "haemoglobin" and "hemoglobin",
 * "tumour" and "tumor". Other words are returned as they are.
 *
 * @example
 * americanSpelling('oesophagus'); // 'esophagus'
 */
export function americanSpelling(word: string): string {
  return mayBeBritish.test(word) ? replaceSpellings(word, american) : word;
}

/**
 * Returns a phrase in lower case with each word in American spelling.
 *
 * @example
 * inAmericanSpelling('Iron-deficiency anaemia'); // 'iron-deficiency anemia'
 */
export function inAmericanSpelling(phrase: string): string {
  const lower = phrase.toLowerCase();
  return mayBeBritish.test(lower) ? lower.replace(latinWord, americanSpelling) : lower;
}

/** Parts of which every British spelling above contains one: most words of a lexicon need no other test. */
const mayBeBritish =
  /ae|oe|our|ageing|leuco|sulph|programme|(?:re[sd]?|ll(?:ed|ing|er)|is(?:e|ed|es|ing|ations?)|ysed?)\b/;

/**
 * Returns a phrase with each word in its other spelling, American for British and British for American, in lower case;
 * undefined if no word has another one.
 *
 * @example
 * otherSpelling('cerebral ischaemia'); // 'cerebral ischemia'
 * otherSpelling('estrogen'); // 'oestrogen'
 */
export function otherSpelling(phrase: string): string | undefined {
  const lower = phrase.toLowerCase();
  const toAmerican = inAmericanSpelling(phrase);
  if (toAmerican !== lower) return toAmerican;
  const toBritish = lower.replace(latinWord, (word) => replaceSpellings(word, british));
  return toBritish === lower ? undefined : toBritish;
}

/**
 * Returns the wordings of one thing with their other spellings: that of the first follows it, those of the others come last.
 *
 * @example
 * withOtherSpellings(['oedema', 'swelling']); // ['oedema', 'edema', 'swelling']
 */
export function withOtherSpellings(wordings: readonly string[]): string[] {
  const [first = [], ...rest] = wordings.map((wording) => [wording, otherSpelling(wording) ?? []].flat());
  return [...new Set([...first, ...rest.map(([wording = '']) => wording), ...rest.flat()])];
}

const latinWord = /[a-z]+/g;

function replaceSpellings(word: string, spellings: typeof american): string {
  if (word.length < lettersMin) return word;
  return spellings.reduce((spelled, [from, to]) => spelled.replace(from, to), word);
}
