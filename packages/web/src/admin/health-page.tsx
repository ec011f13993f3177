import { sourceNames } from '@citewell/sdk';
import { useState } from 'react';
import { sourceLabel } from '../ask/labels.ts';
import { Badge, Loading, Page } from '../components/common.tsx';
import { type Text, useLanguage } from '../lib/language.tsx';
import type { Dependency, Health, Probe } from './admin-api.ts';
import { messageOf, useFetched, useOperator, useRepeatedly } from './common.tsx';

const lookAgainMs = 15_000;

/** Shows the state of the sources and models that answers depend on. */
export function HealthPage() {
  const { t, number } = useLanguage();
  const { data, error, reload } = useFetched<Health>('/health');
  useRepeatedly(true, lookAgainMs, reload);
  return (
    <Page
      wide
      title={t('Health', '运行状况')}
      lead={t(
        'Sources and models as seen by this process since it started.',
        '本进程启动以来各文献来源与模型的情况。',
      )}
    >
      {error && (
        <p className="note note-bad" role="alert">
          {error}
        </p>
      )}
      {!data && !error && <Loading lines={8} />}
      {data && (
        <>
          {data.lost_file !== null && (
            <p className="note note-bad" role="alert">
              {t(
                `${data.lost_file} is missing or was replaced; this process no longer serves requests. Restore the file and restart.`,
                `${data.lost_file} 已丢失或被替换：本进程已停止服务。请恢复后重新启动。`,
              )}
            </p>
          )}
          {data.write_failure !== null && (
            <p className="note note-bad" role="alert">
              {data.write_failure === 'disk_full'
                ? t(
                    'The accounts database cannot be written to: the disk is full. Calls get 503 until there is space.',
                    '账户数据库无法写入：磁盘空间已满。释放空间之前，调用会收到 503。',
                  )
                : t(
                    'The accounts database cannot be written to: the disk is failing. Calls get 503 until a write succeeds.',
                    '账户数据库无法写入：磁盘发生故障。写入成功之前，调用会收到 503。',
                  )}
            </p>
          )}
          <ul className="cards health">
            {data.dependencies.map((dependency) => (
              <DependencyCard key={dependency.id} dependency={dependency} reload={reload} />
            ))}
          </ul>
          <p className="fine">
            {t(
              `Calls that ended with work still running: ${number(data.abandoned_calls)}`,
              `结束后仍有后台任务未停止的调用：${number(data.abandoned_calls)}`,
            )}
          </p>
          <p className="fine">
            {t(
              `Requests that failed because of a service error: ${number(data.internal_errors)}`,
              `因服务内部错误而失败的请求：${number(data.internal_errors)}`,
            )}
          </p>
        </>
      )}
    </Page>
  );
}

function DependencyCard({ dependency, reload }: { dependency: Dependency; reload(): void }) {
  const { t, number, date } = useLanguage();
  const { id, model, configured, requests, failures, latency_ms: latency } = dependency;
  const facts: [string, string][] = [
    [
      t('Last success', '最近成功'),
      dependency.last_success_at ? date(dependency.last_success_at) : t('none yet', '尚无'),
    ],
    [
      t('Last failure', '最近失败'),
      dependency.last_failure_at
        ? `${date(dependency.last_failure_at)} · ${reasonLabel(dependency.last_failure ?? '', t)}`
        : t('never', '从未'),
    ],
    [
      t('Requests', '请求'),
      requests === 0
        ? t('none yet', '尚无')
        : t(
            `${number(requests)}, of which ${number(failures)} failed (since startup: ${number(dependency.requests_total)}, ${number(dependency.failures_total)} failed)`,
            `${number(requests)} 次，失败 ${number(failures)} 次（启动以来共 ${number(dependency.requests_total)} 次，失败 ${number(dependency.failures_total)} 次）`,
          ),
    ],
    ...queueFacts(dependency, t, number),
    ...outputFacts(dependency, t),
    [
      t('Latency', '耗时'),
      latency
        ? t(
            `median ${seconds(latency.median)} s, p95 ${seconds(latency.p95)} s`,
            `中位数 ${seconds(latency.median)} 秒，P95 ${seconds(latency.p95)} 秒`,
          )
        : '—',
    ],
  ];
  return (
    <li className={configured ? 'tile' : 'tile tile-off'}>
      <div className="results-head">
        <h2>{dependencyLabel(id, t)}</h2>
        <DependencyState of={dependency} />
      </div>
      {configured ? (
        <>
          {model && (
            <p>
              <code>{model}</code>
            </p>
          )}
          <dl className="health-facts">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <TestNow id={id} reload={reload} />
        </>
      ) : (
        <p className="fine">
          {t('To enable:', '启用方法：')} <code>{settingOf[id]}</code>
        </p>
      )}
    </li>
  );
}

function DependencyState({ of: { configured, circuit, ...seen } }: { of: Dependency }) {
  const { t } = useLanguage();
  if (!configured) return <Badge>{t('not configured', '未配置')}</Badge>;
  if (circuit === 'open')
    return (
      <Badge
        tone="bad"
        title={t('Repeated failures; requests are paused for a while.', '连续失败，暂停请求一段时间。')}
      >
        {t('circuit open', '已熔断')}
      </Badge>
    );
  const [good, bad] = [Date.parse(seen.last_success_at ?? ''), Date.parse(seen.last_failure_at ?? '')];
  if (Number.isNaN(good) && Number.isNaN(bad)) return <Badge>{t('no requests yet', '尚未请求')}</Badge>;
  return bad > good || Number.isNaN(good) ? (
    <Badge tone="bad">{t('last request failed', '最近一次失败')}</Badge>
  ) : (
    <Badge tone="good">{t('OK', '正常')}</Badge>
  );
}

