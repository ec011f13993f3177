/** A word of a text that a rule looks for, with its place. */
export type Cue<Sense extends string = string> = { sense: Sense; text: string; start: number; end: number };

/** For each sense the wordings, as the source of a regular expression: English words whole, Chinese anywhere. */
export type Wordings<Sense extends string> = Record<Sense, { en: string; zh?: string }>;

/** Finds the cues of a text in order; the longest sense wins where two begin at one place. */
export function cueFinder<Sense extends string>(wordings: Wordings<Sense>): (text: string) => Cue<Sense>[] {
  const senses = (Object.entries(wordings) as [Sense, { en: string; zh?: string }][]).map(
    ([sense, { en, zh }]) =>
      [
        sense,
        new RegExp(`(?<![\\p{L}\\p{N}])(?:${en})(?![\\p{Script=Latin}\\p{N}])${zh ? `|${zh}` : ''}`, 'giu'),
      ] as const,
  );
  return (text) => {
    const cues: Cue<Sense>[] = [];
    for (const [sense, pattern] of senses)
      for (const match of text.matchAll(pattern)) {
        const [found] = match;
        if (found) cues.push({ sense, text: found, start: match.index, end: match.index + found.length });
      }
    cues.sort((one, other) => one.start - other.start || other.end - one.end);
    let end = -1;
    return cues.filter((cue) => {
      if (cue.start < end) return false;
      end = cue.end;
      return true;
    });
  };
}
