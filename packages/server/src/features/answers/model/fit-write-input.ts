import { estimateTokens } from '@citewell/core/text/token-estimate.ts';
import { citableOf, type Passage } from '../../../literature/ranking/passage.ts';
import { fitHistory, fitting, historyTokensMax } from '../../../llm/fit-history.ts';
import type { WriteInput } from './answer-prompt.ts';

/** Tokens of a context window needed for instructions, question and reply. */
const reservedTokens = 3_000;

/**
 * Tokens of ten whole abstracts (`npm run eval -- evidence`): more evidence is for windows that are large on purpose.
 */
const usualEvidenceTokens = 8_000;

/** Tokens of ten whole abstracts of usual length. */
const tenAbstractsTokens = 5_000;

/** Maximum tokens of full-text statements, if the abstracts leave that much. */
const fullTextTokensMax = 2_000;

/** Maximum tokens of an attachment in the writer's prompt; less in a small window. */
const attachmentTokensMax = 3_000;
/** Tokens in addition to the text of a chosen passage (title, journal, marker), and of any other (marker, section). */
const passageOverheadTokens = 40;
const contextOverheadTokens = 10;

/**
 * Reduces the input to what fits: the worst passages, the last passages of an attachment and the oldest rounds are
 * dropped first. Of the evidence, chosen passages have priority, then complete abstracts, as many as fit, then
 * full-text statements.
 *
 * @param contextTokens The model's context window; evidence takes at most half of it, a quarter of a large one.
 */
export function fitWriteInput(input: WriteInput, contextTokens: number): WriteInput {
  const left = leftTokens(contextTokens);
  return {
    ...input,
    passages: fitPassages(input.passages, evidenceTokens(contextTokens)),
    attachment: fitting(input.attachment, Math.min(attachmentTokensMax, left / 5), ({ text }) =>
      estimateTokens(text),
    ),
    history: fitHistory(input.history, Math.min(historyTokensMax, left / 10)),
  };
}

const leftTokens = (contextTokens: number): number => Math.max(0, contextTokens - reservedTokens);

function evidenceTokens(contextTokens: number): number {
  const usual = Math.max(usualEvidenceTokens, contextTokens / 4);
  return Math.min(contextTokens / 2, (leftTokens(contextTokens) * 2) / 3, usual);
}

/** Returns the maximum tokens of full-text statements in addition to ten whole abstracts. */
export function fullTextRoom(contextTokens: number): number {
  const left = evidenceTokens(contextTokens) - tenAbstractsTokens;
  return Math.round(Math.max(0, Math.min(left, fullTextTokensMax)));
}

function fitPassages(passages: readonly Passage[], tokensMax: number): Passage[] {
  const chosenTokens = ({ text }: Passage) => estimateTokens(text) + passageOverheadTokens;
  const contextTokens = ({ text }: Passage) => estimateTokens(text) + contextOverheadTokens;
  const abstracts = passages.filter(({ fullText }) => !fullText);
  const chosen = fitting(
    abstracts.filter(({ isContext }) => !isContext),
    tokensMax,
    chosenTokens,
  );
  const contexts = Map.groupBy(
    abstracts.filter(({ isContext }) => isContext),
    ({ article }) => article.pmid,
  );
  const whole = fitting(
    citableOf(chosen).flatMap(({ pmid }) => [contexts.get(pmid) ?? []]),
    tokensMax - sum(chosen.map(chosenTokens)),
    (sentences) => sum(sentences.map(contextTokens)),
  );
  const taken = [...chosen, ...whole.flat()];
  const left = tokensMax - sum(chosen.map(chosenTokens)) - sum(whole.flat().map(contextTokens));
  return [...taken, ...fitFullTexts(passages, citableOf(taken), Math.min(left, fullTextTokensMax))];
}

/** Selects full-text statements of these papers, the best of every paper before further ones, after the abstracts. */
function fitFullTexts(
  passages: readonly Passage[],
  papers: readonly Passage['article'][],
  tokensMax: number,
): Passage[] {
  const pmids = new Set(papers.map(({ pmid }) => pmid));
  const own = Map.groupBy(
    passages.filter(({ fullText, article }) => fullText && pmids.has(article.pmid)),
    ({ article }) => article.pmid,
  );
  const inTurn = [...own.values()]
    .flatMap((all) => all.map((passage, rank) => ({ passage, rank })))
    .sort((one, other) => one.rank - other.rank)
    .map(({ passage }) => passage);
  return fitting(inTurn, tokensMax, ({ text }) => estimateTokens(text) + passageOverheadTokens);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
