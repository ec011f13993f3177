import { formatReferences, pubmedUrl } from '@citewell/sdk/bibliography';
import { useState } from 'react';
import { useVisit } from '../../api/session.tsx';
import { Badge, CopyButton } from '../../components/common.tsx';
import { DemonstrationBadge } from '../../components/demonstration.tsx';
import { useLanguage, useText } from '../../lib/language.tsx';
import { useAnswerFacts } from '../answer-context.ts';
import { CardEvidence } from './card-evidence.tsx';
import { FullTextRead } from './full-text-read.tsx';
import { SentenceCheck } from './sentence-check.tsx';
import { TrustBadges } from './trust-badges.tsx';

/** Shows a citation: its record, the part that was read, and whether the sentence agrees with it. */
export function CitationCard({ ordinal, sentence }: { ordinal: number; sentence: string }) {
  const { references, trust, checked } = useAnswerFacts();
  const { session } = useVisit();
  const { language } = useLanguage();
  const t = useText();
  const [checking, setChecking] = useState(false);
  const reference = references?.[ordinal - 1];
  if (!reference) return null;
  const address = pubmedUrl(reference);
  const sentenceCheck = checked.get(sentence);
  const verdict = sentenceCheck?.verdict;
  const isOfFullText = sentenceCheck?.read === 'full_text';
  const card = trust[ordinal - 1];
  const readings = sentenceCheck?.full_text?.filter(({ pmid }) => pmid === reference.pmid) ?? [];
  const shown = readings.length > 0 ? readings : card?.full_text ? [card.full_text] : [];
  return (
    <>
      <p className="card-number" aria-hidden="true">
        {ordinal}
      </p>
      <p className="badges">
        <DemonstrationBadge record={reference} />
      </p>
      <h3 className="card-title">{reference.title}</h3>
      <p className="card-source">
        <cite>{reference.journal}</cite> {reference.year}
        {reference.authors && (
          <span className="card-authors"> · {shortAuthors(reference.authors, t('et al.', '等'))}</span>
        )}
      </p>
      <TrustBadges card={card} />
      <CardEvidence pmid={reference.pmid} sentence={sentence} />
      {shown.map((reading) => (
        <FullTextRead key={`${reading.section} ${reading.sentence}`} reading={reading} />
      ))}
      {verdict && (
        <p className="card-verdict">
          <Badge tone={verdict === 'supported' ? 'good' : verdict === 'deviates' ? 'bad' : 'warn'}>
            {verdict === 'supported'
              ? isOfFullText
                ? t('Checked: supported by the cited full text', '已核查：所引全文支持此句')
                : t('Checked: supported by the cited abstracts', '已核查：所引摘要支持此句')
              : verdict === 'deviates'
                ? t('Checked: deviates from the cited abstracts', '已核查：与所引摘要不符')
                : t('Checked: not decided automatically', '已核查：无法自动判断')}
          </Badge>
        </p>
      )}
      {sentence && checking && <SentenceCheck sentence={sentence} pmid={reference.pmid} />}
      <p className="card-actions">
        {sentence && !checking && session?.modules.includes('factcheck') && (
          <button type="button" className="button button-small" onClick={() => setChecking(true)}>
            {t('Check this sentence', '核查此句')}
          </button>
        )}
        {address && (
          <a
            className="button button-small button-quiet"
            href={address}
            target="_blank"
            rel="noopener noreferrer"
          >
            PubMed ↗
          </a>
        )}
        <CopyButton
          className="button button-small button-quiet"
          label={t('Copy reference', '复制文献')}
          text={() =>
            formatReferences([reference], language === 'zh' ? 'gbt7714' : 'vancouver').replace(
              /^(?:\[1\]|1\.) /,
              '',
            )
          }
        />
      </p>
    </>
  );
}

export function shortAuthors(authors: string, others: string): string {
  const names = authors.split(/,\s*/);
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} ${others}` : authors;
}
