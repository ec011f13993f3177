/** Units that stand a space behind their number. Case counts: what is not certain to be a unit is left alone. */
const units =
  'mg|kg|µg|μg|mcg|ng|pg|g|mL|ml|dL|dl|µL|μL|L|mmol|µmol|μmol|nmol|pmol|mol|mmHg|kPa|cm|mm|µm|μm|nm|kcal|kJ|mGy|Gy|IU|mU|Hz|kHz|MHz|weeks?|months?|years?|days?|hours?|min|patients?';
const spaced = new RegExp(`(?<![A-Za-z\\d.-])(\\d+(?:\\.\\d+)?)(${units})(?![A-Za-z\\d])`, 'g');

/** Wrong cases of units whose right one is beyond doubt. */
const spellings: readonly [RegExp, string][] = [
  [/(?<=\d ?)(?:mm ?hg|MMHG|mmHG|MmHg|mm Hg)(?![A-Za-z])/g, 'mmHg'],
  [/(?<=\d ?)(?:KG|Kg|kG)(?![A-Za-z])/g, 'kg'],
  [/(?<=\d ?)(?:MG\/KG|Mg\/Kg|mg\/Kg)(?![A-Za-z])/g, 'mg/kg'],
  [/(?<=\d ?)(?:ml|ML)(?![A-Za-z])/g, 'mL'],
  [/(?<=\d ?)(?:Mmol|MMOL|mmoL)(?![A-Za-z])/g, 'mmol'],
];

/** Units as they are written: 90mmhg is 90mmHg. */
export function spellUnits(text: string): string {
  return spellings.reduce((out, [wrong, right]) => out.replace(wrong, right), text);
}

/** Numbers, units and the signs between them. */
export function polishUnits(text: string): string {
  return (
    spellUnits(text)
      .replace(spaced, '$1 $2')
      .replace(/(?<=\d)[ \t]+(?=%)/g, '')
      .replace(/[ \t]*\+\/-[ \t]*(?=\d)/g, ' ± ')
      .replace(/(?<=[\w)\]] ?)<=(?= ?[\d.])/g, '≤')
      .replace(/(?<=[\w)\]] ?)>=(?= ?[\d.])/g, '≥')
      // A range, and no date, telephone number, name or difference: whole numbers that ascend.
      .replace(/(?<![\w.\-/–])(\d{1,4})-(\d{1,4})(?![\w\-/–]|\.\d)/g, (range, from, to) =>
        Number(from) < Number(to) ? `${from}–${to}` : range,
      )
  );
}
