import type { Pmid } from '@citewell/core/records/article.ts';
import type { Passage } from '../../../literature/ranking/passage.ts';
import type { PaperReadings } from '../../../retrieval/full-text/add-full-texts.ts';
import type { CheckableFullTexts } from './judge-with-full-text.ts';

/**
 * Lists the full-text statements that may support sentences: the passages given to the writer, and the articles' own
 * results.
 */
export function checkableFullTexts(
  passages: readonly Passage[],
  readings: PaperReadings = new Map(),
): CheckableFullTexts {
  return new Map(
    Array.from(readings, ([pmid, { statements }]) => {
      const given = passages.flatMap(({ article, fullText, text, start, end }) =>
        fullText && article.pmid === pmid
          ? [{ section: fullText.section, text, start, end, isRow: fullText.isRow === true }]
          : [],
      );
      return [pmid, { passages: given, statements }] as const;
    }),
  );
}

/** Selects the full texts of these papers: each has hundreds of statements, which are copied for every check. */
export function fullTextsOf(fullTexts: CheckableFullTexts, pmids: Iterable<Pmid>): CheckableFullTexts {
  if (fullTexts.size === 0) return fullTexts;
  const wanted = new Set(pmids);
  return new Map([...fullTexts].filter(([pmid]) => wanted.has(pmid)));
}
