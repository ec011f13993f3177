/** Normalizes a text for processing: line feeds, and characters in NFC. */
export function plainForm(text: string): string {
  return text.replace(/\r\n?/g, '\n').normalize('NFC');
}

/** Restores the form of the original text: its usual line ends and its form of accents. */
export function restoreTextForm(text: string, version: string): string {
  if (version === plainForm(text)) return text;
  const unusual = unusualCharacters(text);
  const spelled =
    unusual.size === 0 ? version : version.replace(anyOf(unusual), (each) => unusual.get(each) ?? each);
  const [windows, all] = [/\r\n/g, /\r\n|\r|\n/g].map((pattern) => text.match(pattern)?.length ?? 0);
  return (windows ?? 0) * 2 > (all ?? 0) ? spelled.replaceAll('\n', '\r\n') : spelled;
}

/**
 * Maps NFC to the decomposed characters of a text, such as a Mac's NFD: accented letters, Hangul, compatibility
 * ideographs.
 */
function unusualCharacters(text: string): Map<string, string> {
  const unusual = new Map<string, string>();
  for (const [character] of text.matchAll(/\P{M}\p{M}+|\p{Script=Hangul}+|[^\p{ASCII}\p{M}]/gu)) {
    const usual = character.normalize('NFC');
    if (usual !== character && !text.includes(usual)) unusual.set(usual, character);
  }
  return unusual;
}

function anyOf(characters: ReadonlyMap<string, string>): RegExp {
  const longestFirst = [...characters.keys()].sort((one, other) => other.length - one.length);
  return new RegExp(longestFirst.map((each) => RegExp.escape(each)).join('|'), 'gu');
}