function TestNow({ id, reload }: { id: string; reload(): void }) {
  const { t } = useLanguage();
  const { client, session } = useOperator();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ good: boolean; words: string }>();
  if (session.role !== 'operator') return null;
  async function test(): Promise<void> {
    setBusy(true);
    setSaid(undefined);
    try {
      const { probe } = await client.post<Probe>(`/health/${id}/probe`);
      const took = seconds(probe.duration_ms);
      setSaid(
        probe.failure === null
          ? { good: true, words: t(`Responded in ${took} s.`, `${took} 秒内响应。`) }
          : {
              good: false,
              words: t(
                `Failed after ${took} s: ${reasonLabel(probe.failure, t)}.`,
                `${took} 秒后失败：${reasonLabel(probe.failure, t)}。`,
              ),
            },
      );
      reload();
    } catch (failure) {
      setSaid({ good: false, words: messageOf(failure, t('Something went wrong.', '操作失败。')) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <p className="test-now">
      <button
        type="button"
        className="button button-small"
        disabled={busy}
        onClick={test}
        aria-label={`${t('Test now', '立即测试')}: ${dependencyLabel(id, t)}`}
      >
        {busy ? t('Testing …', '测试中……') : t('Test now', '立即测试')}
      </button>
      <span role="status" className={said?.good ? 'said-good' : 'field-error'}>
        {said?.words}
      </span>
    </p>
  );
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(milliseconds < 100 ? 2 : 1);
}

function dependencyLabel(id: string, t: Text): string {
  const names: Record<string, string> = {
    planner: t('Model: planning searches', '模型：检索规划'),
    writer: t('Model: writing', '模型：写作'),
    verifier: t('Model: checking citations', '模型：引文核查'),
    vision: t('Model: images', '模型：图像'),
    embedding: t('Embeddings: searching by meaning', '嵌入模型：语义检索'),
    reranker: t('Reranker', '重排序模型'),
    entailment: t('Classifier: checking citations', '分类模型：引文核查'),
  };
  return names[id] ?? sourceLabel(id, t);
}

const settingOf: Record<string, string> = {
  ...Object.fromEntries(sourceNames.map((name) => [name, `CITEWELL_SOURCES=${name},…`])),
  planner: 'CITEWELL_LLM_MODEL',
  writer: 'CITEWELL_LLM_MODEL',
  verifier: 'CITEWELL_LLM_MODEL',
  vision: 'CITEWELL_LLM_VISION_MODEL',
  embedding: 'CITEWELL_EMBEDDING_BASE_URL, CITEWELL_EMBEDDING_MODEL',
  reranker: 'CITEWELL_RERANK_BASE_URL, CITEWELL_RERANK_MODEL / CITEWELL_LLM_RERANKER_MODEL',
  entailment: 'CITEWELL_VERIFIER_URL',
};

/** Formats the waiting times of a rate-limited queue of requests. */
function queueFacts({ queue }: Dependency, t: Text, number: (value: number) => string): [string, string][] {
  if (!queue) return [];
  const seconds = (queue.wait_ms / 1_000).toFixed(1);
  return [
    [
      t('Queue', '排队'),
      t(
        `${number(queue.waiting)} waiting; a new request waits ${seconds} s; ${number(queue.refused)} rejected since startup`,
        `等待 ${number(queue.waiting)} 个，新请求需等 ${seconds} 秒；启动以来 ${number(queue.refused)} 个因排队过久被拒绝`,
      ),
    ],
  ];
}

/** Describes how a language model is held to JSON, once that is known. */
function outputFacts({ structured_output: form }: Dependency, t: Text): [string, string][] {
  if (form === null) return [];
  const forms = {
    schema: t('JSON schema', 'JSON Schema'),
    json: t('JSON mode, without a schema', 'JSON 模式（无 Schema）'),
    text: t('prompt only (no schema, no JSON mode)', '仅靠提示词（服务端不支持 Schema 和 JSON 模式）'),
  };
  return [[t('Structured output', '结构化输出'), forms[form]]];
}

/** Descriptions of the service's failure codes; an unknown one is shown as it is. */
function reasonLabel(code: string, t: Text): string {
  const reasons: Record<string, string> = {
    no_route: t('no route to host', '没有到主机的路由'),
    unreachable: t('unreachable', '无法连接'),
    timeout: t('timed out', '超时'),
    rate_limited: t('rate limit reached', '已达请求频率上限'),
    blocked: t('this server’s address is blocked', '已屏蔽本服务器的地址'),
    damaged: t('damaged; run “citewell library verify”', '已损坏；请运行 citewell library verify'),
    bad_reply: t('unreadable response', '响应无法解析'),
    rejected: t('request rejected', '请求被拒绝'),
    circuit_open: t('repeated failures; requests paused', '连续失败，暂停请求'),
    busy: t('request queue too long', '等待请求的队列过长'),
    stalled: t('stalled mid-response', '响应中途停顿'),
    cut: t('connection lost', '响应中断'),
    provider_error: t(
      'returned an error; check the API key and model name',
      '返回错误；请检查密钥与模型名称',
    ),
    empty: t('empty response', '响应为空'),
    content_filter: t('blocked by the content filter', '被内容过滤器拒绝'),
    context_length: t('text exceeds the model’s context length', '文本超出模型的上下文长度'),
    bad_json: t('unusable response format', '响应格式不可用'),
    overloaded: t('busy', '繁忙'),
  };
  return reasons[code] ?? code;
}
