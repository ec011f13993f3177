import { citedEvidence } from '@citewell/sdk/citation-markers';
import { chunk, type Emit } from '../../../pipeline/events.ts';
import type { CitationWriter } from '../../answers/citations/citation-writer.ts';

/** Section of the review: its heading and its text with evidence ids. Level 3 belongs to the heading before it. */
export type Part = { heading: string; level: 2 | 3; text: string };

/** Maximum length of a piece sent at once, since clients render text as it arrives. */
const pieceMax = 600;

/** Sends sections in reading order, converting their evidence ids to ordinals across the whole text. */
export function createAssembler(citations: CitationWriter, emit: Emit) {
  let begun = false;
  const cited = new Set<string>();
  const write = async (text: string) => {
    for (const id of citedEvidence(text)) cited.add(id);
    for (const piece of piecesOf(text)) {
      const out = citations.write(piece);
      if (out !== '') await emit(chunk(out));
    }
  };
  return {
    /** Evidence ids that the text cites. */
    cited: cited as ReadonlySet<string>,
    /** Set once text has been sent. */
    get begun() {
      return begun;
    },
    async title(title: string, note: string) {
      begun = true;
      await write(`# ${title}\n\n${note}`);
    },
    async part({ heading, level, text }: Part) {
      begun = true;
      const hashes = '#'.repeat(level);
      await write(`\n\n${hashes} ${heading}${text === '' ? '' : `\n\n${text}`}`);
    },
    async end() {
      const rest = `${citations.end()}\n`;
      await emit(chunk(rest));
    },
  };
}

/** Splits a text at line ends or spaces, so that no marker is cut. */
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + pieceMax);
    if (end < text.length) {
      const line = text.lastIndexOf('\n', end);
      const space = text.lastIndexOf(' ', end);
      const cut = line > at ? line : space;
      if (cut > at) end = cut + 1;
    }
    yield text.slice(at, end);
    at = end;
  }
}
