import {
  citedNumbers,
  closers,
  findCitationMarkers,
  openers,
  renderCitationMarker,
  replaceCitationMarkers,
} from '@citewell/sdk/citation-markers';

const listMarker = /^(?:[-*+•]|[(（]?\d{1,3}[.)）、])[ \t]+/;
const quotation = /[“「『"]([\s\S]+)[”」』"]/;
/** Words around a quotation that attribute it and are not checked. */
const framingMax = 24;

/** Returns the distinct numbers that a text cites, in order. */
export function citedNumbersIn(text: string): number[] {
  return [...new Set(citedNumbers(text))];
}

/** Matches the beginning of a list item. */
export function listMarkerOf(text: string): string {
  return listMarker.exec(text)?.[0] ?? '';
}

/**
 * Extracts the statement of a sentence: without citation markers, list markers and Markdown; of a quotation, the quoted
 * words.
 */
export function statementOf(text: string): string {
  const plain = replaceCitationMarkers(text, () => '')
    .replace(listMarker, '')
    .replace(/^#{1,6}\s+/, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/(?<![ \t])[ \t]+(?=[.,;:!?)。，；：！？）”]|$)/g, '')
    .trim();
  const quoted = quotation.exec(plain);
  return quoted?.[1] && plain.length - quoted[0].length <= framingMax ? quoted[1].trim() : plain;
}

/**
 * Renumbers the markers of a sentence with `numberOf` (undefined drops one); if none remains, puts `added` in the place
 * of the first.
 */
export function renumberMarkers(
  text: string,
  numberOf: (provisional: number) => number | undefined,
  added: readonly number[] = [],
): string {
  let isChanged = added.length > 0;
  let instead = added.map(renderCitationMarker).join('');
  const run = new Set<number>();
  const parts: { literal: string; marks: string }[] = [];
  let done = 0;
  /** Placeholder for the space before a dropped marker, kept for a marker that follows directly. */
  let lostSpace = '';
  for (const { number: provisional, start, end, space } of findCitationMarkers(text)) {
    const number = numberOf(provisional);
    if (start !== done) {
      run.clear();
      lostSpace = '';
    }
    const literal = text.slice(done, start);
    done = end;
    const before = space === '' ? lostSpace : space;
    lostSpace = '';
    if (number !== undefined && !run.has(number)) {
      run.add(number);
      parts.push({ literal, marks: before + renderCitationMarker(number) });
      continue;
    }
    isChanged = true;
    parts.push({ literal, marks: instead === '' ? '' : before + instead });
    if (instead === '') lostSpace = before;
    instead = '';
  }
  parts.push({ literal: text.slice(done), marks: '' });
  // Brackets around a dropped marker could form a marker from the rest.
  return parts.map(({ literal, marks }) => (isChanged ? roundBrackets(literal) : literal) + marks).join('');
}

/** Inserts markers before the final full stop, or before the edge of a table row. */
export function appendMarkers(text: string, numbers: readonly number[]): string {
  const [end = ''] = /(?<![\s.!?。！？;；"'”’」』)）*_|])[\s.!?。！？;；"'”’」』)）*_|]*$/.exec(text) ?? [];
  const body = text.slice(0, text.length - end.length);
  const gap = /\p{Script=Han}$/u.test(body) || body === '' ? '' : ' ';
  return `${body}${gap}${numbers.map(renderCitationMarker).join('')}${end}`;
}

const scheme = String.raw`(?:[a-z][a-z0-9+.-]{1,20}:\/\/|(?:mailto|javascript|vbscript|xmpp|file|blob|sms):(?=\S)|data:(?=\w+\/)|tel:(?=\+?\d)|www\.(?=[\w-]))`;
const path = String.raw`[^\s<>()（）【】。，；、]*[^\s<>()（）【】。，；、.,;:!?*_"'”’]`;
const host = String.raw`(?:[a-z0-9-]{2,}\.){1,4}(?:com|org|net|edu|gov|int|info|biz|io|co|cn|de|uk|ru|eu|us|jp|fr|app|dev|xyz|top|site|online|shop|click|link|example|test)(?:[/?#:]${path})`;
const email = String.raw`[\w.+-]{1,64}@(?:[\w-]+\.){1,4}[a-z]{2,}`;
const addresses = new RegExp(
  `(?<![ \\t])[ \\t]*(?:<?\\b(?:${scheme}(?:${path})?|${host}|${email})>?)`,
  'giu',
);

/** Matches what every address contains; most sentences do not. */
const addressSign = /[:@/?#]|www\./i;

/**
 * Defuses everything that a Markdown or HTML reader could follow or run: removes addresses, separates the brackets of
 * links and definitions, and separates "<" from a tag name.
 */
export function withoutLinks(text: string): string {
  return (addressSign.test(text) ? text.replace(addresses, '') : text)
    .replace(/\](?=\()/g, '] ')
    .replace(/^([^\S\n]*!?\[[^\]\n]*\]):/gm, '$1 :')
    .replace(/<(?=[a-z/!?])/gi, '< ');
}

function roundBrackets(text: string): string {
  return [...text]
    .map((each) => (openers.includes(each) ? '(' : closers.includes(each) ? ')' : each))
    .join('');
}

/** Makes unmatched closing brackets round: an opening one may precede an omitted sentence. */
export function replaceUnopenedClosers(text: string): string {
  const end = [...text].findIndex((each) => openers.includes(each));
  const characters = [...text];
  const head = end < 0 ? characters : characters.slice(0, end);
  return roundBrackets(head.join('')) + characters.slice(head.length).join('');
}
