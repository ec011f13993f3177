import type { AbstractSection } from '@citewell/core/records/article.ts';
import { flattenScript, foldSpace, isScript } from '@citewell/core/records/inline-text.ts';

/**
 * Tags without attributes, of the elements Europe PMC uses. Anything else that begins with "<" is text: it does not
 * escape "p<.001", so that a looser reading would swallow results.
 */
const tag = /<(\/?)(h[1-6]|i|b|u|em|strong|italic|bold|sup|sub|sc|p|br|ul|ol|li|div|span)\s*\/?>/gi;

/** Converts inline markup to plain text, as in PubMed's records. */
export function flattenHtml(html: string): string {
  return readSections(html)
    .map(({ label, text }) => foldSpace(`${label ?? ''} ${text}`))
    .join(' ');
}

/** Splits an abstract whose sections begin with headings: "<h4>Methods</h4>We …". */
export function readSections(html: string): AbstractSection[] {
  const sections: AbstractSection[] = [];
  let label = '';
  let text = '';
  /** Offset in `text` at which the open superscript or subscript begins. */
  let scriptAt = 0;
  const endSection = () => {
    const folded = foldSpace(text);
    if (folded) sections.push({ ...(label && { label }), text: folded });
    text = '';
    label = '';
  };
  let from = 0;
  for (const match of html.matchAll(tag)) {
    text += decodeEntities(html.slice(from, match.index));
    from = match.index + match[0].length;
    const closing = match[1] === '/';
    const name = match[2]?.toLowerCase() ?? '';
    if (/^h\d$/.test(name)) {
      if (closing) {
        label = foldSpace(text).replace(/:$/, '');
        text = '';
      } else {
        endSection();
      }
    } else if (isScript(name)) {
      if (!closing) scriptAt = text.length;
      else if (scriptAt <= text.length)
        text = text.slice(0, scriptAt) + flattenScript(name, text.slice(scriptAt), text.slice(0, scriptAt));
    } else if (name === 'p' || name === 'br' || name === 'li' || name === 'div') {
      text += ' ';
    }
  }
  text += decodeEntities(html.slice(from));
  endSection();
  return sections;
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name.toLowerCase()] ?? whole;
    const codePoint = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    const valid = codePoint > 31 && codePoint <= 0x10ffff && (codePoint < 0xd800 || codePoint > 0xdfff);
    return valid ? String.fromCodePoint(codePoint) : whole;
  });
}
