import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '../api/failure.ts';
import { useVisit } from '../api/session.tsx';
import { StopButton } from '../ask/stop-button.tsx';
import { FailureNote, Field, Page } from '../components/common.tsx';
import { counted } from '../lib/counted.ts';
import { useLanguage } from '../lib/language.tsx';
import { Changes, type Polished } from '../polish/changes.tsx';

const textMax = 20_000;

/** Example with errors worth correcting, and figures that must stay. */
const example: [en: string, zh: string] = [
  'The patients was treated with 500mg of metformin daily for 24 weeks. HbA1c was decreased by 1.1% (95% CI 0.9 to 1.3) , and body weight has fell by 1.9 kg. These result suggests that metformin may be a option for elderly patients.',
  '患者每日接受二甲双胍500mg治疗,疗程24周。糖化血红蛋白下降1.1%(95% CI 0.9～1.3),体重也减轻了1.9kg左右的重量。该结果提示二甲双胍可能是老年患者的的一种选择.',
];

/**
 * Page that shows a text next to its polished version, sentence by sentence, with each change to be accepted or
 * rejected.
 */
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
  // Below the form it would grow off screen.
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
        'Numbers, citations, hedging and negations are preserved; you accept or reject each change.',
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
                  `${counted(length - textMax, 'character')} too long; polish it in parts.`,
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
        <Field label={t('Instructions (optional)', '润色要求（选填）')}>
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
              'Add references to sentences that state a finding but have no citation',
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
      <div className="side-by-side">
        <div>
          <h2>{t('Original', '原文')}</h2>
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
