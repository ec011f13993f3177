import { demonstrationMark } from '@citewell/core/records/demonstration.ts';
import { type CitationVerdict, CitewellError, type Reference } from '@citewell/sdk';
import { renderCitationMarker } from '@citewell/sdk/citation-markers';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { checkOutput } from './tool-schemas.ts';

/** Creates a result from a readable text and its parts as data. */
export function toolResult(text: string, structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}

/**
 * Converts a failed call to a tool result that a model can act upon: the service's code and message.
 * @throws any error that is not a failure of the service.
 */
export function toolError(error: unknown): CallToolResult {
  if (!(error instanceof CitewellError)) throw error;
  const { code, message, requestId } = error;
  const text = [code && `${code}:`, message, requestId && `(request ${requestId})`].filter(Boolean).join(' ');
  return { isError: true, content: [{ type: 'text', text }] };
}

/** Writes references as a numbered list, one per line. */
export function referenceList(references: readonly Reference[]): string {
  return references
    .map(({ pmid, title, authors, journal, year, demonstration }, index) => {
      const source = demonstration ? demonstrationMark.en : `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`;
      return `${renderCitationMarker(index + 1)} ${[authors, title, journal, year].map(withoutStop).filter(Boolean).join('. ')}. PMID ${pmid}. ${source}`;
    })
    .join('\n');
}

/** Titles may already end with a full stop. */
const withoutStop = (text: string) => text.replace(/\.$/, '');

/** Converts a verdict of a batch to the tools' form; returns undefined if the pair could not be checked. */
export function checkedOf(checked: CitationVerdict): z.output<typeof checkOutput> | undefined {
  if (!('consistent' in checked)) return undefined;
  const { verification, reason, suggestion, pmid, demonstration } = checked;
  return {
    verdict: verification?.verdict ?? (checked.consistent ? 'supported' : 'undetermined'),
    reason,
    passage: verification?.evidence[0]?.text ?? '',
    ...(suggestion && { suggestion }),
    pmid,
    ...(demonstration && { demonstration }),
  };
}
