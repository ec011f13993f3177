import { type CiteRecord, coinsOf } from '@citewell/sdk/bibliography';
import { useEffect } from 'react';

/**
 * Embeds records for reference managers in the browser, which find them by these empty spans (COinS). The event makes
 * Zotero examine a changed page again.
 */
export function Coins({ records }: { records: readonly CiteRecord[] }) {
  useEffect(() => {
    if (records.length > 0)
      document.dispatchEvent(new Event('ZoteroItemUpdated', { bubbles: true, cancelable: true }));
  }, [records]);
  return records.map((record) => {
    const title = coinsOf(record);
    return title && <span key={record.pmid} className="Z3988" title={title} aria-hidden="true" />;
  });
}
