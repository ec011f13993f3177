import type { Reference } from '@citewell/sdk';
import { pubmedUrl } from '@citewell/sdk/bibliography';
import type { ReactNode } from 'react';

/** Title of a record, linked to PubMed if it is there. `children`: the title with marked parts. */
export function TitleLink({
  record,
  className,
  children = record.title,
}: {
  record: Pick<Reference, 'pmid' | 'title' | 'demonstration'>;
  className?: string;
  children?: ReactNode;
}) {
  const address = pubmedUrl(record);
  if (!address) return <span className={className}>{children}</span>;
  return (
    <a className={className} href={address} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
