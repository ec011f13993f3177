import { type Reply, xmlReply } from '../replies.ts';
import type { SimulatedRequest } from '../source-faults.ts';
import type { Eutils } from './eutils.ts';
import { escapeXml } from './pubmed-xml.ts';
import { words } from './search-index.ts';

/** Suggests for each unknown word the most frequent known word within two edits. */
export function espell(eutils: Eutils, { params }: SimulatedRequest): Reply {
  const query = params.term ?? '';
  const vocabulary = [...eutils.index.vocabulary()];
  let corrected = false;
  const spelled: string[] = [];
  const suggestion = query.split(/(\s+)/).map((piece) => {
    const [word] = words(piece);
    if (!word || word.length < 4 || eutils.index.hasWord(word)) {
      spelled.push(`<Original>${escapeXml(piece)}</Original>`);
      return piece;
    }
    const [best] = vocabulary
      .filter(([other]) => withinTwoEdits(word, other))
      .sort(([, left], [, right]) => right - left)
      .map(([other]) => other);
    if (!best) {
      spelled.push(`<Original>${escapeXml(piece)}</Original>`);
      return piece;
    }
    corrected = true;
    spelled.push(`${spelled.length === 0 ? '<Original></Original>' : ''}<Replaced>${best}</Replaced>`);
    return best;
  });
  return xmlReply(
    [
      '<?xml version="1.0"?>\n<!DOCTYPE eSpellResult PUBLIC "-//NLM//DTD eSpellResult, 23 November 2004//EN" "https://www.ncbi.nlm.nih.gov/entrez/query/DTD/eSpell.dtd">\n',
      `<eSpellResult>\n\t<Database>pubmed</Database>\n\t<Query>${escapeXml(query)}</Query>\n`,
      corrected
        ? `\t<CorrectedQuery>${escapeXml(suggestion.join(''))}</CorrectedQuery>\n\t<SpelledQuery>${spelled.join('')}</SpelledQuery>\n`
        : '\t<CorrectedQuery/>\n\t<SpelledQuery/>\n',
      '\t<ERROR/>\n</eSpellResult>\n',
    ].join(''),
  );
}

function withinTwoEdits(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 2) return false;
  let previous = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replace = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(replace, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return (previous.at(-1) ?? 3) <= 2;
}
