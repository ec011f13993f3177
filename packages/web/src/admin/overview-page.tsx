import { sourceLabel } from '../ask/labels.ts';
import { Loading, Page } from '../components/common.tsx';
import { type Text, useLanguage } from '../lib/language.tsx';
import { Link } from '../lib/route.tsx';
import type {
  Application,
  Dependency,
  Installation,
  Key,
  LibraryJob,
  Mail,
  RunningCall,
} from './admin-api.ts';
import { useFetched } from './common.tsx';
import { formatBytes } from './units.ts';

const counted = 200;

/** Shows pending decisions, current activity and unfinished setup. */
export function OverviewPage() {
  const { t, number, date } = useLanguage();
  const { data, error } = useFetched<Installation>('/installation');
  const waiting = useFetched<{ applications: Application[] }>(
    `/applications?state=confirmed&limit=${counted}`,
  ).data?.applications;
  const keys = useFetched<{ keys: Key[] }>(`/keys?limit=${counted}`).data?.keys;
  const calls = useFetched<{ calls: RunningCall[] }>(`/calls?limit=${counted}`).data?.calls;
  const failed = useFetched<{ mails: Mail[] }>(`/outbox?state=failed&limit=${counted}`).data?.mails;
  const health = useFetched<{ dependencies: Dependency[] }>('/health').data?.dependencies;
  const jobs = useFetched<{ jobs: LibraryJob[] }>('/library/jobs').data?.jobs;
  const count = (list: readonly unknown[] | undefined) =>
    list && `${number(list.length)}${list.length === counted ? '+' : ''}`;
  const overdue = waiting?.filter((each) => each.overdue).length ?? 0;
  const disabled = keys?.filter(({ status }) => status === 'disabled').length ?? 0;
  const unwell = health?.filter(isUnwell) ?? [];
  const atWork = jobs?.some(({ state }) => state === 'running');
  const steps = data && setUp(data, keys ?? [], t);
  return (
    <Page
      wide
      title={t('Overview', '概览')}
      lead={
        data &&
        `Citewell ${data.version} · ${data.model ?? t('quotations only, no model', '仅摘录，无模型')} · ${data.sources.map((source) => sourceLabel(source, t)).join(', ')}`
      }
    >
      {error && <p className="note note-bad">{error}</p>}
      <div className="tiles tiles-six">
        <Tile
          title={t('Pending applications', '待审批申请')}
          figure={count(waiting)}
          href="/applications?state=confirmed"
          bad={overdue > 0}
          more={
            overdue > 0
              ? t(`${number(overdue)} overdue`, `${number(overdue)} 件逾期`)
              : t('none overdue', '无逾期')
          }
        />
        <Tile
          title={t('Keys', '密钥')}
          figure={count(keys)}
          href="/keys"
          more={t(`${number(disabled)} disabled`, `${number(disabled)} 个停用`)}
        />
        <Tile
          title={t('Running calls', '进行中的调用')}
          figure={count(calls)}
          href="/calls"
          more={t('now', '当前')}
        />
        <Tile
          title={t('Undeliverable e-mail', '未送达的邮件')}
          figure={count(failed)}
          href="/mails?state=failed"
          bad={(failed?.length ?? 0) > 0}
          more={
            data?.mail === 'console' ? t('e-mail is printed, not sent', '邮件仅输出到控制台，未发送') : ''
          }
        />
        <Tile
          title={t('Library', '文献库')}
          figure={data && number(data.library.records)}
          href="/library"
          more={
            data
              ? [
                  atWork ? t('a job is running', '有任务正在运行') : formatBytes(data.library.bytes),
                  data.library.synced_at && `${t('synced', '同步于')} ${date(data.library.synced_at)}`,
                ]
                  .filter(Boolean)
                  .join(' · ')
              : ''
          }
        />
        <Tile
          title={t('Sources and models', '来源与模型')}
          figure={health && (unwell.length === 0 ? t('OK', '正常') : number(unwell.length))}
          href="/health"
          bad={unwell.length > 0}
          more={
            unwell.length > 0
              ? t('failed on last request', '最近一次请求失败')
              : t('no failures on the last request', '最近一次请求均未失败')
          }
        />
      </div>
      <section>
        <h2>{t('Setup', '初始设置')}</h2>
        {steps ? (
          <>
            <p className="fine">
              {t(
                `${steps.filter(({ done }) => done).length} of ${steps.length} done. Settings are environment variables, read at startup.`,
                `已完成 ${steps.filter(({ done }) => done).length} / ${steps.length} 项。设置为环境变量，启动时读取。`,
              )}
            </p>
            <ul className="checklist">
              {steps.map(({ done, label, how, href }) => (
                <li key={label} className={done ? 'done' : ''}>
                  <span>
                    {label}
                    <span className="visually-hidden">
                      {done ? t(': done', '：已完成') : t(': not yet', '：未完成')}
                    </span>
                  </span>
                  {!done && (href ? <Link href={href}>{how}</Link> : <code>{how}</code>)}
                </li>
              ))}
            </ul>
          </>
        ) : (
          <Loading lines={5} />
        )}
      </section>
    </Page>
  );
}

function isUnwell({ circuit, last_failure_at: failure, last_success_at: success }: Dependency): boolean {
  return circuit === 'open' || (failure !== null && (success === null || failure > success));
}

type Step = { done: boolean; label: string; how: string; href?: string };

function setUp(data: Installation, keys: readonly Key[], t: Text): Step[] {
  const { demonstration } = data.library;
  const ownRecords = data.library.records - demonstration;
  return [
    {
      done: keys.some(({ label }) => label !== 'demo'),
      label: t('A key other than the demo key', '演示密钥以外的密钥'),
      how: t('create one', '新建密钥'),
      href: '/keys',
    },
    {
      done: data.model !== null,
      label: t('A language model (optional)', '语言模型（可选）'),
      how: 'CITEWELL_LLM_BASE_URL, CITEWELL_LLM_MODEL',
    },
    {
      done: data.ncbi_email,
      label: t('Contact e-mail for NCBI', 'NCBI 联系邮箱'),
      how: 'CITEWELL_NCBI_EMAIL',
    },
    {
      done: data.ncbi_api_key,
      label: t('NCBI API key: 10 requests per second instead of 3', 'NCBI 密钥：每秒 10 次而非 3 次'),
      how: 'CITEWELL_NCBI_API_KEY',
    },
    {
      done: data.mail === 'smtp',
      label: t('Mail server for applications', '邮件服务器，用于密钥申请'),
      how: 'CITEWELL_SMTP_URL, CITEWELL_MAIL_FROM',
    },
    {
      done: ownRecords > 0,
      label: t('Your own records in the library', '导入自己的文献'),
      how: t('import files', '导入文件'),
      href: '/library',
    },
    {
      done: demonstration === 0,
      label: t(
        'No invented demonstration records (removed when the first real records arrive)',
        '没有虚构的演示记录（导入真实文献后自动移除）',
      ),
      how: 'citewell library demo off',
    },
    {
      done: data.library_sync !== null,
      label: t('Automatic library updates', '文献库自动更新'),
      how: 'CITEWELL_LIBRARY_SYNC',
    },
  ];
}

function Tile({
  title,
  figure,
  more,
  href,
  bad = false,
}: {
  title: string;
  figure: string | undefined;
  more: string;
  href: string;
  bad?: boolean;
}) {
  return (
    <section className="tile tile-link">
      <h2>
        <Link href={href}>{title}</Link>
      </h2>
      <p className="figure">{figure ?? '…'}</p>
      <p className={bad ? 'field-error' : 'fine'}>{more}</p>
    </section>
  );
}
