import {
  type Abbreviation,
  placesOfShortForm,
  readAbbreviations,
} from '@citewell/citation-checker/reading/abbreviations.ts';

/** Short forms of statistics, which are read as they are. */
const statistics = /^(?:a?ORs?|a?HRs?|a?I?RRs?|CI|SD|SE|S?MD|A?RD|IQR|AOR|AHR|NNT|ITT)$/i;

/** Returns the abbreviations that a text explains or that the lexicon knows, without those of statistics. */
export function abbreviationsOf(text: string): Abbreviation[] {
  return readAbbreviations(text, 'same').filter(({ written }) => !statistics.test(written));
}

/**
 * Writes out a text's abbreviations, so that a concept has one name wherever it occurs: PTB and preterm birth. A form
 * that is explained earlier in the list comes first.
 */
export function writtenOut(text: string, forms: readonly Abbreviation[]): string {
  const taken = new Set<string>();
  return forms.reduce((left, { written, long }) => {
    if (taken.has(written)) return left;
    taken.add(written);
    return placesOfShortForm(written, left).reduceRight((each, at) => {
      const end = at + written.length;
      const after = each[end] === 's' ? end + 1 : end;
      return each.slice(0, at) + long + each.slice(after);
    }, left);
  }, text);
}
