import type { ScreenedRecord } from '../protocol.ts';
import type { CiteRecord } from './fields.ts';

/**
 * Lists every record that a review screened, with the decision as a note (`N1  - screening: off_topic` in RIS). Records in
 * `bibliography` are complete.
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
