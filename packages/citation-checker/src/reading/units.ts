/** Unit after a number. Within a dimension, `factor` converts a value to the base unit. */
export type Unit = { name: string; dimension: string; factor: number; end: number };

/** dimension → [name, factor, spellings]. Spellings are sources of regular expressions; case matters: 3D is not a day. */
const table: [dimension: string, name: string, factor: number, spellings: string][] = [
  ['mass', 'pg', 1e-12, 'pg|picograms?|皮克'],
  ['mass', 'ng', 1e-9, 'ng|nanograms?|纳克'],
  ['mass', 'µg', 1e-6, 'µg|μg|ug|mcg|micrograms?|微克'],
  ['mass', 'mg', 1e-3, 'mg|milligrams?|毫克'],
  ['mass', 'kg', 1e3, 'kg|kilograms?|公斤|千克'],
  ['mass', 'g', 1, 'g|grams?|克'],
  ['volume', 'µl', 1e-6, 'µl|μl|µL|μL|uL|microlit(?:er|re)s?|微升'],
  ['volume', 'ml', 1e-3, 'ml|mL|millilit(?:er|re)s?|毫升'],
  ['volume', 'dl', 1e-1, 'dl|dL|decilit(?:er|re)s?|分升'],
  ['volume', 'l', 1, 'L|lit(?:er|re)s?|升(?!高|至|幅)'],
  ['time', 'millisecond', 1 / 86_400_000, 'ms|msecs?|milliseconds?|毫秒'],
  ['time', 'second', 1 / 86_400, 's|sec|secs|seconds?|秒'],
  ['time', 'minute', 1 / 1_440, 'min|mins|minutes?|分钟'],
  ['time', 'hour', 1 / 24, 'h|hr|hrs|hours?|个?小时'],
  ['time', 'day', 1, 'd|days?|天|日(?!本)'],
  ['time', 'week', 7, 'wk|wks|weeks?|周(?!围|期)|星期'],
  ['time', 'month', 30.4375, 'mo|months?|个月|月龄'],
  ['time', 'year', 365.25, 'y|yr|yrs|years?|年|岁'],
  ['time', 'decade', 3652.5, 'decades'],
  ['length', 'nm', 1e-9, 'nm|纳米'],
  ['length', 'µm', 1e-6, 'µm|μm|um|微米'],
  ['length', 'mm', 1e-3, 'mm|毫米'],
  ['length', 'cm', 1e-2, 'cm|厘米'],
  ['length', 'm', 1, 'm|met(?:er|re)s?|米'],
  ['length', 'km', 1e3, 'km|kilomet(?:er|re)s?|公里|千米'],
  ['pressure', 'mmHg', 1, 'mm ?Hg|毫米汞柱'],
  ['pressure', 'kPa', 7.50062, 'kPa|千帕'],
  ['energy', 'kcal', 1, 'kcal|千卡'],
  ['energy', 'kJ', 0.239006, 'kJ|千焦'],
  ['substance', 'pmol', 1e-12, 'pmol|pM'],
  ['substance', 'nmol', 1e-9, 'nmol|nM'],
  ['substance', 'µmol', 1e-6, 'µmol|μmol|umol|µM|μM'],
  ['substance', 'mmol', 1e-3, 'mmol|mM'],
  ['substance', 'mol', 1, 'mol'],
  ['dose', 'IU', 1, 'IU|U|units?|单位'],
  ['dose', 'mIU', 1e-3, 'mIU|mU'],
  ['dose', 'µIU', 1e-6, 'µIU|μIU|uIU|µU|μU'],
  ['dose', 'kIU', 1e3, 'kIU|kU'],
  ['radiation', 'Gy', 1, 'Gy'],
  ['radiation', 'cGy', 1e-2, 'cGy'],
  ['radiation', 'mGy', 1e-3, 'mGy'],
  ['temperature', '°C', 1, '°\\s?C|℃|degrees? Celsius|摄氏度'],
  ['temperature', '°F', 1, '°\\s?F|℉|degrees? Fahrenheit|华氏度'],
  ['score', 'points', 1, 'points?|分(?!钟|之|别|析|组|期|子|层|布|为|娩|化|类|级|泌|流|离|数|升)'],
  ['fold', 'fold', 1, '-?folds?|times|倍'],
  ['people', 'people', 1, '例|名|人(?!次|群|均)|位'],
];

/** Denominator of a compound unit: mg/kg, ml/min, kg/m2. A rate is a separate dimension. */
const per =
  /^\s?(?:\/|per |每)\s?(?:m\(2\)|(?:kg|g|mg|m2|m\^?2|m²|l|L|dl|dL|ml|mL|min|h|hr|hour|d|day|week|month|year|person-years?|patient-years?|1\.73|公斤|千克|天|日|升|分钟)\b)(?:\s?\/\s?(?:min|h|d|day|week))?/;

const entries = table.map(([dimension, name, factor, spellings]) => ({
  dimension,
  name,
  factor,
  // Latin units end at a word boundary; Chinese has none.
  pattern: new RegExp(`^[\\s-]?(?:${spellings})(?![A-Za-z0-9])`),
}));

/** Returns the unit that begins here, after optional white space; undefined if there is none. */
export function unitAt(text: string, at: number): Unit | undefined {
  const rest = text.slice(at, at + 24);
  let best: Unit | undefined;
  for (const { dimension, name, factor, pattern } of entries) {
    const length = pattern.exec(rest)?.[0].length;
    if (length && (!best || at + length > best.end)) best = { dimension, name, factor, end: at + length };
  }
  if (!best) return undefined;
  const rate = per.exec(text.slice(best.end, best.end + 24))?.[0];
  if (!rate) return best;
  const name = `${best.name}/${rate
    .replace(/^\s?(?:\/|per |每)\s?/, '')
    .replace(/[\s()^]/g, '')
    .replace('²', '2')}`;
  return { name, dimension: name, factor: 1, end: best.end + rate.length };
}

/** Matches a unit after a bracket: "4.9 (interquartile range 4.0-6.0) years". */
export function unitAfterBracket(plain: string, end: number): Unit | undefined {
  const bracket = /^\s?[([][^()[\]]{1,50}[)\]]\s/.exec(plain.slice(end, end + 56))?.[0];
  if (!bracket) return undefined;
  const unit = unitAt(plain, end + bracket.length);
  // A single letter there is rarely a unit.
  return unit && unit.end - end - bracket.length > 1 ? unit : undefined;
}
