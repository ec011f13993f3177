import { type FormEvent, useState } from 'react';
import { AnswerView } from '../ask/answer-view.tsx';
import { emptyQuestion } from '../ask/composer.tsx';
import { Filters } from '../ask/filters.tsx';
import { StopButton } from '../ask/stop-button.tsx';
import type { Asked } from '../ask/turn.ts';
import { useAsking } from '../ask/use-asking.ts';
import { Field, Page } from '../components/common.tsx';
import { counted } from '../lib/counted.ts';
import { useLanguage } from '../lib/language.tsx';
import { navigate } from '../lib/route.tsx';

type Refinement = { population: string; outcome: string; studies: string };

const emptyRefinement: Refinement = { population: '', outcome: '', studies: '' };

/** Page for a review of a topic: its options, and the text as it is written. */
export function ReviewPage() {
  const { t, language, number } = useLanguage();
  const { turns, running, balance, stop, clear, started, send } = useAsking('/review');
  const [asked, setAsked] = useState<Asked>({ ...emptyQuestion, mode: 'review' });
  const [refinement, setRefinement] = useState(emptyRefinement);
  const set = (change: Partial<Asked>) => setAsked({ ...asked, ...change });

  function start(event: FormEvent): void {
    event.preventDefault();
    const topic = [asked.question.trim(), ...refined(refinement, t)]
      .filter(Boolean)
      .join(language === 'zh' ? '；' : '; ');
    if (asked.question.trim() !== '') send({ ...asked, question: topic });
  }

  if (started)
    return (
      <div className="page page-wide conversation">
        <h1 className="visually-hidden">{t('Review', '综述')}</h1>
        <p className="conversation-bar">
          {running && <StopButton onStop={stop} hint />}
          <button
            type="button"
            className="button button-quiet"
            onClick={() => {
              clear();
              navigate('/review');
            }}
          >
            {t('New review', '新综述')}
          </button>
        </p>
        {turns.map((turn) => (
          <AnswerView key={turn.id} turn={turn} onAskAgain={send} />
        ))}
      </div>
    );

  return (
    <Page
      title={t('Write a review', '撰写综述')}
      lead={t(
        'A structured literature review, written section by section, with its search strategy and references. The more specific the topic, the better the review.',
        '逐节生成结构化综述，附检索策略与参考文献。主题越具体，综述越好。',
      )}
    >
      <form className="panel-form" onSubmit={start}>
        <Field label={t('Topic', '主题')}>
          {({ id }) => (
            <textarea
              id={id}
              rows={2}
              maxLength={4_000}
              value={asked.question}
              onChange={(event) => set({ question: event.target.value })}
              placeholder={t('SGLT2 inhibitors and heart failure outcomes', 'SGLT2 抑制剂与心力衰竭结局')}
            />
          )}
        </Field>
        <fieldset className="refine">
          <legend>{t('Narrow the topic (all optional)', '细化主题（均为选填）')}</legend>
          <div className="form-row">
            <label>
              {t('Population', '人群')}
              <input
                value={refinement.population}
                placeholder={t('adults without diabetes', '无糖尿病的成人')}
                onChange={(event) => setRefinement({ ...refinement, population: event.target.value })}
              />
            </label>
            <label>
              {t('Outcomes', '结局')}
              <input
                value={refinement.outcome}
                placeholder={t('mortality, hospital admissions', '死亡率、住院')}
                onChange={(event) => setRefinement({ ...refinement, outcome: event.target.value })}
              />
            </label>
            <label>
              {t('Study types', '研究类型')}
              <input
                value={refinement.studies}
                placeholder={t('randomized trials', '随机对照试验')}
                onChange={(event) => setRefinement({ ...refinement, studies: event.target.value })}
              />
            </label>
          </div>
        </fieldset>
        <div className="form-row">
          <Filters
            value={asked}
            set={set}
            languageLabel={t('Language', '撰写语言')}
            sameLanguage={t('the topic’s language', '与主题相同')}
          />
        </div>
        <p>
          <button type="submit" className="button button-primary" disabled={asked.question.trim() === ''}>
            {t('Write the review', '生成综述')}
          </button>{' '}
          <span className="fine">
            {t(
              'This takes several minutes and many tokens; you can stop at any time.',
              '需要数分钟并消耗较多 Token，可随时停止。',
            )}
            {balance &&
              ` ${t(`${counted(balance.available, 'token')} left.`, `余额 ${number(balance.available)} Token。`)}`}
          </span>
        </p>
      </form>
    </Page>
  );
}

function refined(
  { population, outcome, studies }: Refinement,
  t: (en: string, zh: string) => string,
): string[] {
  return [
    population.trim() && t(`in ${population.trim()}`, `人群：${population.trim()}`),
    outcome.trim() && t(`outcomes: ${outcome.trim()}`, `结局：${outcome.trim()}`),
    studies.trim() && t(`evidence from ${studies.trim()}`, `研究类型：${studies.trim()}`),
  ].filter((part): part is string => Boolean(part));
}
