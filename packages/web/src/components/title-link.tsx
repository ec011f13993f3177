import type { Reference } from '@citewell/sdk';
import { pubmedUrl } from '@citewell/sdk/bibliography';

/** A record's title, which leads to PubMed where PubMed has the record. */
export function TitleLink({
  record,
  className,
}: {
  record: Pick<Reference, 'pmid' | 'title' | 'demonstration'>;
  className?: string;
}) {
  const address = pubmedUrl(record);
  if (!address) return <span className={className}>{record.title}</span>;
  return (
    <a className={className} href={address} target="_blank" rel="noopener noreferrer">
      {record.title}
    </a>
  );
}
