/** Wording to find in titles and abstracts: its words, and whether the last one is a stem. */
type TextTerm = { words: string[]; isStem: boolean };

/**
 * Writes wordings as a librarian would: with the last word truncated, so that "statin" also finds "statins", and without
 * wordings that another one finds anyway.
 *
 * @example
 * textTerms(['hip fracture', 'femoral neck fractures', 'osteoporotic hip fractures']); // ['"hip fracture*"', '"femoral neck fracture*"']
 */
export function textTerms(wordings: readonly string[]): string[] {
  const terms = wordings.map(toTerm);
  const needed = terms.filter(
    (term, at) =>
      !terms.some(
        (other, before) => at !== before && finds(other, term) && (before < at || !finds(term, other)),
      ),
  );
  return [...new Set(needed.map(written))];
}

function toTerm(wording: string): TextTerm {
  const words = wording.split(/\s+/);
  const [stem, isStem] = stemOf(words.at(-1) ?? '', words.length > 1 ? stemMin - 1 : stemMin);
  return { words: [...words.slice(0, -1), stem], isStem };
}

function written({ words, isStem }: TextTerm): string {
  const text = `${words.join(' ')}${isStem ? '*' : ''}`;
  return /[^\p{L}\p{N}*]/u.test(text) ? `"${text}"` : text;
}

/** Returns true if a term finds everything that another one finds: the other one contains its words. */
function finds(term: TextTerm, other: TextTerm): boolean {
  const [own, others] = [term, other].map(({ words }) => words.flatMap((word) => word.split('-')));
  if (!own || !others) return false;
  return others.some((_, from) =>
    own.every((word, at) => {
      const there = others[from + at] ?? '';
      if (at < own.length - 1) return there === word;
      const isLast = from + at === others.length - 1;
      return term.isStem ? there.startsWith(word) : there === word && !(isLast && other.isStem);
    }),
  );
}

/** PubMed truncates after four letters; alone, a stem of four would find other words. */
const stemMin = 5;
const irregular =
  /^(?:people|children|women|men|mice|teeth|feet|obese|diabetes|overweight|elderly)$|(?:ed|ly|ety|itis|ics)$/;

/** Removes the ending of a word whose forms differ only in it. Short words and names with digits stay whole. */
function stemOf(word: string, shortest: number): [stem: string, isStem: boolean] {
  if (!/^\p{Script=Latin}+$/u.test(word) || word.length < stemMin || irregular.test(word))
    return [word, false];
  const stem = word.replace(
    /(?<=[^aeiou])(?:y|ies)$|(?<=s)is$|(?<=[sxz]|[cs]h)es$|(?<=[^suiy]|[aeiou]y)s$/,
    '',
  );
  return stem.length >= shortest ? [stem, true] : [word, false];
}
