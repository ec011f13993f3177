import { escapeLinks, escapeTags } from '@citewell/sdk';
import { useState } from 'react';
import { useVisit } from '../api/session.tsx';
import { formatList } from '../cite/styles.ts';
import { fileName, saveFile } from '../lib/files.ts';
import { useLanguage } from '../lib/language.tsx';
import type { Turn } from './turn.ts';

/** The text with its references as a file: for word processors, or as the Markdown it is. */
export function SaveDocument({ turn }: { turn: Turn }) {
  const { t, language } = useLanguage();
  const { client } = useVisit();
  const [failed, setFailed] = useState(false);
  const { question } = turn.asked;
  const references = turn.references ?? [];

  async function saveWord(): Promise<void> {
    const review = /^# /m.test(turn.text) ? turn.text : `# ${question}\n\n${turn.text}`;
    const written = turn.run?.language ?? (/\p{Script=Han}/u.test(turn.text) ? 'zh' : 'en');
    const readings = turn.trust.flatMap(({ pmid, full_text }) => (full_text ? [{ pmid, full_text }] : []));
    const file = await client
      .document({
        ...{ review, references, language: written },
        ...(turn.comparison && { comparison: turn.comparison }),
        ...(turn.figures && { figures: turn.figures }),
        ...(readings.length > 0 && { trust: readings }),
      })
      .catch(() => undefined);
    setFailed(!file);
    if (file) saveFile(fileName(question, 'docx'), file);
  }

  function saveMarkdown(): void {
    const list = formatList(references, language === 'zh' ? 'gbt7714' : 'vancouver');
    const heading = references.length > 0 ? `\n\n## ${t('References', '参考文献')}\n\n${list}\n` : '\n';
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
