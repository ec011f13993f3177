import type { FullTextReading } from '@citewell/sdk';
import { useText } from '../../lib/language.tsx';

/** Shows the full text that was read, and its supporting sentence if there is one. */
export function FullTextRead({ reading }: { reading: FullTextReading }) {
  const t = useText();
  const { pmcid, license, section, sentence } = reading;
  return (
    <div>
      {sentence !== null && (
        <blockquote>
          {section && <span className="eyebrow">{section}</span>} <mark>{sentence}</mark>
        </blockquote>
      )}
      <p className="fine">
        {t('Full text also read:', '同时查阅了全文：')}{' '}
        <a href={`https://pmc.ncbi.nlm.nih.gov/articles/${pmcid}/`} target="_blank" rel="noopener noreferrer">
          {pmcid}
        </a>
        {license && ` · ${t('license:', '许可：')} ${license}`}
      </p>
    </div>
  );
}
