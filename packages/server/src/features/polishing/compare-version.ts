import { detectLanguage } from '@citewell/core/text/language.ts';
import type { Language } from '@citewell/sdk';
import type { AllowedChanges } from './meaning/allowed-changes.ts';
import { type Claim, claimsIn } from './meaning/claims.ts';
import { findMeaningChanges } from './meaning/find-meaning-changes.ts';
import { highestMarkerNumber } from './meaning/has-citation.ts';
import type { MeaningChange } from './meaning/meaning-change.ts';
import { type Segment, splitSegments } from './meaning/segments.ts';
import { plainForm, restoreTextForm } from './meaning/text-form.ts';

/** Text to be polished, read once. */
export type ReadManuscript = {
  language: Language;
  segments: Segment[];
  /** Highest number among its citation markers, 0 if there is none. */
  highestMarkerNumber: number;
  /** Sentences that need a reference: how many of each segment to search for, and how many are omitted in total. */
  claims: { perSegment: number[]; searched: number; notSearched: number };
};

/** Reads a text to be polished; at most `claimsMax` of its sentences, the most important ones, are searched for. */
export function readManuscript({ text, claimsMax }: { text: string; claimsMax: number }): ReadManuscript {
  const segments = splitSegments(text);
  const all =
    claimsMax === 0
      ? []
      : segments.flatMap(({ kind, body }, index) =>
          kind === 'prose' ? claimsIn(body).map(({ score }) => ({ index, score })) : [],
        );
  const chosen = all.toSorted((one, other) => other.score - one.score).slice(0, claimsMax);
  const perSegment = segments.map((_, at) => chosen.filter(({ index }) => index === at).length);
  return {
    ...{ language: detectLanguage(text), segments, highestMarkerNumber: highestMarkerNumber(text) },
    claims: { perSegment, searched: chosen.length, notSearched: all.length - chosen.length },
  };
}

/** Selects the most important sentences that need a reference, in the order of the text. */
export function chooseClaims({ prose, count }: { prose: string; count: number }): Claim[] {
  return claimsIn(prose)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, count)
    .sort((one, other) => one.start - other.start);
}

/**
 * Compares a rewritten segment with the original: returns the changes of meaning or, if there are none, its text in the
 * original's form.
 */
export function compareVersion({
  written,
  version: reply,
  allowed,
}: {
  written: string;
  version: string;
  allowed: AllowedChanges;
}): { changes: MeaningChange[]; text: string } {
  const text = plainForm(written);
  const version = normalizeReply(reply, text);
  const changes = changesBetween(text, version, allowed);
  return { changes, text: changes.length === 0 ? restoreTextForm(written, version) : written };
}

function changesBetween(text: string, version: string, allowed: AllowedChanges): MeaningChange[] {
  const translated = detectLanguage(text) !== detectLanguage(version);
  if (translated && !allowed.language) return [{ kind: 'words', text: '' }];
  return findMeaningChanges(text, version, { ...allowed, language: translated });
}

/** Extracts the text from a reply, without the code fence or block name that a model added. */
function normalizeReply(reply: string, text: string): string {
  let version = reply.trim();
  const fenced = /^(```+|~~~+)[a-z]*\n([\s\S]*?)\n?\1$/.exec(version);
  if (fenced && !text.startsWith('```') && !text.startsWith('~~~')) version = (fenced[2] ?? '').trim();
  const block = /^<<<TEXT \S+\n([\s\S]*?)\nTEXT \S+>>>$/.exec(version);
  return plainForm(block?.[1] ?? version).trim();
}
