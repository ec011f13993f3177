import type { StepKind, UsageStep } from '@citewell/sdk';
import { useEffect, useState } from 'react';
import { type Failure, failureOf } from '../api/failure.ts';
import { useVisit } from '../api/session.tsx';
import { FailureNote, Loading } from '../components/common.tsx';
import { type Text, useLanguage } from '../lib/language.tsx';

/** Shows the steps of one call: its requests to models, fetched on demand. */
export function CallSteps({ requestId }: { requestId: string }) {
  const { t, number } = useLanguage();
  const { client } = useVisit();
  const [steps, setSteps] = useState<UsageStep[]>();
  const [failure, setFailure] = useState<Failure>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language only changes words
  useEffect(() => {
    const abort = new AbortController();
    setFailure(undefined);
    client.usageSteps(requestId, { signal: abort.signal }).then(
      (reply) => setSteps(reply.steps),
      (error) => !abort.signal.aborted && setFailure(failureOf(error, t)),
    );
    return () => abort.abort();
  }, [requestId, attempt]);
  if (failure) return <FailureNote failure={failure} retry={() => setAttempt(attempt + 1)} />;
  if (!steps) return <Loading lines={2} />;
  if (steps.length === 0)
    return <p className="fine">{t('This call made no model requests.', '此次调用未请求模型。')}</p>;
  return (
    <table className="table call-steps">
      <caption>{t('Model requests, in order', '按顺序列出的模型请求')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Step', '步骤')}</th>
          <th scope="col">{t('Model', '模型')}</th>
          <th scope="col" className="number">
            {t('In', '输入')}
          </th>
          <th scope="col" className="number">
            {t('Out', '输出')}
          </th>
          <th scope="col" className="number">
            {t('Total', '合计')}
          </th>
          <th scope="col">{t('Counted by', '计数来源')}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={step.number}>
            <th scope="row">
              {number(step.number)}. {stepLabel(step.kind, t)}
            </th>
            <td>{step.model}</td>
            <td className="number">
              {number(step.prompt_tokens)}
              {step.cached_tokens ? (
                <small>
                  {' '}
                  {t(`(${number(step.cached_tokens)} cached)`, `（缓存 ${number(step.cached_tokens)}）`)}
                </small>
              ) : null}
            </td>
            <td className="number">{number(step.completion_tokens)}</td>
            <td className="number">{number(step.total_tokens)}</td>
            <td>{figuresOf(step, t)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const kinds: Record<StepKind, [en: string, zh: string]> = {
  plan: ['planning the search', '规划检索'],
  rank: ['ranking the records', '排序文献'],
  write: ['writing', '撰写'],
  verify: ['checking', '核查'],
  vision: ['reading images', '读取图片'],
  chat: ['chatting', '对话'],
  polish: ['polishing', '润色'],
  search: ['searching the library', '检索文献库'],
};

function stepLabel(kind: StepKind, t: Text): string {
  return t(...kinds[kind]);
}

function figuresOf({ state, estimated }: UsageStep, t: Text): string {
  if (state === 'running') return t('running', '进行中');
  if (state === 'interrupted') return t('interrupted: counted up to that point', '中断：按已收到部分计');
  return estimated ? t('this service', '本服务计数') : t('provider', '服务商计数');
}
