/** Kinds of people of which one excludes the other, if a study names only that. */
const excluding = [
  [
    ['grown', 'older', 'postmenopaus'],
    ['children', 'child', 'pediatr', 'infant', 'neonat', 'newborn', 'boy', 'girl'],
  ],
  [['men'], ['women', 'pregnant', 'postmenopaus', 'premenopaus']],
].map((groups) => groups.map((group) => new Set(group)));

/** Returns true if one names a population that the other excludes. */
export function areOthers(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return excluding.some(([these = new Set<string>(), those = new Set<string>()]) => {
    const kindsOf = (people: ReadonlySet<string>) =>
      [these, those].map((group) => !people.isDisjointFrom(group));
    const [[a, b], [c, d]] = [kindsOf(one), kindsOf(other)] as [boolean[], boolean[]];
    return (a && !b && d && !c) || (b && !a && c && !d);
  });
}
