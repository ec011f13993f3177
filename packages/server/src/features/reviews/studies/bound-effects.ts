import { boundOutcome, outcomeAfter } from './bound-outcome.ts';
import { afterBrackets } from './effect-statement.ts';
import { listedOutcome } from './outcome-phrases.ts';

/** Ratio or difference with its interval, bound to its only outcome. Offsets refer to the sentence. */
export type BoundEffect = {
  /** `ratio`: no effect is 1; `difference`: no effect is 0. */
  kind: 'ratio' | 'difference';
  /** Effects of one measure can be compared: "HR", "OR", "RR", "IRR", "MD", "SMD", "RD"; an adjusted one is "aHR". */
  measure: string;
  value: number;
  low: number;
  high: number;
  /** Measure with value and interval, verbatim. */
  start: number;
  end: number;
  /** Words of the outcome and its name in the list; undefined if none or several are named. */
  outcome?: { name: string; start: number; end: number };
};

type Measure = { name: string; kind: BoundEffect['kind']; words: string };

const measures: readonly Measure[] = [
  { name: 'HR', kind: 'ratio', words: String.raw`[Hh]azards? [Rr]atios?|[asA]?HRs?|风险比` },
  { name: 'OR', kind: 'ratio', words: String.raw`[Oo]dds [Rr]atios?|[acA]?ORs?|比值比|优势比` },
  {
    name: 'IRR',
    kind: 'ratio',
    words: String.raw`incidence[- ]rate ratios?|(?<!incidence[- ])rate ratios?|[aA]?[iI]RRs?`,
  },
  {
    name: 'RR',
    kind: 'ratio',
    words: String.raw`[Rr]elative [Rr]isks?|[Rr]isk [Rr]atios?|a?RRs?|相对危险度`,
  },
  {
    name: 'SMD',
    kind: 'difference',
    words: String.raw`standard(?:i[sz]ed)? mean difference|SMD|标准化均数差`,
  },
  { name: 'MD', kind: 'difference', words: String.raw`(?:weighted )?mean difference|W?MD|均数差` },
  { name: 'RD', kind: 'difference', words: String.raw`(?:absolute )?risk difference|A?RD|危险度差` },
];

const number = String.raw`[-−–]?\d{1,4}(?:[.·]\d{1,4})?`;
/** Matches "The hazard ratio for all-cause mortality was", where the outcome follows the measure. */
const ofOutcome = String.raw`(?: (?:for|of) ([^,;:.()[\]\d][^,;:.()[\]]{2,110}?)(?:, (?:as )?compared (?:with|to) [^,;:.()[\]\d]{2,60},)?(?= (?:was|is|of) [-−–]?\d))?`;
/** "95% CI", "95 percent confidence interval [CI]", "95% credible interval", "CI 95%"; without a level it is 95%. */
const interval = String.raw`(?:(?:9\d(?:\.\d)?(?: ?%| ?per ?cent)? ?(?:C\.?I\.?|Cred?I|(?:[Cc]onfidence|credible) [Ii]ntervals?(?: [([](?:95% )?C(?:red)?I[)\]])?|可信区间|置信区间)|CI(?: 95 ?%)?)[\s:,=：，(（[]{0,4})?`;
const range = String.raw`(${number})(?: ?%)? ?(?:-|–|—|−|to|,|～|~|至) ?(${number})(?: ?%)?[)）\]]?`;
/** Matches "HR, 0.77; 95% CI, 0.70 to 0.85", "OR 1.4 (1.1-1.9)", "adjusted RR = 0.62 [95% CI: 0.40–0.96]". */
const effect = new RegExp(
  String.raw`(?<![A-Za-z])((?:un)?adjusted )?(${measures.map(({ words }) => `(?:${words})`).join('|')})(?![A-Za-z])` +
    String.raw`(?: [([](?:[asA]?HR|[acA]?OR|[aA]?[iI]?RR|SMD|W?MD|A?RD)[)\]])?${ofOutcome}[\s:=,：，]{0,3}(?:(?:was|is|of|为) )?(${number})(?: ?%)?` +
    String.raw`[\s,;:，；：(（[]{1,4}${interval}${range}`,
  'g',
);
/** Matches "), recurrence (1.86, 1.01 to 3.41)" after an effect in brackets, with the same measure. */
const further = new RegExp(
  String.raw`^[)\]]?(?:[;,] ?P ?[=<>≤] ?[.·\d]{1,8}[)\]]?)?,? (?:and )?[^,;:.()[\]\d][^,;:()[\]]{2,60} ([([](${number})(?:[,;] ?| ?[([])${interval}${range})`,
  'i',
);

