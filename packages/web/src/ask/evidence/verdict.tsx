import type { CitationCheckResponse, Verification } from '@citewell/sdk';
import { Badge, CopyButton } from '../../components/common.tsx';
import { type Text, useText } from '../../lib/language.tsx';
import { marked, type Span } from '../../lib/marked.tsx';
import { deviationLabel } from '../labels.ts';
import { FullTextRead } from './full-text-read.tsx';

type VerdictName = 'supported' | 'deviates' | 'undetermined';

function verdictOf({ verification, consistent }: CitationCheckResponse): VerdictName {
  return verification?.verdict ?? (consistent ? 'supported' : 'deviates');
}

function verdictLabel(verdict: VerdictName, isOfFullText: boolean, t: Text): string {
  switch (verdict) {
    case 'supported':
      if (isOfFullText) return t('Agrees with the full text', '与全文一致');
      return t('Agrees with the abstract', '与摘要一致');
    case 'deviates':
      return t('Deviates from the abstract', '与摘要不符');
    case 'undetermined':
      return t('Not decided automatically', '未能自动判定');
  }
}

const tones = { supported: 'good', deviates: 'bad', undetermined: 'plain' } as const;

export function VerdictBadge({ reply }: { reply: CitationCheckResponse }) {
  const t = useText();
  const verdict = verdictOf(reply);
  const isOfFullText = reply.verification?.read === 'full_text';
  return <Badge tone={tones[verdict]}>{verdictLabel(verdict, isOfFullText, t)}</Badge>;
}

/** Shows a verdict with its reasons: the words that differ, in both texts. */
export function Verdict({
  reply,
  sentence,
  open = false,
}: {
  reply: CitationCheckResponse;
  sentence: string;
  open?: boolean;
}) {
  const t = useText();
  const { verification, suggestion } = reply;
  const deviations = verification?.deviations ?? [];
  return (
    <div className={`verdict verdict-${verdictOf(reply)}`}>
      <p className="verdict-head">
        <VerdictBadge reply={reply} />
        {reply.is_review_citation && (
          <Badge tone="warn" title={t('It summarizes other studies.', '它概述的是他人的研究。')}>
            {t('The cited article is itself a review', '所引文献本身为综述')}
          </Badge>
        )}
      </p>
      <p>{reply.reason}</p>
      {verification?.full_text && <FullTextRead reading={verification.full_text} />}
      {verdictOf(reply) === 'undetermined' && (
        <>
          <NumbersFound numbers={verification?.numbers ?? []} />
          <PartsFound parts={verification?.parts ?? []} />
        </>
      )}
      {deviations.length > 0 && (
        <ul className="deviations">
          {deviations.map(({ type, claim, evidence }) => (
            <li key={`${type} ${claim} ${evidence}`}>
              <Badge tone="bad">{deviationLabel(type, t)}</Badge>{' '}
              <span>
                {t('sentence:', '原句：')} <mark className="mark-bad">{claim}</mark>
                {evidence !== null && (
                  <>
                    {' '}
                    · {t('abstract:', '摘要：')} <mark>{evidence}</mark>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {deviations.length > 0 && (
        <p className="checked-sentence">
          <span className="eyebrow">{t('Your sentence', '您的句子')}</span>{' '}
          {marked(
            sentence,
            spansOf(
              sentence,
              deviations.map(({ claim }) => claim),
            ),
          )}
        </p>
      )}
      {reply.deviation_analysis && <p className="fine">{reply.deviation_analysis}</p>}
      {suggestion && (
        <div className="suggestion">
          <p className="eyebrow">{t('Suggested correction', '建议改为')}</p>
          <p>{suggestion}</p>
          <CopyButton
            className="button button-small button-quiet"
            text={suggestion}
            label={t('Copy', '复制')}
          />
        </div>
      )}
      {reply.abstract && (
        <details open={open}>
          <summary>{t('Abstract used for this check', '核查所依据的摘要')}</summary>
          <p className="abstract">{marked(reply.abstract, verification?.evidence ?? [])}</p>
        </details>
      )}
    </div>
  );
}

/** Lists the numbers of an undetermined sentence: found in the abstract, or not stated there. */
function NumbersFound({ numbers }: { numbers: Verification['numbers'] }) {
  const t = useText();
  if (numbers.length === 0) return null;
  return (
    <ul className="deviations">
      {numbers.map(({ text, found, evidence }) => (
        <li key={text}>
          <Badge tone={found ? 'good' : 'plain'}>
            {found ? t('found', '已找到') : t('not stated in the abstract', '摘要未说明')}
          </Badge>{' '}
          <span>
            {text}
            {found && evidence !== null && evidence !== text && (
              <>
                {' '}
                · {t('abstract:', '摘要：')} <mark>{evidence}</mark>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Lists the words of an undetermined sentence, by where the abstract has them. */
function PartsFound({ parts }: { parts: Verification['parts'] }) {
  const t = useText();
  const rows = [
    ['passage', 'good', t('found in this passage', '该段中有')],
    ['elsewhere', 'plain', t('found elsewhere in the abstract', '摘要他处有')],
    [null, 'warn', t('not stated in the abstract', '摘要未说明')],
  ] as const;
  return (
    <ul className="deviations">
      {rows.map(([place, tone, label]) => {
        const words = new Set(parts.flatMap(({ text, found }) => (found === place ? [text] : [])));
        if (words.size === 0) return null;
        return (
          <li key={label}>
            <Badge tone={tone}>{label}</Badge> <span>{[...words].join(t(', ', '、'))}</span>
          </li>
        );
      })}
    </ul>
  );
}

function spansOf(text: string, parts: readonly string[]): Span[] {
  return parts.flatMap((part) => {
    const start = part === '' ? -1 : text.indexOf(part);
    return start < 0 ? [] : [{ start, end: start + part.length, className: 'mark-bad' }];
  });
}
