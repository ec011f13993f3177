import { callerMarker } from './caller-markers.ts';

/** Patterns of text that is never polished. Longer ones come first, since they may contain others. */
const patterns = [
  // Code, mathematics and LaTeX commands.
  /(?<!`)(`{1,9})[^`\n](?:[^\n]{0,2000}?[^`\n])?\1(?!`)/,
  /\\(?:verb|lstinline)\*?(?:\[[^\]\n]{0,200}\])?(?<verb>[^A-Za-z\s*[{])[^\n]{0,400}?\k<verb>/,
  /\$\$[^$]+\$\$/,
  /(?<![\\$\w])\$(?=[^\s$])(?:\\.|[^$\n\\]){1,300}?(?<=\S)\$(?![\d$])/,
  /\\\([\s\S]{1,500}?\\\)/,
  /\\\[[\s\S]{1,1000}?\\\]/,
  /\\(?:begin|end|cite[a-z]*|ref|eqref|autoref|label|[Cc]ref|pageref|input|include|includegraphics|url|href|SI|si|num|qty|unit|ce|usepackage|documentclass|bibliography|bibliographystyle|nocite|footcite|lstinline|hspace|vspace|color|textcolor|gls[a-z]*|ac[slfp]*)\*?(?:\[[^\]\n]{0,200}\])*(?:\{[^{}\n]{0,300}\})+/,
  /\\[A-Za-z]+\*?(?=[{[])|\\[A-Za-z]+\*?/,
  // Markdown links and images, addresses, tags, entities, footnotes.
  /!?\[[^\]\n]{0,300}\]\([^)\s]{1,1000}(?:\s+"[^"\n]{0,200}")?\)/,
  /\[\^[^\]\n]{1,40}\]/,
  /\[@[^\]\n]{1,200}\]/,
  /<!--[\s\S]{0,2000}?-->/,
  /<\/?[A-Za-z][A-Za-z0-9:-]{0,30}(?:\s(?:"[^"<]{0,500}"|'[^'<]{0,500}'|[^<>"']){0,100})?\/?>/,
  /&(?:[a-z]{2,8}|#\d{1,6});/,
  /https?:\/\/[^\s<>"，。；、）】]+[^\s<>"，。；、）】.,;:!?)]/,
  /\bwww\.[^\s<>"，。；、）】]+[^\s<>"，。；、）】.,;:!?)]/,
  /\b10\.\d{4,9}\/[^\s<>"，。；、）】]*[^\s<>"，。；、）】.,;:!?)]/,
  /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/,
  // Names of files, folders and variables; registry numbers.
  /(?:\b[A-Za-z]:\\|\\\\)[^\s<>"|，。；、]+/,
  /(?<![\w/.])~?(?:\/[\w.-]+){2,}\/?/,
  /\b[\w-]{1,80}\.(?:csv|tsv|txt|xlsx?|docx?|pptx?|pdf|py|json|xml|yaml|png|jpe?g|tiff?|fastq|fasta|bam|vcf|zip|gz)\b/,
  /(?<![\w.-])[\w.-]*[A-Za-z\d]_[A-Za-z\d][\w.-]*\w/,
  /\b(?:NCT|ISRCTN|EUCTR|ChiCTR|CRD|ACTRN|UMIN|PMC|GSE|PRJNA)[\w-]*\d[\w-]*/,
  // Citation markers.
  new RegExp(callerMarker),
];

/** Placeholders for protected spans, one each; such characters in the text itself are protected too. */
const standIn = /[\uE000-\uF8FF]/u;
const standInsMax = 0xf8ff - 0xe000;

/** Pattern of all spans. The first pattern alone has an unnamed group, to which it refers back, so joining keeps its number. */
const anything = new RegExp(
  [...patterns.map(({ source }) => `(?:${source})`), standIn.source].join('|'),
  'gu',
);

/** Text with a placeholder for each protected span, listed in `pieces` in order. */
export function maskPieces(text: string): { masked: string; pieces: string[] } {
  const pieces: string[] = [];
  const masked = text.replace(anything, (piece) => {
    if (pieces.length >= standInsMax) return piece;
    pieces.push(piece);
    return String.fromCharCode(0xe000 + pieces.length - 1);
  });
  return { masked, pieces };
}

/** Placeholders in a masked text, each a single character. */
export const placeholders = /[\uE000-\uF8FF]/g;

/** Returns the protected span that a placeholder represents. */
export function pieceOf(standIn: string, pieces: readonly string[]): string {
  return pieces[standIn.charCodeAt(0) - 0xe000] ?? standIn;
}

/** Rewrites everything but protected spans: each is one character to `writeRoute`, which keeps it. */
export function changeAround(text: string, change: (text: string) => string): string {
  const { masked, pieces } = maskPieces(text);
  return change(masked).replace(placeholders, (standIn) => pieceOf(standIn, pieces));
}
