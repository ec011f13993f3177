import { flattenScript, foldSpace, isScript, type Script } from '@citewell/core/records/inline-text.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { XmlElement } from '../pubmed/xml-records.ts';
import type { FullTextSentence } from './full-text.ts';

/** Private-use characters that mark a cited reference and something without text; no text contains them. */
const [cited, lost] = ['\uE000', '\uE001'];

/** Elements that are not part of the surrounding text. */
const apart = new Set([
  ...[
    'fig',
    'fig-group',
    'table-wrap',
    'table-wrap-group',
    'fn',
    'fn-group',
    'supplementary-material',
    'media',
  ],
  ...[
    'boxed-text',
    'object-id',
    'alt-text',
    'long-desc',
    'permissions',
    'ref-list',
    'disp-quote',
    'verse-group',
  ],
  ...['mml:annotation', 'mml:annotation-xml', 'label', 'index-term', 'processing-meta'],
]);
/** Elements whose content cannot be put into words. */
const unreadable = new Set(['inline-graphic', 'graphic', 'tex-math', 'inline-media', 'chem-struct', 'array']);
/** Elements that begin a new line within a paragraph. */
const blocks = new Set([
  'p',
  'list-item',
  'def-item',
  'disp-formula',
  'break',
  'title',
  'speech',
  'statement',
]);

/** Returns the text of an element on one line, without reference numbers. */
export function plainText(element: XmlElement | undefined): string {
  return element
    ? clean(foldSpace(textOf(element)))
        .replaceAll(cited, '')
        .replaceAll(lost, '')
        .trim()
    : '';
}

/** Returns the sentences of a paragraph, list or other block; empty if it has none. */
export function readSentences(element: XmlElement): FullTextSentence[] {
  return textOf(element)
    .split('\n')
    .flatMap((line) => splitSentences(clean(foldSpace(line))))
    .flatMap(({ text }) => {
      const said = foldSpace(text.replaceAll(cited, '').replaceAll(lost, '')).replace(
        / ([.,;:。，；：])/g,
        '$1',
      );
      const cites = text.includes(cited) && { cites: true as const };
      return /[\p{L}\p{N}]/u.test(said)
        ? [{ text: said, ...cites, ...(text.includes(lost) && { isPartial: true as const }) }]
        : [];
    });
}

/** Joins citation markers, drops the brackets around them, and moves them before the full stop that they follow. */
function clean(text: string): string {
  return text
    .replace(/\uE000(?:[ ,;，、；–—-]*\uE000)*/g, cited)
    .replace(/[[(［（] ?\uE000 ?[\])］）]/g, cited)
    .replace(/([.。!?！？;；,，]) ?\uE000/g, `${cited}$1`);
}

function textOf({ name, attributes, children }: XmlElement): string {
  if (name === 'xref' && attributes['ref-type'] === 'bibr') return cited;
  if (name === 'sup' && hasCitationsOnly(children)) return cited;
  if (unreadable.has(name)) return lost;
  if (name === 'alternatives') return alternative(children);
  // Joined at the end: looking at the last character of a growing text would copy it each time.
  const pieces: string[] = [];
  let place = 0;
  const add = (text: string) => {
    if (text !== '') pieces.push(text);
  };
  for (const child of children) {
    if (typeof child === 'string') {
      // White space is collapsed before blocks are made into lines.
      add(child.replace(/[\uE000\uE001]/g, '').replace(/[\n\r]/g, ' '));
      continue;
    }
    if (apart.has(child.name)) continue;
    const script = isScript(child.name) ? child.name : scriptsByPlace[name]?.[place];
    if (name === 'mml:mfrac' && place === 1) add('/');
    place++;
    const own = textOf(child);
    if (blocks.has(child.name)) add(`\n${own}\n`);
    else add(script && own !== cited ? flattenScript(script, own, pieces.at(-1) ?? '') : own);
  }
  return pieces.join('');
}

/** "<sup><xref>3</xref>,<xref>4</xref></sup>". */
function hasCitationsOnly(children: XmlElement['children']): boolean {
  const isCitation = (child: XmlElement | string) =>
    typeof child === 'string'
      ? /^[\s,;\-–—()[\]]*$/.test(child)
      : child.name === 'xref' && child.attributes['ref-type'] === 'bibr';
  return children.some((child) => typeof child !== 'string') && children.every(isCitation);
}

/** Returns the form of a formula that has a text, else the marker for missing text. */
function alternative(children: XmlElement['children']): string {
  const elements = children.filter((child) => typeof child !== 'string');
  const readable = elements.find(({ name }) => !unreadable.has(name) && !apart.has(name));
  return readable ? textOf(readable) : elements.length > 0 ? lost : '';
}

/** MathML marks scripts by position: the base comes first. */
const scriptsByPlace: Record<string, (Script | undefined)[]> = {
  'mml:msup': [undefined, 'sup'],
  'mml:msub': [undefined, 'sub'],
  'mml:msubsup': [undefined, 'sub', 'sup'],
};
