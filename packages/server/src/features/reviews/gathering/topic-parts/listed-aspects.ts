/** Words between two aspects that a topic lists. */
const listed = /^(?:,|(?:, )?(?:and|or)|&|\/|与|和|及|以及|或|、)$/i;

/** The end of an item, others, and the beginning of the last one: "screening [behaviours, needs and follow-up] management". */
const listedApart = (between: string): boolean =>
  between.length <= betweenMax && separator.test(between) && !ofOthers.test(between);
const betweenMax = 60;
const separator = /[,、]/;
const ofOthers =
  /\b(?:of|in|for|among|after|with|to|on|by|during|from|at|versus|vs|between|as)\b|[:：;；的对在中后]|患者/i;

/** Aspect that a topic may ask for, with the words by which it does. */
type Aspect = { asked: RegExp };

/**
 * Groups the aspects that a topic lists, of which a record has to be on one: a record on the diagnosis of a disease is one on its
 * "diagnosis and treatment". An aspect within the words for another one is left out: "drug therapy" asks for no other therapy.
 *
 * @example listedAspects([diagnosis, treatment], 'diagnosis and treatment of appendicitis') // [[diagnosis, treatment]]
 */
export function listedAspects<Each extends Aspect>(asked: readonly Each[], words: string): Each[][] {
  const placed = asked.map((aspect) => {
    const match = aspect.asked.exec(words);
    return { aspect, start: match?.index ?? -1, end: match ? match.index + match[0].length : -1 };
  });
  type Placed = (typeof placed)[number];
  const isWithin = (one: Placed, other: Placed) =>
    other.start <= one.start && one.end <= other.end && other.end - other.start > one.end - one.start;
  const own = placed
    .filter((one) => !placed.some((other) => isWithin(one, other)))
    .sort((one, other) => one.start - other.start);
  const isListed = (between: string) => listed.test(between) || listedApart(between);
  const groups: { aspects: Each[]; end: number }[] = [];
  for (const { aspect, start, end } of own) {
    const last = groups.at(-1);
    if (last && last.end >= 0 && start >= last.end && isListed(words.slice(last.end, start).trim())) {
      last.aspects.push(aspect);
      last.end = end;
    } else groups.push({ aspects: [aspect], end });
  }
  return groups.map(({ aspects }) => aspects);
}

/** Returns every choice of one from each group: `[[1, 2], [3]]` has `[1, 3]` and `[2, 3]`. */
export function choicesOf<Each>(groups: readonly (readonly Each[])[]): Each[][] {
  return groups.reduce<Each[][]>(
    (all, group) => all.flatMap((before) => group.map((each) => [...before, each])),
    [[]],
  );
}
