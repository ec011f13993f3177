import type { CitationCheckResponse } from '@citewell/sdk';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '../api/failure.ts';
import { useVisit } from '../api/session.tsx';
import { Verdict } from '../ask/evidence/verdict.tsx';
import { Coins } from '../components/coins.tsx';
import { FailureNote, Field, Loading } from '../components/common.tsx';
import { findPmid } from '../lib/claims.ts';
import { useLanguage } from '../lib/language.tsx';
import { deviatingExample } from './example.ts';

/** Form for checking one sentence against the article it cites. */
export function OneCheck() {
  const { t } = useLanguage();
  const { client, session, askToSignIn } = useVisit();
  const [sentence, setSentence] = useState('');
  const [source, setSource] = useState('');
  const [abstract, setAbstract] = useState('');
  const [own, setOwn] = useState(false);
  const [fullText, setFullText] = useState(true);
  const [state, setState] = useState<
    { busy: true } | { failure: Failure } | { reply: CitationCheckResponse; sentence: string }
  >();
  const outcome = useRef<HTMLDivElement>(null);
  // Below a long form the verdict would appear off screen.
  useEffect(() => {
    if (state) outcome.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [state]);
  const pmid = findPmid(source);
  const ready = sentence.trim() !== '' && pmid !== undefined && (!own || abstract.trim() !== '');

  /** The abstract of the example belongs to no other article. */
  function citeArticle(cited: string): void {
    setSource(cited);
    if (abstract !== deviatingExample(t).abstract) return;
    setAbstract('');
    setOwn(false);
  }

  async function check(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!session) return askToSignIn(true);
    if (!ready || pmid === undefined) return;
    setState({ busy: true });
    try {
      const request = {
        sentence: sentence.trim(),
        pmid,
        ...(own && { abstract: abstract.trim() }),
        ...(!fullText && { full_text: false }),
        include: ['verification' as const, 'bibliography' as const],
      };
      setState({ reply: await client.checkCitation(request), sentence: sentence.trim() });
    } catch (error) {
      setState({ failure: failureOf(error, t) });
    }
  }

  return (
    <>
      <form className="panel-form" onSubmit={check}>
        <Field label={t('Sentence', '句子')}>
          {({ id }) => (
            <textarea
              id={id}
              rows={3}
              maxLength={4_000}
              value={sentence}
              onChange={(event) => setSentence(event.target.value)}
              placeholder={t(
                'Dapagliflozin reduced the risk of worsening heart failure or cardiovascular death by 26%.',
                '达格列净使心衰恶化或心血管死亡风险降低 26%。',
              )}
            />
          )}
        </Field>
        <Field
          label={t('Cited article', '所引文献')}
          hint={t(
            'A PMID, a PubMed URL, or a reference that contains a PMID.',
            'PMID、PubMed 网址，或含 PMID 的参考文献条目。',
          )}
          error={source.trim() !== '' && !pmid ? t('No PMID found.', '其中没有 PMID。') : undefined}
        >
          {({ id, describedBy }) => (
            <input
              id={id}
              value={source}
              aria-describedby={describedBy}
              aria-invalid={source.trim() !== '' && !pmid}
              onChange={(event) => citeArticle(event.target.value)}
              placeholder="31535829"
            />
          )}
        </Field>
        <label className="check">
          <input type="checkbox" checked={own} onChange={(event) => setOwn(event.target.checked)} />
          <span>{t('Provide the abstract', '我有摘要原文')}</span>
        </label>
        {!own && (
          <label className="check">
            <input
              type="checkbox"
              checked={fullText}
              onChange={(event) => setFullText(event.target.checked)}
            />
            <span>
              {t(
                'Read the open-access full text if the abstract is inconclusive',
                '摘要不足以判定时查阅开放获取全文',
              )}
            </span>
          </label>
        )}
        {own && (
          <Field label={t('Abstract', '摘要')}>
            {({ id }) => (
              <textarea
                id={id}
                rows={6}
                value={abstract}
                onChange={(event) => setAbstract(event.target.value)}
              />
            )}
          </Field>
        )}
        <p>
          <button
            type="submit"
            className="button button-primary"
            disabled={!ready || (state !== undefined && 'busy' in state)}
          >
            {t('Check', '核查')}
          </button>{' '}
          <button
            type="button"
            className="link-button"
            onClick={() => {
              const example = deviatingExample(t);
              setSentence(example.sentence);
              setSource(example.pmid);
              setOwn(true);
              setAbstract(example.abstract);
            }}
          >
            {t('Show me an example', '填入示例')}
          </button>
        </p>
      </form>
      <div aria-live="polite" ref={outcome}>
        {state && 'busy' in state && <Loading lines={3} />}
        {state && 'failure' in state && <FailureNote failure={state.failure} />}
        {state && 'reply' in state && <Verdict reply={state.reply} sentence={state.sentence} open />}
        {state && 'reply' in state && state.reply.bibliography && (
          <Coins records={state.reply.bibliography} />
        )}
      </div>
    </>
  );
}