/**
 * Reads the effects of a sentence. An interval that does not contain its value was misread and is omitted.
 *
 * @example
 * readBoundEffects('Mortality was lower with metformin (HR 0.77, 95% CI 0.70-0.85).'); // [{ kind: 'ratio', measure:
 * 'HR', value: 0.77, low: 0.7, high: 0.85, outcome: { name: 'mortality', … }, … }]
 */
export function readBoundEffects(sentence: string): BoundEffect[] {
  let from = 0;
  let previous: BoundEffect | undefined;
  return [...sentence.matchAll(effect)].flatMap((match) => {
    const [text, prefix = '', words = '', following, ...figures] = match;
    const measure = measures.find((each) => new RegExp(`^(?:${each.words})$`).test(words));
    const [value = Number.NaN, low = Number.NaN, high = Number.NaN] = figures.map(parse);
    const clauseStart = Math.max(from, startOfClause(sentence, match.index));
    // A bracket opened earlier does not belong to the effect.
    const isWhole =
      !/[)）\]]$/.test(text) || (text.match(/[(（[]/g) ?? []).length >= (text.match(/[)）\]]/g) ?? []).length;
    const end = afterBrackets(sentence, {
      start: match.index,
      end: match.index + text.length - (isWhole ? 0 : 1),
    });
    from = match.index + text.length;
    const isRead = low <= value && value <= high && !(measure?.kind === 'ratio' && low < 0);
    const before = previous;
    previous = undefined;
    if (!measure || !isRead) return [];
    // "HRs 2.16 and 1.59, respectively" are figures of several outcomes.
    const isOne = !/s$/i.test(words);
    const place = { from: clauseStart, start: match.index, end: match.index + text.length };
    const outcome = isOne
      ? following === undefined
        ? boundOutcome(sentence, place)
        : outcomeAfter(sentence, { ...place, following })
      : undefined;
    const own: BoundEffect = {
      kind: measure.kind,
      measure: isAdjusted(prefix, words, sentence) ? `a${measure.name}` : measure.name,
      ...{ value, low, high, start: match.index, end },
    };
    const listed =
      outcome ?? (isOne ? listedOutcome(sentence, { ...place, after: before?.outcome }) : undefined);
    const all = [{ ...own, ...(listed && { outcome: listed }) }];
    for (let last = all[0]; last?.outcome; ) {
      const next = furtherEffect(sentence, last);
      if (!next) break;
      all.push(next);
      last = next;
      from = next.end;
    }
    previous = all.at(-1);
    return all;
  });
}

/** Returns true if the measure's own words or those of its sentence call it adjusted; unadjusted is the default. */
function isAdjusted(prefix: string, words: string, sentence: string): boolean {
  if (prefix !== '') return !prefix.startsWith('un');
  return (
    /^[aA](?:HR|OR|[iI]?RR)s?$/.test(words) ||
    (/\badjust(?:ed|ing|ment)\b|\bmultivaria(?:te|ble)\b|\bcontroll(?:ed|ing) for\b|校正|调整后|多因素/i.test(
      sentence,
    ) &&
      !/\b(?:un|before |without )adjust|未(?:经)?(?:校正|调整)/i.test(sentence))
  );
}

