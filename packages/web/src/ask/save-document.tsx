import { type BibliographicRecord, escapeLinks, escapeTags } from '@citewell/sdk';
import { formatReferences } from '@citewell/sdk/bibliography';
import { useState } from 'react';
import { useVisit } from '../api/session.tsx';
import { fileName, saveFile } from '../lib/files.ts';
import { useLanguage } from '../lib/language.tsx';
import { citedRecords, type Turn } from './turn.ts';

/** Saves the text with its references as a file for word processors, or as Markdown. */
export function SaveDocument({ turn }: { turn: Turn }) {
  const { t, language } = useLanguage();
  const { client } = useVisit();
  const [failed, setFailed] = useState(false);
  const { asked } = turn;
  const { question } = asked;
  const cited = citedRecords(turn);

  async function saveWord(): Promise<void> {
    const review = /^# /m.test(turn.text) ? turn.text : `# ${question}\n\n${turn.text}`;
    const written = turn.run?.language ?? (/\p{Script=Han}/u.test(turn.text) ? 'zh' : 'en');
    const readings = turn.trust.flatMap(({ pmid, full_text }) => (full_text ? [{ pmid, full_text }] : []));
    const file = await client
      .document({
        ...{ review, references: cited.map(forDocument), language: written },
        ...(turn.run && { date: turn.run.finished_at.slice(0, 10) }),
        // A review reports its own searches.
        ...(turn.run &&
          asked.mode === 'answer' && { searches: turn.run.searches, unavailable: turn.run.unavailable }),
        ...(turn.comparison && { comparison: turn.comparison }),
        ...(turn.figures && { figures: turn.figures }),
        ...(readings.length > 0 && { trust: readings }),
      })
      .catch(() => undefined);
    setFailed(!file);
    if (file) saveFile(fileName(question, 'docx'), file);
  }

  function saveMarkdown(): void {
    const list = formatReferences(cited, language === 'zh' ? 'gbt7714' : 'vancouver');
    const heading = cited.length > 0 ? `\n\n## ${t('References', '参考文献')}\n\n${list}\n` : '\n';
    const text = escapeLinks(escapeTags(`${turn.text}${heading}`));
    saveFile(fileName(question, 'md'), text, 'text/markdown');
  }

  return (
    <>
      <button type="button" className="button button-quiet" onClick={saveWord}>
        Word
      </button>
      <button type="button" className="button button-quiet" onClick={saveMarkdown}>
        Markdown
      </button>
      {failed && (
        <span className="field-error" role="alert">
          {t('Something went wrong.', '操作失败。')}
        </span>
      )}
    </>
  );
}

/** Removes from a record what no document prints. */
function forDocument({
  abstract: _,
  keywords: __,
  mesh: ___,
  affiliations: ____,
  ...record
}: BibliographicRecord) {
  return record;
}
