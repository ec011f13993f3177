import { useEffect } from 'react';
import { Badge, Loading } from '../components/common.tsx';
import { counted } from '../lib/counted.ts';
import { type Text, useLanguage } from '../lib/language.tsx';
import type { JobKind, LibraryJob } from './admin-api.ts';
import { ActionDialog, useFetched, useOperator, useRepeatedly } from './common.tsx';
import { StartJob } from './start-job.tsx';
import { Table } from './table.tsx';
import { formatDuration } from './units.ts';

const followMs = 1_000;

function jobLabel(kind: JobKind, t: Text): string {
  return {
    ingest: t('Importing files', '导入文件'),
    sync: t('Sync with PubMed', '与 PubMed 同步'),
    verify: t('Verifying', '校验'),
    compact: t('Compacting', '压缩整理'),
  }[kind];
}

/** Shows the current job until it ends. */
export function RunningJob({ id, onEnded }: { id: string; onEnded(): void }) {
  const { t, number, date } = useLanguage();
  const { client } = useOperator();
  const { data: job, error, reload } = useFetched<LibraryJob>(`/library/jobs/${id}`);
  const ended = job?.ended_at != null;
  useRepeatedly(!ended, followMs, reload);
  useEffect(() => {
    if (ended || error) onEnded();
  }, [ended, error, onEnded]);
  if (!job) return <Loading lines={3} />;
  const { progress } = job;
  const label = `${jobLabel(job.kind, t)}${job.path ? `: ${job.path}` : ''}`;
  return (
    <section className="note running-job" aria-label={t('Current job', '正在运行的任务')}>
      <p className="note-title">{label}</p>
      <progress
        aria-label={t('Progress', '进度')}
        max={100}
        value={progress ? progress.percent : undefined}
      />
      <p className="fine" role="status">
        {progress
          ? [
              `${progress.percent.toFixed(1)} %`,
              t(counted(progress.records, 'record'), `${number(progress.records)} 条记录`),
              t(`${number(progress.rate)}/s`, `每秒 ${number(progress.rate)} 条`),
              progress.files > 0 &&
                t(`${counted(progress.files, 'file')} processed`, `已处理 ${number(progress.files)} 个文件`),
              progress.seconds_left !== null &&
                `${t('about', '约剩')} ${formatDuration(progress.seconds_left, t)}`,
              progress.file,
            ]
              .filter(Boolean)
              .join(' · ')
          : t('Starting …', '正在启动……')}
      </p>
      <p className="fine">
        {job.actor === 'system' ? t('on schedule', '按计划') : job.actor} · {t('since', '开始于')}{' '}
        {date(job.started_at)}
        {job.dry_run && ` · ${t('dry run', '试运行')}`}
      </p>
      <p className="note-actions">
        <ActionDialog
          trigger={t('Stop …', '停止……')}
          title={t('Stop this job?', '停止此任务？')}
          action={t('Stop job', '停止')}
          danger
          onDone={reload}
          submit={async () => {
            await client.post(`/library/jobs/${id}/cancel`);
            return undefined;
          }}
        >
          <p>
            {t(
              'The job stops after the current batch. Records already imported are kept, and restarting it resumes from there.',
              '当前批次写完后停止。已写入的内容保留，再次启动会从该处继续。',
            )}
          </p>
        </ActionDialog>
      </p>
    </section>
  );
}

const tones = {
  running: 'accent',
  done: 'good',
  problems: 'warn',
  failed: 'bad',
  cancelled: 'plain',
  interrupted: 'warn',
  busy: 'plain',
  elsewhere: 'plain',
} as const;

function stateLabel(state: LibraryJob['state'], t: Text): string {
  return {
    running: t('running', '运行中'),
    done: t('done', '完成'),
    problems: t('done, with errors', '完成，但有错误'),
    failed: t('failed', '失败'),
    cancelled: t('stopped', '已停止'),
    interrupted: t('interrupted', '已中断'),
    busy: t('skipped: run by another process', '已跳过：由其他进程执行'),
    elsewhere: t('on another machine, or interrupted', '在其他机器上，或已中断'),
  }[state];
}

export function PastJobs({ jobs, busy, onBegun }: { jobs: LibraryJob[]; busy: boolean; onBegun(): void }) {
  const { t, date } = useLanguage();
  return (
    <Table
      label={t('Jobs', '任务记录')}
      rows={jobs}
      keyOf={({ id }) => id}
      columns={[
        {
          head: t('Job', '任务'),
          cell: ({ kind, path, dry_run: dry }) => (
            <>
              {jobLabel(kind, t)}
              {(path || dry) && (
                <span className="fine under">
                  {path} {dry && t('(dry run)', '（试运行）')}
                </span>
              )}
            </>
          ),
        },
        {
          head: t('Status', '状态'),
          cell: ({ state }) => <Badge tone={tones[state]}>{stateLabel(state, t)}</Badge>,
        },
        { head: t('Started', '开始'), cell: ({ started_at: at }) => date(at) },
        {
          head: t('Duration', '用时'),
          cell: ({ started_at: from, ended_at: to }) =>
            to ? formatDuration((Date.parse(to) - Date.parse(from)) / 1_000, t) : '—',
        },
        {
          head: t('Started by', '操作者'),
          cell: ({ actor }) => (actor === 'system' ? t('schedule', '计划') : actor),
        },
        { head: t('Result', '结果'), kind: 'wrap', cell: (job) => <Outcome of={job} /> },
        {
          head: '',
          kind: 'actions',
          cell: ({ kind, path, dry_run: dry, state }) =>
            state !== 'done' && (
              <StartJob
                small
                wish={{ kind, ...(path !== null && { path, dry_run: dry }) }}
                label={t('Start again', '重新启动')}
                busy={busy}
                onBegun={onBegun}
              />
            ),
        },
      ]}
    />
  );
}

function Outcome({ of: { counts, problems } }: { of: LibraryJob }) {
  const { t, number } = useLanguage();
  const figureText = (figure: number, en: string, zh: string) =>
    figure > 0 ? [t(`${number(figure)} ${en}`, `${zh} ${number(figure)}`)] : [];
  const said = counts
    ? [
        ...figureText(counts.added, 'added', '新增'),
        ...figureText(counts.replaced, 'replaced', '更新'),
        ...figureText(counts.unchanged, 'unchanged', '未变'),
        ...figureText(counts.removed, 'removed', '删除'),
        ...figureText(counts.rejected, 'rejected', '拒绝'),
        ...figureText(counts.refused, counts.refused === 1 ? 'file refused' : 'files refused', '拒收文件'),
      ]
    : [];
  return (
    <>
      {counts && said.length === 0 && t('nothing new', '无新内容')}
      {said.join(t(', ', '，'))}
      {problems.length > 0 && (
        <details>
          <summary>{t('Error details', '问题详情')}</summary>
          <ul className="problems">
            {problems.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines, in their order
              <li key={index}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
