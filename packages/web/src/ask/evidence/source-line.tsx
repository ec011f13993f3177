import type { Reference } from '@citewell/sdk';
import { useText } from '../../lib/language.tsx';
import { shortAuthors } from './citation-card.tsx';

/** Shows journal, year and authors of a paper. */
export function SourceLine({ reference }: { reference: Reference }) {
  const t = useText();
  return (
    <p className="card-source">
      <cite>{reference.journal}</cite> {reference.year} · {shortAuthors(reference.authors, t('et al.', '等'))}
    </p>
  );
}
