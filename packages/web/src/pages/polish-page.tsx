import type { Reference } from '@citewell/sdk';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { type Failure, failureOf } from '../api/failure.ts';
import { useVisit } from '../api/session.tsx';
import { StopButton } from '../ask/stop-button.tsx';
import { pubmedUrl } from '../cite/record.ts';
import { CopyButton, FailureNote, Field, Page } from '../components/common.tsx';
import { ExportMenu } from '../components/export-menu.tsx';
import { type Change, compareSentences, compareWords, textWith } from '../lib/compare.ts';
import { useLanguage } from '../lib/language.tsx';

const textMax = 20_000;

/** With slips that are worth mending, and figures that must stay. */
const example: [en: string, zh: string] = [
  'The patients was treated with 500mg of metformin daily for 24 weeks. HbA1c was decreased by 1.1% (95% CI 0.9 to 1.3) , and body weight has fell by 1.9 kg. These result suggests that metformin may be a option for elderly patients.',
  '患者每日接受二甲双胍500mg治疗,疗程24周。糖化血红蛋白下降1.1%(95% CI 0.9～1.3),体重也减轻了1.9kg左右的重量。该结果提示二甲双胍可能是老年患者的的一种选择.',
];

type Polished = {
  original: string;
  text: string;
  notes: string[];
  references: Reference[];
  phase: 'running' | 'done' | 'stopped';
};

/** A text beside its polished self, sentence by sentence, each change to be taken or left. */
export function PolishPage() {
  const { t, number, language } = useLanguage();
  const { client, session, askToSignIn } = useVisit();
  const [text, setText] = useState('');
  const [requirement, setRequirement] = useState('');
  const [insertRefs, setInsertRefs] = useState(true);
  const [polished, setPolished] = useState<Polished>();
  const [failure, setFailure] = useState<Failure>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const outcome = useRef<HTMLDivElement>(null);
  const phase = polished?.phase;
  // Below the form it would grow unseen.
  useEffect(() => {
    if (phase) outcome.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  }, [phase]);
  const length = [...text].length;
  const running = polished?.phase === 'running';

  async function polish(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!session) return askToSignIn(true);
    const abort = new AbortController();
    controller.current?.abort();
    controller.current = abort;
    setFailure(undefined);
    let state: Polished = { original: text, text: '', notes: [], references: [], phase: 'running' };
    setPolished(state);
    const show = (change: Partial<Polished>) => {
      state = { ...state, ...change };
    };
    const timer = setInterval(() => setPolished(state), 80);
    try {
      const request = {
        text,
        insert_refs: insertRefs,
        ...(requirement.trim() && { requirement: requirement.trim() }),
      };
      for await (const { event: name, data } of client.polish(request, { signal: abort.signal })) {
        if (name === 'answer_chunk') show({ text: state.text + data.text });
        else if (name === 'thinking') show({ notes: [...state.notes, data.message] });
        else if (name === 'references') show({ references: data.refs });
        else if (name === 'error') setFailure({ kind: 'other', message: data.message });
      }
      show({ phase: 'done' });
    } catch (error) {
      show({ phase: 'stopped' });
      if (!abort.signal.aborted) setFailure(failureOf(error, t));
    } finally {
      clearInterval(timer);
      setPolished(state);
    }
  }

  return (
    <Page
      wide={polished !== undefined}
      title={t('Polish a text', '润色文本')}
      lead={t(
        'Numbers, citations, hedges and negations stay as they are; every change is yours to take or leave.',
        '数值、引文、限定语与否定保持不变；每处修改由您决定是否采纳。',
      )}
    >
      <form className="panel-form" onSubmit={polish}>
        <Field
          label={t('Text', '文本')}
          hint={t(
            `${number(length)} of ${number(textMax)} characters`,
            `${number(length)} / ${number(textMax)} 字符`,
          )}
          error={
            length > textMax
              ? t(
                  `Too long by ${number(length - textMax)}: polish it in parts.`,
                  `超出 ${number(length - textMax)} 字符，请分段润色。`,
                )
              : undefined
          }
        >
          {({ id, describedBy }) => (
            <textarea
              id={id}
              rows={polished ? 5 : 10}
              value={text}
              aria-describedby={describedBy}
              aria-invalid={length > textMax}
              onChange={(event) => setText(event.target.value)}
              placeholder={t(
                'The patients was treated with 500mg of metformin daily …',
                '患者每日接受二甲双胍 500mg 治疗……',
              )}
            />
          )}
        </Field>
        <Field label={t('What to mind (optional)', '润色要求（选填）')}>
          {({ id }) => (
            <input
              id={id}
              value={requirement}
              maxLength={2_000}
              onChange={(event) => setRequirement(event.target.value)}
              placeholder={t('For a cardiology journal, British spelling', '投稿心血管期刊，用语简洁')}
            />
          )}
        </Field>
        <label className="check">
          <input
            type="checkbox"
            checked={insertRefs}
            onChange={(event) => setInsertRefs(event.target.checked)}
          />
          <span>
            {t(
              'Add references where a sentence states a finding and cites nobody',
              '为陈述研究结果而未引用文献的句子补充参考文献',
            )}
          </span>
        </label>
        <p>
          {running ? (
            <StopButton onStop={() => controller.current?.abort()} />
          ) : (
            <button
              type="submit"
              className="button button-primary"
              disabled={text.trim() === '' || length > textMax}
            >
              {t('Polish', '润色')}
            </button>
          )}{' '}
          {text === '' && (
            <button type="button" className="link-button" onClick={() => setText(t(...example))}>
              {t('Show me an example', '填入示例')}
            </button>
          )}
        </p>
      </form>
      {failure && <FailureNote failure={failure} />}
      <div ref={outcome} className="turn-place" />
      {polished && polished.phase !== 'done' && <Growing polished={polished} />}
      {polished?.phase === 'done' && <Changes key={polished.text} polished={polished} locale={language} />}
    </Page>
  );
}

