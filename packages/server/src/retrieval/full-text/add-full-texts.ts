import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import type { Passage } from '../../literature/ranking/passage.ts';
import {
  canBeRead,
  type FoundFullText,
  type FullTextSource,
  type FullTexts,
} from '../../literature/sources/full-text/full-texts.ts';
import type { Statement } from '../../literature/sources/full-text/statements.ts';
import type { AnswerDependencies, PipelineContext } from '../../pipeline/context.ts';
import type { AskedFacets, ChosenStatement, SelectedFullText } from './select-full-text.ts';

/** A full text that was read for an answer: its identity and the statements of its own results. */
type PaperReading = Pick<FoundFullText, 'pmcid' | 'license' | 'sha256'> & {
  statements: readonly Statement[];
};
export type PaperReadings = ReadonlyMap<Pmid, PaperReading>;

/** A record used as evidence, with the data for finding and checking its full text. */
export type EvidencePaper = FullTextSource & { pmid: Pmid; checked: CheckedArticle };

/** Statements that full texts add to the passages of their papers. */
export type Added = { readings: Map<Pmid, PaperReading>; selected: Map<Pmid, SelectedFullText> };

/**
 * Reads the full texts of the evidence, the best first, for at most their `timeMs` together and not beyond `end`. Full texts
 * that have not arrived by then are not used; the abstracts are used instead.
 */
export async function readFullTexts(
  papers: readonly EvidencePaper[],
  {
    end = Number.POSITIVE_INFINITY,
    ...wanted
  }: { asked: AskedFacets; question: string; wantsFigure?: boolean; end?: number },
  { fullTexts, clock }: { fullTexts: FullTexts } & Pick<AnswerDependencies, 'clock'>,
  { signal, work }: Pick<PipelineContext, 'signal' | 'work'>,
): Promise<Added> {
  const added: Added = { readings: new Map(), selected: new Map() };
  const deadline = Math.min(clock.now() + fullTexts.timeMs, end);
  await fullTexts.readEach(papers, { signal, work, deadline }, async ({ pmid, checked }, found, inTime) => {
    const { text, pmcid, license, sha256 } = found;
    const selected = await work('selectFullText', { text, article: checked, ...wanted }, inTime);
    added.readings.set(pmid, { pmcid, license, sha256, statements: selected.statements });
    added.selected.set(pmid, selected);
  });
  return added;
}

/** Returns the number of papers that may have a full text to read. */
export function countReadable(papers: readonly EvidencePaper[]): number {
  return papers.filter(canBeRead).length;
}

/**
 * Adds statements from full texts after the passages of their papers, in the order of the papers. A statement that answers better
 * than the abstract becomes a passage like others; the rest is context, for models only.
 */
export function withFullTexts(
  passages: readonly Passage[],
  { readings, selected }: Added,
  { isForModel, contextMax = Number.POSITIVE_INFINITY }: { isForModel: boolean; contextMax?: number },
): Passage[] {
  const all = [...passages];
  for (const [pmid, [first]] of Map.groupBy(passages, ({ article }) => article.pmid)) {
    const [reading, chosen] = [readings.get(pmid), selected.get(pmid)];
    if (!first || !reading || !chosen) continue;
    const { label: _, chinese: __, isContext: ___, ...shared } = first;
    const toPassage = ({ text, start, end, coverage, section, isRow }: ChosenStatement): Passage => ({
      ...shared,
      ...{ id: `E${all.length + 1}`, text, start, end, score: coverage },
      fullText: { pmcid: reading.pmcid, sha256: reading.sha256, section, ...(isRow && { isRow }) },
    });
    if (chosen.better) all.push(toPassage(chosen.better));
    if (isForModel)
      for (const each of chosen.context.slice(0, contextMax))
        all.push({ ...toPassage(each), isContext: true });
  }
  return all;
}
