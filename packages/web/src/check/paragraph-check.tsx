import type { CitationCheckResponse } from '@citewell/sdk';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '../api/failure.ts';
import { useVisit } from '../api/session.tsx';
import { Verdict, VerdictBadge } from '../ask/evidence/verdict.tsx';
import { FailureNote, Field, Loading } from '../components/common.tsx';
import { type Claim, readClaims } from '../lib/claims.ts';
import { counted } from '../lib/counted.ts';
import { csvOf } from '../lib/csv.ts';
import { fileName, saveFile } from '../lib/files.ts';
import { useLanguage } from '../lib/language.tsx';

/** Maximum number of pairs per batch. */
const pairsMax = 100;

type Row = { claim: Claim; pmid: string; reply?: CitationCheckResponse; failure?: Failure };

/** Returns the words of an undetermined sentence that the abstract does not state. */
function unmatchedIn(reply: CitationCheckResponse | undefined): string[] {
  const { verdict, parts = [] } = reply?.verification ?? {};
  return verdict === 'undetermined' ? parts.flatMap(({ text, found }) => (found === null ? [text] : [])) : [];
}

const order = ['deviates', 'undetermined', undefined, 'supported'];

/** Compares two rows by urgency: deviations first, then undetermined ones by their unmatched words. */
function byUrgency(one: Row, other: Row): number {
  const rankOf = ({ reply }: Row) => order.indexOf(reply?.verification?.verdict);
  return rankOf(one) - rankOf(other) || unmatchedIn(other.reply).length - unmatchedIn(one.reply).length;
}

/** Form for checking a pasted paragraph, with one row per citation. */
export function ParagraphCheck() {
  const { t, number, language } = useLanguage();
  const { client, session, askToSignIn } = useVisit();
  const [text, setText] = useState('');
  const [rows, setRows] = useState<Row[]>();
  const abort = useRef<AbortController>(undefined);
  // Leaving the page ends the remaining checks and their charges.
  useEffect(() => () => abort.current?.abort(), []);
  const claims = readClaims(text, language);
  const found = claims.flatMap((claim) => claim.pmids.map((pmid) => ({ claim, pmid })));
  const pairs = found.slice(0, pairsMax);
  const done = rows?.filter(({ reply, failure }) => reply || failure).length ?? 0;
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function check(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!session) return askToSignIn(true);
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    let current: Row[] = pairs;
    setRows(current);
    setRunning(true);
    setFailure(undefined);
    const set = (index: number, result: Partial<Row>) => {
      current = current.map((row, at) => (at === index ? { ...row, ...result } : row));
      setRows(current);
    };
    try {
      const request = {
        pairs: pairs.map(({ claim, pmid }) => ({ sentence: claim.sentence, pmid })),
        include: ['verification' as const],
      };
      for await (const verdict of client.checkCitations(request, { signal: controller.signal }))
        set(
          verdict.index,
          'consistent' in verdict
            ? { reply: verdict }
            : { failure: { kind: 'other', message: verdict.error, code: verdict.code } },
        );
    } catch (error) {
      if (!controller.signal.aborted) setFailure(failureOf(error, t));
    } finally {
      setRunning(false);
    }
  }

  function save(): void {
    const head = ['sentence', 'pmid', 'verdict', 'reason', 'suggestion', 'unmatched'];
    const lines = (rows ?? [])
      .toSorted(byUrgency)
      .map(({ claim, pmid, reply, failure }) => [
        claim.sentence,
        pmid,
        reply?.verification?.verdict ?? '',
        reply?.reason ?? failure?.message ?? '',
        reply?.suggestion ?? '',
        unmatchedIn(reply).join('; '),
      ]);
    saveFile(fileName('citation-check', 'csv'), csvOf([head, ...lines]), 'text/csv');
  }

  return (
    <>
      <form className="panel-form" onSubmit={check}>
        <Field
          label={t('Paragraph with its references', '段落及其参考文献')}
          hint={t(
            'Cite PMIDs in the text as [PMID: 31535829], or use numbers such as [1] with a reference list below that gives each PMID.',
            '正文中写 [PMID: 31535829]，或用 [1] 编号并在下方附含 PMID 的参考文献。',
          )}
        >
          {({ id, describedBy }) => (
            <textarea
              id={id}
              rows={9}
              value={text}
              aria-describedby={describedBy}
              onChange={(event) => setText(event.target.value)}
              placeholder={t(
                'Dapagliflozin lowered the risk by 26% [1].\n\nReferences\n1. McMurray JJV, et al. N Engl J Med. 2019. PMID: 31535829',
                '达格列净使风险降低 26% [1]。\n\n参考文献\n1. McMurray JJV, 等. N Engl J Med, 2019. PMID: 31535829',
              )}
            />
          )}
        </Field>
        <p>
          <button type="submit" className="button button-primary" disabled={pairs.length === 0 || running}>
            {pairs.length === 0
              ? t('Check', '核查')
              : t(`Check ${counted(pairs.length, 'citation')}`, `核查 ${number(pairs.length)} 处引文`)}
          </button>{' '}
          {running && (
            <button type="button" className="button" onClick={() => abort.current?.abort()}>
              {t('Stop', '停止')}
            </button>
          )}{' '}
          <span className="fine">
            {text.trim() !== '' && pairs.length === 0
              ? t('No sentence with a PMID found.', '未找到带 PMID 的句子。')
              : pairs.length > 0 &&
                t(
                  `usually ${number(pairs.length * 800)}–${number(pairs.length * 2_000)} tokens`,
                  `通常消耗 ${number(pairs.length * 800)}–${number(pairs.length * 2_000)} Token`,
                )}
            {found.length > pairsMax &&
              t(
                `; only the first ${number(pairsMax)} of ${number(found.length)} will be checked; check the rest separately`,
                `；共 ${number(found.length)} 处，本次核查前 ${number(pairsMax)} 处，其余请另行核查`,
              )}
          </span>
        </p>
      </form>
      {failure && <FailureNote failure={failure} />}
      {rows && (
        <section>
          <div className="results-head">
            <h2 aria-live="polite">
              {t(
                `${number(done)} of ${number(rows.length)} checked`,
                `已核查 ${number(done)} / ${number(rows.length)}`,
              )}
            </h2>
            {done > 0 && (
              <button type="button" className="button button-quiet" onClick={save}>
                CSV
              </button>
            )}
          </div>
          <ol className="check-rows">
            {/* Rows keep their place while verdicts arrive. */}
            {(running ? rows : rows.toSorted(byUrgency)).map(({ claim, pmid, reply, failure }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a sentence may occur twice
              <li key={index}>
                <p className="check-sentence">
                  {claim.sentence} <span className="fine">PMID {pmid}</span>
                </p>
                {reply ? (
                  <details>
                    <summary>
                      <VerdictBadge reply={reply} /> <span className="fine">{reply.reason}</span>
                    </summary>
                    <Verdict reply={reply} sentence={claim.sentence} />
                  </details>
                ) : failure ? (
                  <p className="field-error">{failure.message}</p>
                ) : running ? (
                  <Loading lines={1} />
                ) : (
                  <p className="fine">{t('Not checked.', '未核查。')}</p>
                )}
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}
