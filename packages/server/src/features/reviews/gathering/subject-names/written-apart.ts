/** Number of letters from which a word is hardly ever the end of one word and the beginning of the next. */
const lettersMin = 8;

/**
 * Creates a test whether a text has one of these words as two, with a hyphen or a space: "life-span" for lifespan, "health care" for
 * healthcare.
 */
export function writtenApart(words: readonly string[]): (text: string) => boolean {
  const joined = words
    .filter((word) => word.length >= lettersMin && /^[A-Za-z]+$/.test(word))
    .map((word) => word.toLowerCase());
  return (text) => {
    if (joined.length === 0) return false;
    const letters = text.toLowerCase().replace(/[-\s]+/g, '');
    return joined.some((word) => letters.includes(word));
  };
}