function Growing({ polished }: { polished: Polished }) {
  const { t } = useLanguage();
  return (
    <section aria-busy={polished.phase === 'running'}>
      <p className="fine" role="status">
        {polished.notes.at(-1)}
      </p>
      <div className="beside">
        <div>
          <h2>{t('As it was', '原文')}</h2>
          <p className="plain-text">{polished.original}</p>
        </div>
        <div>
          <h2>{t('Polished', '润色后')}</h2>
          <p className="plain-text">
            {polished.text}
            {polished.phase === 'running' && <span className="caret" aria-hidden="true" />}
          </p>
        </div>
      </div>
    </section>
  );
}

function Changes({ polished, locale }: { polished: Polished; locale: string }) {
  const { t, number } = useLanguage();
  const changes = useMemo(
    () => compareSentences(polished.original, polished.text, locale),
    [polished, locale],
  );
  const changed = changes.flatMap(({ before, after }, index) => (before === after ? [] : [index]));
  const [rejected, setRejected] = useState<ReadonlySet<number>>(new Set());
  const [onlyChanged, setOnlyChanged] = useState(true);
  const result = textWith(changes, rejected);

  function toggle(index: number): void {
    const next = new Set(rejected);
    if (!next.delete(index)) next.add(index);
    setRejected(next);
  }

  return (
    <section>
      <div className="results-head">
        <h2 aria-live="polite">
          {changed.length === 0
            ? t('Nothing to change', '无需修改')
            : t(
                `${number(changed.length)} changes, ${number(changed.length - rejected.size)} taken`,
                `${number(changed.length)} 处修改，采纳 ${number(changed.length - rejected.size)} 处`,
              )}
        </h2>
        <button type="button" className="button button-quiet" onClick={() => setRejected(new Set())}>
          {t('Take all', '全部采纳')}
        </button>
        <button type="button" className="button button-quiet" onClick={() => setRejected(new Set(changed))}>
          {t('Leave all', '全部保留原文')}
        </button>
        <CopyButton text={result} label={t('Copy the text', '复制文本')} className="button" />
      </div>
      {polished.notes.length > 0 && (
        <details className="panel">
          <summary>{t('What was done', '处理过程')}</summary>
          <ul className="fine">
            {polished.notes.map((note, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: notes are only ever added at the end
              <li key={index}>{note}</li>
            ))}
          </ul>
        </details>
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={onlyChanged}
          onChange={(event) => setOnlyChanged(event.target.checked)}
        />
        <span>{t('Only sentences that changed', '仅显示有修改的句子')}</span>
      </label>
      <ol className="changes">
        {changes.map((change, index) => {
          if (change.before === change.after && onlyChanged) return null;
          return (
            <ChangeRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a change is told by its place
              key={index}
              change={change}
              taken={!rejected.has(index)}
              onToggle={() => toggle(index)}
            />
          );
        })}
      </ol>
      {polished.references.length > 0 && (
        <>
          <div className="results-head">
            <h3>{t('References that were added', '新增参考文献')}</h3>
            <ExportMenu records={polished.references} topic={polished.original.slice(0, 60)} />
          </div>
          <ul className="added-references">
            {polished.references.map((reference) => (
              <li key={reference.pmid}>
                <a href={pubmedUrl(reference)} target="_blank" rel="noopener noreferrer">
                  {reference.title}
                </a>{' '}
                <span className="fine">
                  {reference.journal} {reference.year}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function ChangeRow({ change, taken, onToggle }: { change: Change; taken: boolean; onToggle(): void }) {
  const { t } = useLanguage();
  const pieces = useMemo(() => compareWords(change), [change]);
  const same = change.before === change.after;
  if (same) return <li className="change change-same plain-text">{change.after}</li>;
  return (
    <li className={taken ? 'change' : 'change change-left'}>
      <p className="plain-text">
        {pieces.map(({ kind, text }, index) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces are told by their place
          if (kind === 'added') return <ins key={index}>{text}</ins>;
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          if (kind === 'removed') return <del key={index}>{text}</del>;
          return text;
        })}
      </p>
      <button type="button" className="button button-small" aria-pressed={taken} onClick={onToggle}>
        {taken ? t('Taken', '已采纳') : t('Left as it was', '保留原文')}
      </button>
    </li>
  );
}
