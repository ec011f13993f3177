import type { ScreenedRecord } from '../protocol.ts';
import type { CiteRecord } from './fields.ts';

/**
 * Every record that a review saw, with its decision as a note (`N1  - screening: off_topic` in RIS); those of `bibliography` are
 * whole.
 *
 * @example
 * exportReferences(screenedRecords(review.screening ?? [], review.bibliography), 'ris');
 */
export function screenedRecords(
  screening: readonly ScreenedRecord[],
  bibliography: readonly CiteRecord[] = [],
): CiteRecord[] {
  const whole = new Map(bibliography.map((record) => [record.pmid, record]));
  return screening.map(({ decision, ...record }) => ({
    ...(whole.get(record.pmid) ?? record),
    note: `screening: ${decision}`,
  }));
}
