import { beginningOf, estimateTokens } from '@citewell/core/text/token-estimate.ts';
import type { Passage } from '../literature/ranking/passage.ts';
import type { ChatMessage } from './prompts/message.ts';
import type { EvidenceInput, SectionInput } from './review-writer-port.ts';

/** Share of a window that is planned with: tokens are estimated. */
const planned = 0.9;
/** Title, journal and marker of a passage, beside its text. */
const passageOverheadTokens = 40;
/** Share of the room that the caller's own findings may take beside evidence. */
const findingsShare = 0.5;

/** Window of a model, and the longest reply to the prompt that is to fit beside it. */
export type PromptRoom = { contextTokens: number; maxTokens: number };

/** Study as a prompt holds it. */
type Study = { pmid: string; title: string; abstract: string };

/**
 * Cuts the evidence of a review's prompt to what a small window holds: of each paper its last sentences go first. `frame` is
 * the prompt without evidence.
 */
export function fitEvidence<Input extends EvidenceInput>(
  input: Input,
  room: PromptRoom,
  frame: readonly ChatMessage[],
): Input {
  return { ...input, passages: fitPassages(input.passages, leftBeside(frame, room)) };
}

/** Cuts findings and evidence of a section's prompt; `frame` is the prompt without either. */
export function fitSection(
  input: SectionInput,
  room: PromptRoom,
  frame: readonly ChatMessage[],
): SectionInput {
  const left = leftBeside(frame, room);
  if (!input.findings) return { ...input, passages: fitPassages(input.passages, left) };
  const findings = beginningOf(input.findings, input.passages.length > 0 ? left * findingsShare : left);
  return { ...input, findings, passages: fitPassages(input.passages, left - estimateTokens(findings)) };
}

/** Cuts the ends of abstracts, of the same length at most each. */
export function fitStudies<Input extends { studies: readonly Study[] }>(
  input: Input,
  room: PromptRoom,
  frame: readonly ChatMessage[],
): Input {
  const { studies } = input;
  const left = leftBeside(frame, room);
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

function leftBeside(frame: readonly ChatMessage[], { contextTokens, maxTokens }: PromptRoom): number {
  const taken = frame.reduce((sum, { text }) => sum + estimateTokens(text), maxTokens);
  return Math.max(0, contextTokens * planned - taken);
}

/** The first sentences of every paper, then the second ones, as many as fit; one at least, in their order. */
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
