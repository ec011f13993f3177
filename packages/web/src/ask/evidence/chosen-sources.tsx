import type { Reference } from '@citewell/sdk';
import { DemonstrationBadge } from '../../components/demonstration.tsx';
import { TitleLink } from '../../components/title-link.tsx';
import { useLanguage } from '../../lib/language.tsx';
import { SourceLine } from './source-line.tsx';

/** Lists the papers from which a text is being written. They get numbers once the text is complete and cites them. */
export function ChosenSources({ sources, writing }: { sources: readonly Reference[]; writing: boolean }) {
  const { t } = useLanguage();
  return (
    <aside className="sources" aria-label={t('Papers chosen as evidence', '选定的文献')}>
      <div className="sources-head">
        <h3>
          {t('Evidence', '依据')} <span className="count">{sources.length}</span>
        </h3>
      </div>
      {writing && (
        <p className="fine">
          {t('Cited papers are numbered once the text is complete.', '正文写完后，所引文献将编号列出。')}
        </p>
      )}
      <ul className="source-list">
        {sources.map((reference) => (
          <li key={reference.pmid} className="source source-unnumbered">
            <div>
              <DemonstrationBadge record={reference} />
              <TitleLink className="source-title" record={reference} />
              <SourceLine reference={reference} />
            </div>
          </li>
        ))}
      </ul>
    </aside>
  );
}
