import { renderPubmedXml } from './pubmed-xml.ts';
import type { RecordFields } from './record-fields.ts';

/** A record as the simulators hold it: fields to search, and the XML that efetch returns for it. */
export type SimulatedRecord = RecordFields & { readonly xml: string };

/** A record with its XML written from its fields, when first asked for. */
export function simulatedRecord(fields: RecordFields): SimulatedRecord {
  let written: string | undefined;
  return {
    ...fields,
    get xml() {
      written ??= renderPubmedXml(fields);
      return written;
    },
  };
}
