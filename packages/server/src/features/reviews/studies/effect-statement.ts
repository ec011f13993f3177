/** Words that introduce the comparator of an effect, or its exposure. */
const binds =
  /\b(?:than|compared|comparing|comparison|versus|vs|relative to|reference|between|per|each|every|associated|association|related|predict\w*|risk factors?|likely|reduc\w+|lower\w*|increas\w+|decreas\w+|rais\w+|improv\w+|worse\w*|prevent\w*|prolong\w*|higher|greater|fewer|caus\w+|protect\w+|differ\w*|similar|prognostic|unrelated|(?:control|placebo|usual[- ]care|comparison|sham) (?:groups?|arms?))\b|\b(?:ratio|risk|OR|HR|RR) (?:for|of) [^,;()]{2,60} and \b|相比|比较|较|对照|相关|降低|升高|增加|减少|改善|危险因素/i;
/** Returns true if words say what is compared, or with what something is associated. */
export function statesComparison(text: string): boolean {
  return binds.test(text);
}

/** Words after an effect for what it compares: "(95% CI 0.56 to 0.84) compared with the control group". */
const comparesAfter =
  /^,? (?:(?:as )?(?:compared (?:with|to)|versus|vs\.?|relative to)|than) [^,;:.()]{3,80}/i;
/** Words after an effect that name its outcome: "a lower risk (HR 0.68; 95% CI 0.58, 0.81) of heart disease than others". */
const ofAfterEffect = /^ (?:of|for) [^,;:.()[\]]{3,140}/i;
/** Begins with what only the sentence before names. */
const pointing = /^(?:it|they|this|these) /i;
/** Characters of a statement that a cell of a table can have. */
const statementMax = 360;

/** Matches the rest of a bracket, with one nested: "; ARR, 4.3 [95% CI, 0.3 to 8.3])". */
const closing = /^(?:[^()[\]（）]|[([（][^()[\]（）]{0,60}[)\]）]){0,80}[)\]）]/;

/** Moves the end of a passage past brackets that are opened in it and closed nearby. */
export function afterBrackets(text: string, { start, end }: { start: number; end: number }): number {
  let last = end;
  for (;;) {
    const piece = text.slice(start, last);
    const open = (piece.match(/[([（]/g)?.length ?? 0) - (piece.match(/[)\]）]/g)?.length ?? 0);
    const [rest] = open > 0 ? (closing.exec(text.slice(last)) ?? []) : [];
    if (!rest) return last;
    last += rest.length;
  }
}

/**
 * Finds the statement that contains an effect, verbatim with its offsets: from the beginning of its sentence, or of its
 * clause if the sentence is long. Returns undefined if it names neither comparison nor exposure: a bare ratio misleads.
 *
 * @example
 * effectStatement('Survival was worse among men than women (RR 1.33; 95% CI 1.24-1.43).', { start: 41, end: 66 }); // {
 * start: 0, end: 67 }
 */
export function effectStatement(
  sentence: string,
  effect: { start: number; end: number },
): { start: number; end: number } | undefined {
  // "It" needs the sentence before; the words after "but" do not.
  const but = pointing.test(sentence) ? sentence.lastIndexOf(', but ', effect.start) : -1;
  const starts = [but < 0 ? 0 : but + ', but '.length, sentence.lastIndexOf(';', effect.start) + 1];
  for (const from of starts) {
    const start = from + (/^\s*/.exec(sentence.slice(from))?.[0].length ?? 0);
    if (opensLater(sentence.slice(start, effect.start))) continue;
    const bracketed = afterBrackets(sentence, { start, end: effect.end });
    const closed = bracketed + (ofAfterEffect.exec(sentence.slice(bracketed))?.[0].trimEnd().length ?? 0);
    const [rest = ''] = binds.test(sentence.slice(start, closed))
      ? []
      : (comparesAfter.exec(sentence.slice(closed)) ?? []);
    const end = closed + rest.length;
    if (end - start <= statementMax && binds.test(sentence.slice(start, end))) return { start, end };
  }
  return undefined;
}

/** Intervals of further effects. */
const interval = /\d[.·]\d{1,4} ?(?:-|–|—|−|to|,) ?[-−–]?\d{1,4}[.·]\d/;
/** Words with which a sentence goes on to say that elsewhere it was otherwise. */
const contrast =
  /^[)\]]?(?: [^,;.]{0,80})??,?;? (?:but|whereas|while|although|though|yet|however)\b(?=[^.;]{0,20}\b(?:not|no|without|thereafter|later|in|among|for|after|only)\b|.*\d[.·]\d)|^[)\]]?[^.;]{0,40}?[,;] (?:and )?(?:\([2-9]\) |in |among )|^[)\]]? and [-−–]?\d{1,3}[.·]\d/i;
/** Characters of a contrast that a cell of a table can have. */
const contrastMax = 420;

/**
 * Returns a statement with the contrast in its sentence: an effect in a subgroup or a period is no statement without
 * "but not thereafter". Undefined if other effects come before it in its statement, or if the contrast is too long to
 * be shown.
 */
export function withContrast(
  sentence: string,
  { start, end }: { start: number; end: number },
  effectStart: number,
): { start: number; end: number } | undefined {
  if (interval.test(sentence.slice(start, effectStart))) return undefined;
  if (!contrast.test(sentence.slice(end))) return { start, end };
  const last = end + sentence.slice(end).replace(/(?<![.\s])[.\s]+$/, '').length;
  return last - start <= contrastMax ? { start, end: last } : undefined;
}

/** Returns true if a text begins within a bracket. */
function opensLater(text: string): boolean {
  let depth = 0;
  for (const [mark] of text.matchAll(/[()[\]（）]/g)) {
    depth += /[([（]/.test(mark) ? 1 : -1;
    if (depth < 0) return true;
  }
  return false;
}
