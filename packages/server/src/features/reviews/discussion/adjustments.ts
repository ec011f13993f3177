import { readBoundEffects } from '../studies/bound-effects.ts';

/** An adjustment with what was adjusted for, which is no exposure. */
const adjusted =
  /,? ?\b(?:even )?(?:(?:after|when|with|on|following|and|once) )?(?:(?:we|they|it was|this was|was|were|full|further|additional|multivariable|statistical) ){0,2}(?:adjust(?:ed|ing|ments?)|control(?:led|ling)|accounting|match(?:ed|ing)) (?:was made |were made )?(?:for|on)\b[^();:]*|(?:在|经)?(?:校正|调整)了?[^，。；（()]{1,80}?(?:之?后|因素)|(?:在)?控制了?[^，。；（()]{1,80}?(?:因素|变量)(?:之?后)?/gi;
/** Matches the verb of the clause that states the finding, before or after an adjustment. */
const hasVerb =
  /(?:\w |^, )\b(?:was|were|had|has|have|did|is|are|remained|(?:lower|reduc|increas|decreas|rais|chang|predict|improv|prevent|affect|cut|halv|doubl)\w*)\b/i;

/** A text without what was adjusted for: "the advantage was less strong after we adjusted for aspirin" is not on aspirin. */
export function withoutAdjustments(text: string): string {
  return text.replace(adjusted, (words, at: number) => {
    if (hasVerb.test(text.slice(0, at))) return ' ';
    // "After adjustment for age and sex, metformin lowered …": the finding follows the last comma before its verb.
    for (let comma = words.lastIndexOf(','); comma > 0; comma = words.lastIndexOf(',', comma - 1)) {
      const rest = words.slice(comma);
      if (hasVerb.test(rest)) return rest;
    }
    return ' ';
  });
}

/** "and 1.50 (95% CI 1.10-2.00)": a ratio whose measure another gives. */
const bareRatio =
  /(?:,|，|\band|和|及|为)(?: [\w-]{1,30}){0,8} ?\d{1,2}\.\d{1,3} ?[([（](?:95% ?CI,? ?)?(\d{1,2}\.\d{1,3})(?:-|–|—| to |, ?|～|~|至)(\d{1,2}\.\d{1,3})/g;

/** "… (OR 1.45) but not with preterm birth (": the words between the ratios of two outcomes. */
const onAnother =
  /^[^,;，；]{0,4}[,，;；]? ?(?:(?:but|and) (?:was |were )?(?:not )?(?:associated |related )?with\b|(?:but|and|whereas|while) (?!(?:it|this|they|in|among|for|men|women|children|adults|patients|those|the (?:effects?|associations?|differences?|risks?|results?|relationships?))\b)([a-z][\w -]{3,60}?) (?:was|were|did|had)\b|(?:但|而|并)?(?:与|和)\p{Script=Han}{2,20}(?:无关|相关|有关|无显著))/iu;

/** Returns true if the words between two ratios name another outcome than those before them. */
function isOnAnother(between: string, before: string): boolean {
  const match = onAnother.exec(between);
  const words = match?.[1]?.toLowerCase().match(/[a-z]{4,}/g) ?? [];
  return match !== null && !words.some((word) => before.toLowerCase().includes(word));
}

/**
 * Returns true if the ratios of a sentence on one outcome point different ways, as those of two groups do: the overall
 * direction is then unknown. The second may come without its measure.
 */
export function ratiosDiffer(text: string): boolean {
  const effects = readBoundEffects(text);
  const [first, second] = effects;
  if (!first || (second && isOnAnother(text.slice(first.end, second.start), text.slice(0, first.start))))
    return false;
  const names = effects.map(({ outcome }) => outcome?.name);
  if (names.every((name, at) => name !== undefined && names.indexOf(name) === at) && names.length > 1)
    return false;
  const none = first.kind === 'ratio' ? 1 : 0;
  const figures = [
    ...effects.map(({ kind, low, high }) => ({ none: kind === 'ratio' ? 1 : 0, low, high })),
    ...[...text.slice(first.end).matchAll(bareRatio)].map(([, low, high]) => ({
      ...{ none, low: Number(low), high: Number(high) },
    })),
  ];
  return new Set(figures.map(({ none, low, high }) => (high < none ? -1 : low > none ? 1 : 0))).size > 1;
}