/** Reads an effect that follows another in a list and shares its measure; only one on its own outcome. */
function furtherEffect(sentence: string, last: BoundEffect): BoundEffect | undefined {
  const [text, bracketed = '', ...figures] = further.exec(sentence.slice(last.end)) ?? [];
  if (text === undefined) return undefined;
  const [value = Number.NaN, low = Number.NaN, high = Number.NaN] = figures.map(parse);
  if (!(low <= value && value <= high) || (last.kind === 'ratio' && low < 0)) return undefined;
  const end = last.end + text.length;
  const start = end - bracketed.length + 1;
  const outcome = listedOutcome(sentence, { from: last.end, start: start - 1, after: last.outcome });
  if (!outcome) return undefined;
  const isWhole = !/[)\]]$/.test(bracketed) || /[([]/.test(bracketed.slice(1));
  return {
    ...{ kind: last.kind, measure: last.measure, value, low, high },
    ...{ start, end: isWhole ? end : end - 1, outcome },
  };
}

/** Words of the groups' own figures in a bracket before the ratio: "(12.1% vs 14.2%; OR, 0.83". */
const ofFigures =
  /^(?:vs|versus|n|of|to|and|p|per|prevalence|events?|cases|deaths|patients|person|years?|months?|days?|adjusted|unadjusted|crude|pooled|typical|median|mean|sd|iqr)$/i;

/** The groups' own figures with their names: "(active and placebo groups, 9.1 and 9.5 events per 1000 person-years; ". */
const ofGroupsInBracket =
  /^[^;]{0,80}\d[^;]{0,40}\b(?:events?|deaths|cases|person-years?|vs\.?|versus)\b[^;]{0,40};\s?(?:adjusted |pooled )?$/;

/** Finds where the clause of an effect begins: after the last semicolon that is not among figures in its own bracket. */
function startOfClause(sentence: string, at: number): number {
  const last = sentence.lastIndexOf(';', at) + 1;
  const open = Math.max(sentence.lastIndexOf('(', last), sentence.lastIndexOf('[', last));
  const inside = sentence.slice(open + 1, at);
  const isOwnBracket = last > 0 && open >= 0 && !/[()[\]]/.test(inside);
  const isFigures =
    (inside.match(/\p{L}+/gu) ?? []).every((word) => ofFigures.test(word)) || ofGroupsInBracket.test(inside);
  return isOwnBracket && isFigures ? sentence.lastIndexOf(';', open) + 1 : last;
}

/** A minus sign is kept; a dash between two numbers was read as "to". */
function parse(figure: string): number {
  return Number(figure.replace('·', '.').replace(/^[−–]/, '-'));
}

const comparison =
  /(?<=\b(?:[Cc]ompared (?:with|to)|versus|vs\.?|[Rr]elative to|[Aa]s compared with|[Ii]n comparison (?:with|to)) (?:the )?)(?!the )[A-Za-z][^,;:.()[\]]{2,60}|(?<=\b(?:lower|higher|fewer|more|less|greater|better|worse|reduced|increased)\b[\s\S]{0,300}\bthan )(?:the )?[a-z][^,;:.()[\]\d]{3,60}(?=\.?$)|(?<=与|较)[^，。；、与较]{2,16}(?=相比|比较)/;
const afterComparator =
  /\s(?:(?:was|were|is|are|had|has|which|who|when|influences?|in|for|at|after|during|and|with|who|reduced|increased|improved|lowered|raised|decreased|prevented|changed|did|does|significantly|group|arm|on|by|led|resulted|showed)\b.*)$/i;

/** Words that only say that others were compared; the rest of the sentence names them. */
const namesNoPopulation =
  /^(?:not|using|taking|having|being)\b|^(?:the |an? )?(?:patients|participants|subjects|individuals|people|persons|those|women|men|children|adults|others|normal|controls?|continuation|when|whether|what|how|that|either|(?:recommended )?minimum|first|lowest|highest|same|other|number|value|far)$|^(?:when|whether|what|how|(?:number|rate|use) of)\b/i;

/**
 * Finds the comparator in a sentence, verbatim with its offsets: "compared with usual care" gives "usual care". Returns
 * undefined if it names none or only mentions it.
 */
export function comparatorOf(sentence: string): { start: number; end: number } | undefined {
  const match = comparison.exec(sentence);
  if (!match) return undefined;
  const text = match[0].replace(afterComparator, '').trimEnd();
  return text.length >= 2 && !namesNoPopulation.test(text)
    ? { start: match.index, end: match.index + text.length }
    : undefined;
}
