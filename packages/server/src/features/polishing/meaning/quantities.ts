import { unitAt } from '@citewell/citation-checker/reading/units.ts';
import { hanNumeral } from '@citewell/core/text/chinese-numerals.ts';
import { hundredsAsFigures, numeralOf } from './number-words.ts';
import { spellUnits } from './rules-units.ts';

/** Quantity as written; its parts are normalized, so that two spellings are equal. */
export type Quantity = {
  /** ">" also for "more than", "≥" for "or older", "~" for "about"; empty without a bound. */
  bound: string;
  /** "-1.5", "±2", "×10^9"; "2" also for "two" and 两; other words such as "half" are kept. */
  value: string;
  /** "mg", "%", "10^9/L"; shared with the next number in "6.1 ± 0.8 vs 7.9 mmol/L". */
  unit: string;
  isWord: boolean;
  start: number;
  end: number;
};

/**
 * Lists the quantities of a text in `plainQuantities` spelling, in order. Digits in names count too: IL-6, HbA1c, CO₂.
 */
export function quantitiesIn(plain: string): Quantity[] {
  const found: Quantity[] = [];
  let end = 0;
  for (const match of plain.matchAll(quantity)) {
    // The digits of "/1.73 m2" belong to their unit.
    if (match.index < end) continue;
    const { sign = '', figure, power = '', word } = match.groups ?? {};
    const start = match.index;
    end = start + match[0].length;
    const times = often[word?.toLowerCase() ?? ''];
    const numeral = times ?? numeralOf(word ?? '');
    let unit = times ? 'fold' : '';
    if (!times && (figure || numeral)) ({ unit, end } = unitAfter(plain, end));
    // 一次 and 一片 are not numbers either.
    if (figure === '1' && /^ ?[次片粒支]/.test(plain.slice(start + 1))) continue;
    const isTime = /^(?:second|minute|hour|day|week|month|year)$/.test(unit);
    found.push({
      bound:
        ((figure || numeral) &&
          (boundBefore(plain.slice(Math.max(0, start - 24), start), isTime) || boundAfter(plain, end))) ||
        '',
      value: figure
        ? `${signs[sign] ?? sign}${bare(figure)}${exponent(power)}`
        : word
          ? (numeral ?? spelledWord(word))
          : exponent(match[0]),
      unit,
      isWord: word !== undefined,
      start,
      end,
    });
  }
  return shareUnits(found, plain);
}

/** Matches "two times". */
const often: Record<string, string> = { twice: '2', thrice: '3' };

/** Connectives between numbers that share the last one's unit. */
const joins = /^ ?(?:[-–—~～]|to|and|or|vs\.?|versus|[至到和与或、]) ?$/i;

function shareUnits(quantities: Quantity[], plain: string): Quantity[] {
  for (let at = quantities.length - 2; at >= 0; at -= 1) {
    const [each, next] = quantities.slice(at, at + 2);
    if (!each || !next || each.unit !== '' || next.unit === '') continue;
    const between = plain.slice(each.end, next.start);
    if (joins.test(between) || (next.value.startsWith('±') && between.trim() === '')) each.unit = next.unit;
  }
  return quantities;
}

/**
 * Normalizes full-width characters, spaces around signs and percent signs, and equivalent spellings of units. Offsets
 * refer to this text from here on.
 */
