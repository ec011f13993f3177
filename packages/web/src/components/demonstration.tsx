import type { Reference } from '@citewell/sdk';
import { useText } from '../lib/language.tsx';
import { Badge } from './common.tsx';

/** Marks a record as invented; shows nothing for others. */
export function DemonstrationBadge({ record }: { record: Pick<Reference, 'demonstration'> }) {
  const t = useText();
  if (!record.demonstration) return null;
  return <Badge tone="bad">{t('Invented demonstration record', '虚构的演示记录')}</Badge>;
}

/** Notice above anything that contains an invented record. */
export function DemonstrationBanner({ records }: { records: readonly Pick<Reference, 'demonstration'>[] }) {
  const t = useText();
  if (!records.some(({ demonstration }) => demonstration)) return null;
  return (
    <p className="note note-bad" role="note">
      <strong>{t('Demonstration data: these papers are invented.', '演示数据：这些文献均为虚构。')}</strong>{' '}
      {t(
        'Do not use anything here as evidence. Real literature appears once PubMed can be reached or records are imported.',
        '此处内容均不能作为证据。能够连接 PubMed 或导入文献后，才会出现真实文献。',
      )}
    </p>
  );
}
