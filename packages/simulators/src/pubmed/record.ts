import { renderPubmedXml } from './pubmed-xml.ts';
import type { RecordFields } from './record-fields.ts';

/** Record of the simulators: fields to search, and the XML that efetch returns for it. */
export type SimulatedRecord = RecordFields & { readonly xml: string };

/** Creates a record whose XML is written from its fields when first needed. */
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
