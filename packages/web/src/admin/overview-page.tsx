import { sourceLabel } from '../ask/labels.ts';
import { Loading, Page } from '../components/common.tsx';
import { useLanguage } from '../lib/language.tsx';
import { Link } from '../lib/route.tsx';
import type { Application, Call, Installation, Key, Mail } from './admin-api.ts';
import { useFetched } from './common.tsx';

/** What waits for the operator, and what is not set up yet. */
export function OverviewPage() {
  const { t, number, date } = useLanguage();
  const installation = useFetched<Installation>('/installation');
  const applications = useFetched<{ applications: Application[] }>('/applications?state=confirmed&limit=200');
  const keys = useFetched<{ keys: Key[] }>('/keys?limit=200');
  const calls = useFetched<{ calls: Call[] }>('/calls?limit=200');
  const failed = useFetched<{ mails: Mail[] }>('/outbox?state=failed&limit=200');
  const { data } = installation;
  const waiting = applications.data?.applications ?? [];
  const overdue = waiting.filter((each) => each.overdue).length;
  const ownKeys = keys.data?.keys ?? [];
  const setUp: { done: boolean; label: string; how: string }[] = data
    ? [
        {
          done: ownKeys.length > 0,
          label: t('A first key', '第一个密钥'),
          how: t('make one under Keys', '在“密钥”页面创建'),
        },
        {
          done: data.model !== null,
          label: t('A language model (optional)', '语言模型（可选）'),
          how: 'CITEWELL_LLM_BASE_URL, CITEWELL_LLM_MODEL',
        },
        {
          done: data.ncbi_email,
          label: t('An address NCBI can write to', 'NCBI 联系邮箱'),
          how: 'CITEWELL_NCBI_EMAIL',
        },
        {
          done: data.ncbi_api_key,
          label: t('An NCBI key: 10 searches a second instead of 3', 'NCBI 密钥：每秒 10 次而非 3 次'),
          how: 'CITEWELL_NCBI_API_KEY',
        },
        {
          done: data.mail === 'smtp',
          label: t('A mail server, for applications', '邮件服务器，用于密钥申请'),
          how: 'CITEWELL_SMTP_URL, CITEWELL_MAIL_FROM',
        },
        {
          done: data.library.records > 1_000,
          label: t('Records of your own in the library', '导入本地文献'),
          how: 'citewell library add | sync',
        },
        {
          done: data.library_sync !== null,
          label: t('The library kept up to date', '文献库自动更新'),
          how: 'CITEWELL_LIBRARY_SYNC',
        },
      ]
    : [];
  return (
    <Page
      wide
      title={t('Overview', '概览')}
      lead={
        data &&
        `Citewell ${data.version} · ${data.model ?? t('quotations, no model', '仅摘录，无模型')} · ${data.sources.map((source) => sourceLabel(source, t)).join(', ')}`
      }
    >
      {installation.error && <p className="note note-bad">{installation.error}</p>}
      <div className="standing">
        <Tile
          title={t('Applications waiting', '待审批申请')}
          figure={applications.data && number(waiting.length)}
          href="/applications"
          more={
            overdue > 0
              ? t(`${number(overdue)} overdue`, `${number(overdue)} 件逾期`)
              : t('none overdue', '无逾期')
          }
        />
        <Tile
          title={t('Keys', '密钥')}
          figure={keys.data && `${number(ownKeys.length)}${ownKeys.length === 200 ? '+' : ''}`}
          href="/keys"
          more={t(
            `${number(ownKeys.filter(({ status }) => status === 'disabled').length)} disabled`,
            `${number(ownKeys.filter(({ status }) => status === 'disabled').length)} 个停用`,
          )}
        />
        <Tile
          title={t('Calls running', '运行中的调用')}
          figure={calls.data && number(calls.data.calls.length)}
          href="/calls"
          more={t('now', '当前')}
        />
        <Tile
          title={t('Mails given up', '发送失败的邮件')}
          figure={failed.data && number(failed.data.mails.length)}
          href="/mails"
          more={data?.mail === 'console' ? t('mails are printed, not sent', '邮件仅打印，未发送') : ''}
        />
        {data && (
          <Tile
            title={t('Library', '文献库')}
            figure={number(data.library.records)}
            more={`${(data.library.bytes / 1_048_576).toFixed(1)} MB · ${data.library.newest ?? ''}${data.library.synced_at ? ` · ${t('synced', '同步于')} ${date(data.library.synced_at)}` : ''}`}
          />
        )}
      </div>
      <section>
        <h2>{t('Setting up', '初始设置')}</h2>
        {data ? (
          <ul className="checklist">
            {setUp.map(({ done, label, how }) => (
              <li key={label} className={done ? 'done' : ''}>
                <span>
                  {label}
                  <span className="visually-hidden">
                    {done ? t(': done', '：已完成') : t(': not yet', '：未完成')}
                  </span>
                </span>
                {!done && <code>{how}</code>}
              </li>
            ))}
          </ul>
        ) : (
          <Loading lines={5} />
        )}
      </section>
    </Page>
  );
}

function Tile({
  title,
  figure,
  more,
  href,
}: {
  title: string;
  figure: string | undefined;
  more: string;
  href?: string;
}) {
  return (
    <section className="tile">
      <h2>{href ? <Link href={href}>{title}</Link> : title}</h2>
      <p className="figure">{figure ?? '…'}</p>
      <p className="fine">{more}</p>
    </section>
  );
}
