/**
 * Units that are separated from their number by a space. Case matters: anything not certain to be a unit is left alone.
 */
const units =
  'mg|kg|µg|μg|mcg|ng|pg|g|mL|ml|dL|dl|µL|μL|L|mmol|µmol|μmol|nmol|pmol|mol|mmHg|kPa|cm|mm|µm|μm|nm|kcal|kJ|mGy|Gy|IU|mU|Hz|kHz|MHz|weeks?|months?|years?|days?|hours?|min|patients?';
const spaced = new RegExp(`(?<![\\w.-]|(?<!\\d)/)(\\d+(?:\\.\\d+)?)(${units})(?![\\w])`, 'g');

/** Unit spellings with a wrong case whose correction is beyond doubt; "ml" and "mm Hg" are right as well. */
const spellings: readonly [RegExp, string][] = [
  [/(?<=\d ?)(?:mmhg|MMHG|mmHG|MmHg)(?![A-Za-z])/g, 'mmHg'],
  [/(?<=\d ?)(?:KG|Kg|kG)(?![A-Za-z])/g, 'kg'],
  [/(?<=\d ?)(?:MG\/KG|Mg\/Kg|mg\/Kg)(?![A-Za-z])/g, 'mg/kg'],
  [/(?<=\d ?)ML(?![A-Za-z])/g, 'mL'],
  [/(?<=\d ?)(?:Mmol|MMOL|mmoL)(?![A-Za-z])/g, 'mmol'],
];

/** Units as authors write them: 90mmhg is 90mmHg. */
export function spellUnits(text: string): string {
  return spellings.reduce((out, [wrong, right]) => out.replace(wrong, right), text);
}

/** Matches figure panels, which are not weights: "Fig. 4g", "图 3g". */
const panel = /(?:\b(?:figs?|figures?|tables?|suppl\w*|extended data|panels?)\b\.?|[图表])[^.;。；]{0,24}$/i;

/** Numbers, units and the signs between them. */
export function polishUnits(text: string): string {
  return (
    spellUnits(text)
      .replace(spaced, (found, number: string, name: string, at: number, whole: string) =>
        name.length === 1 && panel.test(whole.slice(Math.max(0, at - 40), at)) ? found : `${number} ${name}`,
      )
      .replace(/(?<=\d)[ \t]+(?=%)/g, '')
      // After a number, not a name: mice are "Apoe+/-" and "p53+/-".
      .replace(
        /(?=[ \t]{0,9}\+)(?<=(?<![\p{Script=Latin}\d.-])\d+(?:\.\d+)?%?)[ \t]{0,9}\+\/-[ \t]*(?=\d)/gu,
        ' ± ',
      )
      .replace(/(?<=[\w)\]] ?)<=(?= ?[\d.])/g, '≤')
      .replace(/(?<=[\w)\]] ?)>=(?= ?[\d.])/g, '≥')
  );
}
