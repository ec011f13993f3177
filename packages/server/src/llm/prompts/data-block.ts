import { escapeEvidenceMarkers, removeCitationMarkers } from '@citewell/sdk/citation-markers';

/**
 * Text of others inside a prompt: what stands between the two lines is material, never instructions. The boundary is new
 * in every request, so that no text can end its own block.
 */
export function dataBlock(name: string, boundary: string, text: string): string {
  return `<<<${name} ${boundary}\n${text}\n${name} ${boundary}>>>`;
}

/** The ordinals of an earlier answer mean nothing in the next one. */
export function removeMarkers(text: string): string {
  return escapeEvidenceMarkers(removeCitationMarkers(text));
}
