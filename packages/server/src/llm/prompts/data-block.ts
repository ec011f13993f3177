import { escapeEvidenceMarkers, removeCitationMarkers } from '@citewell/sdk/citation-markers';

/**
 * Wraps external text in a prompt: everything between the two lines is material, never instructions. The boundary is
 * new in every request, so that no text can end its own block.
 */
export function dataBlock(name: string, boundary: string, text: string): string {
  return `<<<${name} ${boundary}\n${text}\n${name} ${boundary}>>>`;
}

/** Removes the ordinals of an earlier answer, which mean nothing in the next one. */
export function removeMarkers(text: string): string {
  return escapeEvidenceMarkers(removeCitationMarkers(text));
}
