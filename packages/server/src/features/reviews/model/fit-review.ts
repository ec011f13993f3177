import { beginningOf, estimateTokens } from '@citewell/core/text/token-estimate.ts';
import type { Passage } from '../../../literature/ranking/passage.ts';
import type { ChatMessage } from '../../../llm/prompts/message.ts';
import type { EvidenceInput, SectionInput } from './review-writer.ts';

/** Share of a context window that is used, since tokens are estimated. */
const planned = 0.9;
/** Tokens of a passage's title, journal and marker, in addition to its text. */
const passageOverheadTokens = 40;
/** Maximum share of the room for the caller's own findings. */
const findingsShare = 0.5;

/** Context window of a model, and the longest reply that must fit next to the prompt. */
export type PromptRoom = { contextTokens: number; maxTokens: number };

/** Study in the form that a prompt contains. */
type Study = { pmid: string; title: string; abstract: string };

/**
 * Reduces the evidence of a review's prompt to what a small window holds, dropping the last sentences of each paper
 * first. `empty` is the prompt without evidence.
 */
export function fitEvidence<Input extends EvidenceInput>(
  input: Input,
  room: PromptRoom,
  empty: readonly ChatMessage[],
): Input {
  return { ...input, passages: fitPassages(input.passages, tokensLeft(empty, room)) };
}

/** Reduces findings and evidence of a section's prompt; `empty` is the prompt without either. */
export function fitSection(
  input: SectionInput,
  room: PromptRoom,
  empty: readonly ChatMessage[],
): SectionInput {
  const left = tokensLeft(empty, room);
  if (!input.findings) return { ...input, passages: fitPassages(input.passages, left) };
  const findings = beginningOf(input.findings, input.passages.length > 0 ? left * findingsShare : left);
  return { ...input, findings, passages: fitPassages(input.passages, left - estimateTokens(findings)) };
}

/** Truncates abstracts to one common maximum length. */
export function fitStudies<Input extends { studies: readonly Study[] }>(
  input: Input,
  room: PromptRoom,
  empty: readonly ChatMessage[],
): Input {
  const { studies } = input;
  const left = tokensLeft(empty, room);
  if (studies.reduce((sum, study) => sum + tokensOf(study), 0) <= left) return input;
  const share = left / studies.length;
  const cut = (study: Study) => {
    const taken = tokensOf({ ...study, abstract: '' });
    return { ...study, abstract: beginningOf(study.abstract, Math.max(0, share - taken)) };
  };
  return { ...input, studies: studies.map(cut) };
}

function tokensOf({ title, abstract }: Study): number {
  return estimateTokens(title) + estimateTokens(abstract) + passageOverheadTokens;
}

function tokensLeft(empty: readonly ChatMessage[], { contextTokens, maxTokens }: PromptRoom): number {
  const taken = empty.reduce((sum, { text }) => sum + estimateTokens(text), maxTokens);
  return Math.max(0, contextTokens * planned - taken);
}

/**
 * Selects the first sentences of every paper, then the second ones, as many as fit but at least one, in their order.
 */
function fitPassages(passages: readonly Passage[], tokensMax: number): readonly Passage[] {
  const byPaper = Map.groupBy(passages, ({ article }) => article.pmid);
  const inTurn = [...byPaper.values()]
    .flatMap((own) => own.map((passage, rank) => ({ passage, rank })))
    .sort((one, other) => one.rank - other.rank);
  const kept = new Set<Passage>();
  let left = tokensMax;
  for (const { passage } of inTurn) {
    left -= estimateTokens(passage.text) + passageOverheadTokens;
    if (left < 0 && kept.size > 0) break;
    kept.add(passage);
  }
  return passages.filter((passage) => kept.has(passage));
}
