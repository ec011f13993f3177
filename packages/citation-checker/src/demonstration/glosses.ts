import { readText } from '../reading/tokens.ts';

/** Unit, as needed for glosses. */
type Glossed = {
  text: string;
  start: number;
  end: number;
  wordings: readonly (readonly string[])[];
  isGlossed?: true;
};

/** Matches a Chinese term with its foreign name in brackets: "骨保护素（osteoprotegerin）". */
const gloss =
  /\p{Script=Han}\s?[(（]\s?(\p{Script=Latin}[\p{Script=Latin}\p{N}\s.,'’/α-ωΑ-Ω+-]{1,60}?)\s?(?:[,，;；][^()（）]{0,40})?[)）]/gu;

/**
 * Adds the content of a bracket as another wording of the words before it: of an unlisted term or, if all of it is
 * known and means the same, of its last word. A word for size, number or degree before the term keeps its own meaning.
 */
export function addGlosses<Unit extends Glossed>(units: readonly Unit[], text: string): Unit[] {
  if (units.length > unitsMax) return [...units];
  const glossed = new Map<Unit, string[]>();
  for (const { index, 0: whole, 1: written = '' } of text.matchAll(gloss)) {
    const stems = readText(written)
      .tokens.filter(({ empty, kind }) => !empty && kind !== 'number')
      .map(({ stem }) => stem);
    if (stems.length === 0) continue;
    let end = index + (whole[0] ?? '').length;
    const before = units.filter((unit) => unit.end <= end && isHan.test(unit.text)).toReversed();
    const run: Unit[] = [];
    for (const unit of before) {
      // 法尼醇X受体: letters within a term belong to it.
      if (!/^[\p{Script=Latin}\p{Script=Greek}\d式性型类-]{0,4}$/u.test(text.slice(unit.end, end))) break;
      run.push(unit);
      end = unit.start;
    }
    // An unlisted term with the known pieces before the bracket, otherwise the last word.
    const limit = run.findIndex((unit, at) => at > 0 && !isUnread(unit) && modifying.test(unit.text));
    const term = run.slice(0, limit < 0 ? unreadMax : Math.min(limit, unreadMax));
    const covered = term.slice(0, Math.max(1, term.findLastIndex(isUnread) + 1));
    const isNew = covered.some(isUnread);
    for (const unit of covered) if (isNew || isOneOf(stems, written, unit)) glossed.set(unit, stems);
  }
  if (glossed.size === 0) return [...units];
  return units.map((unit) => {
    const stems = glossed.get(unit);
    return stems ? { ...unit, wordings: [...unit.wordings, stems], isGlossed: true } : unit;
  });
}

/**
 * Returns true if a bracket may belong to a known term: an abbreviation, or words shared with its own English.
 * 胰岛素（metformin） is neither insulin nor metformin.
 */
function isOneOf(stems: readonly string[], written: string, { wordings }: Glossed): boolean {
  return shortForm.test(written) || wordings.some((wording) => wording.some((stem) => stems.includes(stem)));
}

const shortForm = /^[A-Z][A-Za-z]{0,3}[A-Z0-9-]{1,6}$/;

const isHan = /\p{Script=Han}/u;

/** Words for degree, size or selection before a term. */
const modifying = /^[大小高低早晚新旧左右上下非无未不多少重轻长短]|组$|治疗|剂量|水平/;

/** Maximum number of words of a claim to be compared. */
const unitsMax = 400;

/** Maximum number of pieces of a term. */
const unreadMax = 6;

/** Returns true for a word without an English translation. */
const isUnread = ({ wordings }: Glossed): boolean =>
  wordings.length === 1 && (wordings[0]?.[0] ?? '').startsWith('han:');
