/** What nobody polishes, wherever it stands in a sentence. The longer ones come first: they may hold the others. */
const patterns = [
  // Code, mathematics and commands of LaTeX.
  /(`+)[^`\n](?:[^\n]*?[^`\n])?\1(?!`)/,
  /\$\$[^$]+\$\$/,
  /(?<![\\$\w])\$(?=[^\s$])(?:\\.|[^$\n\\]){1,300}?(?<=\S)\$(?![\d$])/,
  /\\\([\s\S]{1,500}?\\\)/,
  /\\\[[\s\S]{1,1000}?\\\]/,
  /\\(?:begin|end|cite[a-z]*|ref|eqref|autoref|label|input|include|includegraphics|url|href|SI|si|num|qty)\*?(?:\[[^\]\n]{0,200}\])*(?:\{[^{}\n]{0,300}\})+/,
  /\\[A-Za-z]+\*?(?=[{[])|\\[A-Za-z]+\*?/,
  // Links and images of Markdown, addresses, tags, entities, footnotes.
  /!?\[[^\]\n]{0,300}\]\([^)\s]{1,1000}(?:\s+"[^"\n]{0,200}")?\)/,
  /\[\^[^\]\n]{1,40}\]/,
  /\[@[^\]\n]{1,200}\]/,
  /<\/?[A-Za-z][^<>\n]{0,300}>/,
  /&(?:[a-z]{2,8}|#\d{1,6});/,
  /https?:\/\/[^\s<>"，。；、）】]+[^\s<>"，。；、）】.,;:!?)]/,
  /\b10\.\d{4,9}\/[^\s<>"，。；、）】]*[^\s<>"，。；、）】.,;:!?)]/,
  /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/,
  // Marks of citations.
  /[[［【]\s*\d{1,3}(?:\s*[-–—~～,，、;；]\s*\d{1,3})*\s*[\]］】]/,
];

/** Stand-ins for what is protected, one a piece; what stood there in the text itself is protected like it. */
const standIn = /[\uE000-\uF8FF]/u;
const standInsMax = 0xf8ff - 0xe000;

/** Only the first pattern has a group, to which it refers back: joined, it is still the first one. */
const anything = new RegExp(
  [...patterns.map(({ source }) => `(?:${source})`), standIn.source].join('|'),
  'gu',
);

/** The protected pieces of a text, in order. */
export function protectedPieces(text: string): string[] {
  return text.match(anything) ?? [];
}

/** The text as `change` makes it of everything else: each protected piece is one character to it, which it keeps. */
export function changeAround(text: string, change: (text: string) => string): string {
  const pieces: string[] = [];
  const masked = text.replace(anything, (piece) => {
    if (pieces.length >= standInsMax) return piece;
    pieces.push(piece);
    return String.fromCharCode(0xe000 + pieces.length - 1);
  });
  return change(masked).replace(
    /[\uE000-\uF8FF]/g,
    (character) => pieces[character.charCodeAt(0) - 0xe000] ?? character,
  );
}
