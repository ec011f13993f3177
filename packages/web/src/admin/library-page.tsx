import { useCallback } from 'react';
import { Loading, Page } from '../components/common.tsx';
import { counted } from '../lib/counted.ts';
import { type Text, useLanguage } from '../lib/language.tsx';
import type { Library, LibraryJob } from './admin-api.ts';
import { useFetched, useRepeatedly } from './common.tsx';
import { PastJobs, RunningJob } from './library-jobs.tsx';
import { StartIngest, StartJob } from './start-job.tsx';
import { formatBytes } from './units.ts';

/** Polling interval for jobs that somebody else, or the schedule, starts. */
const lookAgainMs = 10_000;

/** Shows the content of the library, the files ready to import, and its jobs. */
export function LibraryPage() {
  const { t, number, date } = useLanguage();
  const library = useFetched<Library>('/library');
  const jobs = useFetched<{ jobs: LibraryJob[] }>('/library/jobs');
  const reloadAll = useCallback(() => {
    library.reload();
    jobs.reload();
  }, [library.reload, jobs.reload]);
  const { data, error } = library;
  const running = jobs.data?.jobs.find(({ state }) => state === 'running')?.id;
  const past = jobs.data?.jobs.filter(({ id }) => id !== running) ?? [];
  useRepeatedly(running === undefined, lookAgainMs, jobs.reload);
  return (
    <Page
      wide
      title={t('Library', '文献库')}
      lead={t(
        'Your own records, searched alongside PubMed. Jobs run in the background and never delay searches.',
        '您自己的文献，与 PubMed 一同检索。导入等任务独立运行，不会影响检索。',
      )}
    >
      {(error || jobs.error) && (
        <p className="note note-bad" role="alert">
          {error ?? jobs.error}
        </p>
      )}
      {!data && !error && <Loading lines={6} />}
      {data && (
        <div className="tiles">
          <Fact
            title={t('Records', '文献数')}
            figure={number(data.records)}
            more={data.newest ? `${t('newest', '最新')} ${data.newest}` : t('no records yet', '暂无文献')}
          />
          <Fact
            title={t('Size', '大小')}
            figure={formatBytes(data.bytes)}
            more={t(`index in ${counted(data.segments, 'segment')}`, `索引共 ${number(data.segments)} 段`)}
          />
          <Fact
            title={t('Last changed', '最近更改')}
            figure={data.changed_at ? date(data.changed_at, { dateStyle: 'medium' }) : '—'}
            more={data.changed_at ? date(data.changed_at, { timeStyle: 'short' }) : ''}
          />
          <Fact
            title={t('Synced with PubMed', '与 PubMed 同步')}
            figure={data.synced_at ? date(data.synced_at, { dateStyle: 'medium' }) : t('never', '从未')}
            more={scheduleText(data, t, date)}
          />
        </div>
      )}
      {running && <RunningJob key={running} id={running} onEnded={reloadAll} />}
      {data && (
        <section>
          <h2>{t('Import files', '导入文件')}</h2>
          <Incoming library={data} busy={running !== undefined} onBegun={jobs.reload} />
        </section>
      )}
      <section>
        <h2>{t('Maintenance', '维护')}</h2>
        <ul className="cards work">
          {otherWork(t).map(({ kind, label, what }) => (
            <li className="tile" key={kind}>
              <h3>{label}</h3>
              <p className="fine">{what}</p>
              <p>
                <StartJob wish={{ kind }} label={label} busy={running !== undefined} onBegun={jobs.reload} />
              </p>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{t('Jobs', '任务记录')}</h2>
        {jobs.data && past.length === 0 && (
          <p className="empty">
            {t(
              'None yet. Jobs started here or by the schedule are listed with their results.',
              '暂无。在此或按计划启动的任务及其结果会列在这里。',
            )}
          </p>
        )}
        {past.length > 0 && <PastJobs jobs={past} busy={running !== undefined} onBegun={jobs.reload} />}
      </section>
    </Page>
  );
}

function otherWork(t: Text) {
  return [
    {
      kind: 'sync' as const,
      label: t('Sync with PubMed', '与 PubMed 同步'),
      what: t(
        'Downloads missing PubMed files. The first sync downloads all of PubMed: tens of gigabytes, taking hours to days.',
        '下载缺少的 PubMed 数据文件。首次为全部数据：数十 GB，耗时数小时至数天。',
      ),
    },
    {
      kind: 'verify' as const,
      label: t('Verify', '校验'),
      what: t(
        'Recomputes the index from the records and reports mismatches.',
        '由文献重新计算索引，并报告不符之处。',
      ),
    },
    {
      kind: 'compact' as const,
      label: t('Compact', '压缩整理'),
      what: t('Merges the index into one segment and frees disk space.', '将索引合并为一段并释放空间。'),
    },
  ];
}

function Incoming({
  library: { incoming },
  busy,
  onBegun,
}: {
  library: Library;
  busy: boolean;
  onBegun(): void;
}) {
  const { t } = useLanguage();
  const { folder, exists, entries } = incoming;
  const formats = '.xml, .nbib, .medline, .txt, .jsonl (.gz)';
  if (!exists || entries.length === 0)
    return (
      <div className="empty">
        <p>
          {exists
            ? t('No record files in', '此目录中没有文献文件：')
            : t(
                'Create this folder on the server and copy record files into it:',
                '请在服务器上创建此目录，并将文献文件复制到其中：',
              )}{' '}
          <code>{folder}</code>
        </p>
        <p className="fine">
          {t(
            `Supported formats: ${formats}. Then reload this page.`,
            `支持的格式：${formats}。完成后请重新打开本页。`,
          )}
        </p>
      </div>
    );
  return <StartIngest incoming={incoming} busy={busy} onBegun={onBegun} />;
}

function Fact({ title, figure, more }: { title: string; figure: string; more: string }) {
  return (
    <section className="tile">
      <h2>{title}</h2>
      <p className="figure figure-text">{figure}</p>
      <p className="fine">{more}</p>
    </section>
  );
}

function scheduleText({ sync }: Library, t: Text, date: (at: string) => string): string {
  if (sync.next_at) return t(`next ${date(sync.next_at)}`, `下次 ${date(sync.next_at)}`);
  if (sync.schedule) return `${t('schedule', '计划')} ${sync.schedule}`;
  return t('not scheduled: CITEWELL_LIBRARY_SYNC', '未设定计划：CITEWELL_LIBRARY_SYNC');
}