export function plainQuantities(text: string): string {
  return spellUnits(
    hundredsAsFigures(text)
      .replace(/[ \t\u00a0\u2009\u202f]+/g, ' ')
      // "5，140" lists two numbers: only a half-width comma groups thousands.
      .replace(/，(?=[\d０-９])/g, '， ')
      .replace(/[！-～]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
      .replace(/\s?(?:±|\+\/-)\s?(?=[\d.])/g, ' ±')
      .replace(/(?<=\d)\s?[×x*]\s?(?=\d)/g, ' ×')
      .replace(/(?<=(?<![A-Za-z])[cdkmnµμ]?m)[²³]/g, (power) => power.normalize('NFKC'))
      .replace(/℃|(?<=[A-Za-z])[₀-₉]+/g, (written) => written.normalize('NFKC'))
      .replace(/<=|⩽|≦/g, '≤')
      .replace(/>=|⩾|≧/g, '≥')
      .replace(/(?<=\d)\s*(?:percent(?!age)|per cent)\b/gi, '%')
      .replace(/(?<=\d)\s+(?=[%‰])/g, ''),
  );
}

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻';
const lowered = '₀₁₂₃₄₅₆₇₈₉';
const small = 'two|three|four|five|six|seven|eight|nine';
const englishWord = String.raw`\b(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-(?:one|${small}))?|${small}|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|hundreds?|thousands?|dozens?|half|halves|twice|thrice|doubl(?:e[sd]?|ing)|tripl(?:e[sd]?|ing)|(?:two|three|four|five|ten)-?fold|quarters?|thirds?|second(?:ly)?|fourth|fifth|first(?=-line|-choice))\b`;
const chineseWord = `[一二两三四五六七八九十百千]{1,9}分之[一二三四五六七八九十点]{1,9}|第[二三四五六七八九十]{1,9}|[一二三四](?=线(?![性条])|期|级|型|度)|一半|半数|${hanNumeral}`;
const quantity = new RegExp(
  `(?:(?<![\\p{L}\\p{N}.])(?<sign>[-−+])|(?<sign>[±×]))?(?<figure>(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?|\\.\\d+)(?<power>[${raised}]+|\\^\\{?[-−+]?\\d+\\}?)?|[${raised}]+|[${lowered}]+|(?<word>${englishWord}|${chineseWord})`,
  'giu',
);

const signs: Record<string, string> = { '+': '', '−': '-' };

function bare(figure: string): string {
  return figure.replaceAll(',', '').replace(/^\./, '0.');
}

/** Normalizes ⁻¹, ^-1 and ^{-1}. */
function exponent(power: string): string {
  if (power === '') return '';
  return `^${power
    .normalize('NFKC')
    .replace(/[\^{}+]/g, '')
    .replaceAll('−', '-')}`;
}

function spelledWord(word: string): string {
  return word.toLowerCase().replace(/ly$/, '').replaceAll('两', '二');
}

const otherUnits =
  /^ ?(?:percentage points?|个百分点|° ?C|[%‰℃°]|million|billion|万|亿|m?Eq|mOsm|bpm|CFU|copies|cells?|ppm|dB|cm ?H2O|k?Hz|kDa|Da|bp|kb|K\b|mV|Bq|log10|points?|分(?![之钟])|次|pack-years|(?:person|patient)-years)?(?: ?\/ ?[A-Za-zµμ]+[\d²³]?)?/u;

/** "500 mg per day" may become "500 mg daily"; "5 mg/kg" is kept. */
function unitAfter(text: string, at: number): { unit: string; end: number } {
  const unit = unitAt(text, at);
  if (unit) {
    const isRate = /per |每/.test(text.slice(at, unit.end));
    return { unit: isRate ? unit.name.replace(/\/.*/, '') : unit.name.replace('²', '2'), end: unit.end };
  }
  const people = /^ ?个(?=病人|患者|受试者|参与者)/.exec(text.slice(at, at + 6));
  if (people) return { unit: 'people', end: at + people[0].length };
  const [other = ''] = otherUnits.exec(text.slice(at, at + 32)) ?? [];
  return {
    unit: other
      .replace(/\s/g, '')
      .replace('²', '2')
      .replace(/(?<=point|cell)s$/, ''),
    end: at + other.length,
  };
}

/** Words directly before a number that make it a bound. */
const bounds: readonly [bound: string, before: RegExp, after: RegExp | undefined][] = [
  [
    '≥',
    /(?:≥|\b(?:at least|(?:no|not) (?:less|fewer|lower) than|(?:a )?minimum of)|(?:至少|不少于|不低于|不小于)\p{Script=Han}{0,4}) ?$/iu,
    /^ ?(?:or (?:more|greater|higher|older|above|over)|and (?:over|above|older)|[及或]?以上)/i,
  ],
  [
    '≤',
    /(?:≤|\b(?:at most|up to|(?:no|not) (?:more|greater|higher) than|(?:a )?maximum of)|(?:至多|最多|不超过|不多于|不高于|不大于)\p{Script=Han}{0,4}) ?$/iu,
    /^ ?(?:or (?:less|fewer|lower|younger|below|under)|and (?:under|below|younger)|[及或]?以[下内])/i,
  ],
  [
    '>',
    /(?:>|\b(?:(?:more|greater|higher|larger|longer|older) than|over|above|exceed(?:s|ed|ing)?|beyond)|超过|大于|高于|多于|长于|逾) ?$/i,
    undefined,
  ],
  [
    '<',
    /(?:<|\b(?:(?:less|fewer|lower|smaller|shorter|younger) than|under|below)|不足|不到|小于|低于|少于|短于|未满) ?$/i,
    undefined,
  ],
  [
    '~',
    /(?:[~～≈]|\b(?:about|approximately|around|roughly|nearly|almost|circa|ca\.)|约|近|接近) ?$/i,
    /^ ?(?:左右|上下)/,
  ],
];

function boundBefore(before: string, isTime: boolean): string | undefined {
  // "over 12 weeks" is a duration.
  if (isTime && /(?<!\b(?:aged?|those) )over $/i.test(before)) return undefined;
  return bounds.find(([, pattern]) => pattern.test(before))?.[0];
}

function boundAfter(text: string, at: number): string | undefined {
  const after = text.slice(at, at + 16);
  return bounds.find(([, , pattern]) => pattern?.test(after))?.[0];
}
