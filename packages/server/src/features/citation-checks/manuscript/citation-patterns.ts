// Manuscripts cite in many styles, so this parser is not the SDK's, which parses our own markers.

/** Numbers of a list with their separators: "3", "1, 3–5". */
const numbers = String.raw`\d{1,3}(?:\s*[,，、;；~–—-]\s*\d{1,3})*`;
const onlyNumbers = new RegExp(`^${numbers}$`);

/**
 * Matches a marker in the form that `normalizeMarkers` produces; not a link text, nor an interval that contains a
 * figure.
 */
export const mark = new RegExp(
  String.raw`(?=\[)(?<!(?:\bCIs?|\bIQR|\brange|\binterval|信区间|四分位数?间?距|范围)[\s:：,，;；=(（]{0,4}(?:(?:was|is|of|为)\s)?)\[\s*(\^[\w-]{1,40}|${numbers})\s*\](?!\()`,
  'gi',
);

/** [3] ［３］ 【3】 〔3〕; also "(refs. 3 and 4)" and "[文献3]". */
const list = String.raw`[\d０-９](?:[\d０-９\s,，、;；~～–—&-]|and|和|与|及)*`;
const bracketed = new RegExp(
  String.raw`[[［【〔]\s{0,9}(?:(?:refs?\.?|references?|文献)\s{0,9}[:：]?\s{0,9})?(${list})[\]］】〕](?!\()|[(（]\s{0,9}(?:see\s{1,9})?(?:refs?\.?|references?|参考文献|文献)\s{0,9}(${list})[)）]`,
  'gi',
);
/** Matches a superscript that lost its formatting: "…worldwide.1,2 Metformin". */
const fallen = /(?<=\p{Ll}{3}[.,;])(\d{1,3}(?:[,–-]\d{1,3})*)(?=\s+\p{Lu}|\s*$)/gu;
const betweenBrackets = /\[(\d{1,3})\]\s*(?:[~～–—-]|to|至|到)\s*\[(\d{1,3})\]/g;

