import type { ScreenedRecord } from '@citewell/sdk';
import { exportReferences } from '@citewell/sdk/bibliography';
import { fileName, saveFile } from '../lib/files.ts';
import { useText } from '../lib/language.tsx';

/** Every record that a review saw, with the decision on it, for reference managers and for programs. */
export function SaveScreening({ records, topic }: { records: readonly ScreenedRecord[]; topic: string }) {
  const t = useText();
  const name = `screening ${topic}`;
  const saveRis = () => {
    const noted = records.map((record) => ({ ...record, note: `screening: ${record.decision}` }));
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
