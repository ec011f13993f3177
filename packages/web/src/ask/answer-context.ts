import type { Popover } from '@base-ui/react/popover';
import type {
  AnswerSentence,
  AnswerVerification,
  ComparisonRow,
  RecordSpan,
  Reference,
  ReviewFigures,
  RunEvidence,
  RunRecord,
  ToolResultItem,
  TrustCard,
} from '@citewell/sdk';
import { createContext, useContext } from 'react';
import { textWithoutCitations } from '../markdown/sentences.ts';

/** Facts about an answer that its citations need. Changes when references arrive, not with every word. */
export type AnswerFacts = {
  turnId: string;
  references: Reference[] | undefined;
  /** Papers chosen as evidence, until `references` shows which of them are cited. */
  sources: Reference[] | undefined;
  trust: TrustCard[];
  run: RunRecord | undefined;
  items: Record<string, ToolResultItem>;
  /** Check results by sentence, keyed by its words without citation markers. */
  checked: ReadonlyMap<string, AnswerSentence>;
  comparison: ComparisonRow[] | undefined;
  figures: ReviewFigures | undefined;
  handle: ReturnType<typeof Popover.createHandle<CitationPayload>>;
  /** Opens the card of a cell of the comparison table. */
  cellHandle: ReturnType<typeof Popover.createHandle<RecordSpan>>;
  /** Indicates that the card was opened by hovering over or focusing its citation: focus then stays there. */
  atArrival: { current: boolean };
};

export type CitationPayload = { ordinal: number; sentence: string };

export const AnswerContext = createContext<AnswerFacts | undefined>(undefined);

export function useAnswerFacts(): AnswerFacts {
  const facts = useContext(AnswerContext);
  if (!facts) throw new Error('a citation stands in an answer');
  return facts;
}

export function checkedSentences(
  verification: AnswerVerification | undefined,
): ReadonlyMap<string, AnswerSentence> {
  return new Map(verification?.sentences.map((each) => [textWithoutCitations(each.sentence), each]));
}

export function evidenceOf(run: RunRecord | undefined, pmid: string): RunEvidence[] {
  return (run?.evidence ?? []).filter((each) => each.pmid === pmid);
}

/**
 * Selects, from several evidence sentences, the one that shares most words with the written sentence (pairs of
 * characters in Chinese).
 */
export function nearestEvidence(evidence: readonly RunEvidence[], sentence: string): string | undefined {
  const wanted = piecesOf(sentence);
  const shared = (text: string) => [...piecesOf(text)].filter((piece) => wanted.has(piece)).length;
  return evidence.toSorted((one, other) => shared(other.text) - shared(one.text))[0]?.id;
}

function piecesOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{Script=Latin}\d.%-]+/gu) ?? [];
  const han = text.match(/\p{Script=Han}+/gu) ?? [];
  return new Set([
    ...words,
    ...han.flatMap((run) => Array.from(run, (_, index) => run.slice(index, index + 2))),
  ]);
}