/** Separator between "[1]" and "[2]" in "[1], [2]". */
const partedMarks = /(?=\])(?<=\[[\d\s,，、;；~–—-]{1,60})\]\s*[,，、;；]\s*\[(?=\s*\d)/g;

/** <sup>3,4</sup>, ^3,4^, ³,⁴ */
const raised =
  /<sup>([^<>]{1,60})<\/sup>|\^([\d\s,，;–—-]{1,40})\^|([⁰¹²³⁴-⁹](?:[⁰¹²³⁴-⁹,，⁻–-]{0,60}[⁰¹²³⁴-⁹])?)(?![⁺⁻])/g;

/** Matches text that takes an exponent: a unit, ten, a variable, but not "vitamin D³". */
const powered = /(?<![A-Za-zµμ])[kcdmnµμ]?m$|(?<![\d.,])10$|(?<![A-Za-z\d])[A-Za-zΑ-Ωα-ω]$/;
const named =
  /\b(?:vitamin|hepatitis|influenza|type|group|class|grade|stage|protein|factor|immunoglobulin)\s[A-Za-z]$/i;

/** Converts all markers of a text to one form, "[3,5–7]", whether on the line or raised; powers become "10^9". */
function normalizeMarkers(text: string): string {
  return (
    text
      .replace(/\\([[\]^])/g, '$1')
      // "^[3]^", "<sup>[3]</sup>": a raised marker keeps its brackets.
      .replace(
        /\^(\[[\d\s,，、;；~～–—-]{1,40}\])\^|<sup>\s*(\[[\d\s,，、;；~～–—-]{1,40}\])\s*<\/sup>/gi,
        '$1$2',
      )
      .replace(
        raised,
        (found, html: string | undefined, carets: string | undefined, digits: string, at: number) => {
          const content = (html ?? carets ?? asDigits(digits)).trim();
          if (!onlyNumbers.test(content)) return html ?? found;
          const before = text.slice(Math.max(0, at - 20), at);
          // Isotopes: ¹⁸F-FDG, ⁹⁹mTc.
          const isBefore = /(?:^|[\s(（-])$/.test(before) && /^[A-Za-z]/.test(text.slice(at + found.length));
          if (isBefore || (powered.test(before) && !named.test(before)))
            return html === undefined && carets === undefined ? found : `${isBefore ? '' : '^'}${content}`;
          return `[${content}]`;
        },
      )
      .replace(fallen, '[$1]')
      .replace(bracketed, (found, square: string | undefined, round = '') => {
        const content = (square ?? round)
          .normalize('NFKC')
          .replace(/(?<!\s)\s*(?:and|[&和与及])\s*/gi, ',')
          .trim();
        return onlyNumbers.test(content) ? `[${content}]` : found;
      })
      .replace(betweenBrackets, '[$1–$2]')
      .replace(partedMarks, ',')
  );
}

/** Matches "(3)", "（3，4）", "(5–7)", unless they follow a figure, whose share they would be. */
const inRound = new RegExp(
  String.raw`(?<=\S[ \u00a0]?)(?<!(?:^|[^\p{L}\d.])\d[\d.,]*[ \u00a0]?)[(（]\s*(${numbers})\s*[)）]`,
  'gu',
);
/** Minimum share of the reference list that round brackets must name to count as citations. */
const roundShare = 0.5;

/**
 * Creates the parser of a manuscript's citation markers. Numbers in round brackets cite only if nothing else does and
 * they name most of the list; otherwise they are counts or shares.
 */
export function createMarkerReader(
  texts: readonly string[],
  entries: ReadonlyMap<string, unknown>,
): (text: string) => string {
  const named = new Set<string>();
  for (const text of texts) {
    if (normalizeMarkers(text).search(mark) >= 0) return normalizeMarkers;
    for (const [, content = ''] of text.normalize('NFKC').matchAll(inRound))
      for (const key of keysOf(content)) if (entries.has(key)) named.add(key);
  }
  if (named.size < roundShare * entries.size) return normalizeMarkers;
  return (text) =>
    normalizeMarkers(text).replace(inRound, (found, content: string) =>
      keysOf(content).every((key) => entries.has(key)) ? `[${content}]` : found,
    );
}

/** Maximum length of a range. */
const rangeMax = 100;

/** Expands "3,5–7" to 3, 5, 6, 7; returns "^name" unchanged. */
export function keysOf(content: string): string[] {
  if (content.startsWith('^')) return [content];
  return content.split(/[,，、;；]/).flatMap((part) => {
    const [, first = '', last] = /^\s*(\d{1,3})(?:\s*[~–—-]\s*(\d{1,3}))?(?<!\s)\s*$/.exec(part) ?? [];
    if (first === '') return [];
    const [from, to] = [Number(first), Number(last ?? first)];
    // "[5–3]" and ranges longer than any list: only the two ends are reported.
    if (to < from || to - from > rangeMax) return [String(from), String(to)];
    return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
  });
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function asDigits(raisedText: string): string {
  return [...raisedText]
    .map((each) => (each === '⁻' ? '-' : superscripts.includes(each) ? superscripts.indexOf(each) : each))
    .join('');
}

/**
 * Citations that this service does not resolve: "(Smith et al., 2019)", "Smith et al. (2019)", "（张三等，2019）",
 * "[@smith2019]".
 */
const otherStyles =
  /[(（][^()（）\d]{0,80}(?:\bet al\b|\band\b|&|等|\p{Lu}\p{L}+)[^()（）\d]{0,12}[,，\s]\s?(?:19|20)\d\d[a-z]?\s?[)）;；,，]|\bet al\.?,? [(（](?:19|20)\d\d[a-z]?[)）]|等[(（](?:19|20)\d\d[)）]|\[[^[\]@]{0,40}@[\w:.-]{2,60}[^[\]]{0,60}\]/u;

/** Returns true if a sentence cites by author and year, or by a key that another program resolves. */
export function citesOtherwise(sentence: string): boolean {
  return otherStyles.test(sentence);
}
