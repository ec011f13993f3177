import type { BibliographicRecord, ScreenedRecord } from '@citewell/sdk';
import { exportReferences, screenedRecords } from '@citewell/sdk/bibliography';
import { fileName, saveFile } from '../lib/files.ts';
import { useText } from '../lib/language.tsx';

/** Saves every record that a review considered, with the decision on it, for reference managers and programs. */
export function SaveScreening({
  records,
  bibliography,
  topic,
}: {
  records: readonly ScreenedRecord[];
  /** Complete records of those that the review cites. */
  bibliography: readonly BibliographicRecord[];
  topic: string;
}) {
  const t = useText();
  const name = `screening ${topic}`;
  const saveRis = () => {
    const noted = screenedRecords(records, bibliography);
    saveFile(fileName(name, 'ris'), exportReferences(noted, 'ris'), 'application/x-research-info-systems');
  };
  const saveJson = () =>
    saveFile(fileName(name, 'json'), `${JSON.stringify(records, null, 2)}\n`, 'application/json');
  return (
    <>
      <button type="button" className="button button-quiet" onClick={saveRis}>
        {t('Screening (RIS)', '筛选记录（RIS）')}
      </button>
      <button type="button" className="button button-quiet" onClick={saveJson}>
        {t('Screening (JSON)', '筛选记录（JSON）')}
      </button>
    </>
  );
}
