import type { Clock } from '@citewell/core/clock.ts';
import { counted, groupThousands } from '@citewell/core/text/counted.ts';
import type { Language } from '@citewell/sdk';
import type { IngestEvent, IngestResult } from '../../library/ingest/ingest.ts';
import { createIngestMeter, type Progress } from '../../library/ingest/meter.ts';
import { jsonLine } from '../accounts/with-administration.ts';
import { type CliIo, printError, printMessage, terminalLanguage } from '../io.ts';

export type IngestReport = {
  report(event: IngestEvent): void;
  /** Prints a summary. */
  finish(result: IngestResult): void;
};

/** Interval between updates of the terminal's progress line. */
const shownEveryMs = 200;

/**
 * Reports an ingest: for people at a terminal as one line on standard error that is rewritten; for programs as JSON
 * lines on standard output, one per batch and per file. Errors in a file always go to standard error.
 */
export function createIngestReport(
  io: CliIo,
  work: Parameters<typeof createIngestMeter>[0],
  priority: 'normal' | 'low',
  clock: Clock,
): IngestReport {
  const language = terminalLanguage(io.environment);
  const meter = createIngestMeter(work, clock);
  const startedAt = clock.now();
  let shownAt = 0;
  const clear = () => {
    if (io.isTerminal) io.err('\r\x1b[K');
  };
  const tell = (value: object) => {
    if (!io.isTerminal) io.out(jsonLine(value));
  };

  if (priority === 'low' && io.isTerminal) io.err(`${lowPriority[language]}\n`);

  return {
    report(event) {
      switch (event.event) {
        case 'progress': {
          const progress = meter.reach(event.file, event.share, event.records);
          tell({ event: 'progress', file: event.file, ...progressJson(progress) });
          const now = clock.now();
          if (!io.isTerminal || now - shownAt < shownEveryMs) return;
          shownAt = now;
          io.err(`\r${progressLine(event.file, progress, language)}\x1b[K`);
          return;
        }
        case 'done': {
          const { file, counts, rejectsPath } = event;
          meter.pass(file, counts.records, true);
          tell({ event: 'file', file, ...counts, ...(rejectsPath && { rejects: rejectsPath }) });
          if (counts.rejected === 0) return;
          clear();
          const where = rejectsPath ?? '';
          printError(io, {
            en: `${file}: ${groupThousands(counts.rejected)} rejected${where && `, listed in ${where}`}.`,
            zh: `${file}：${groupThousands(counts.rejected)} 条被拒绝${where && `，列于 ${where}`}。`,
          });
          return;
        }
        case 'skipped':
          meter.pass(event.file, 0, false);
          tell({ event: 'file', file: event.file, skipped: true });
          return;
        case 'refused': {
          const { file, line, reason, taken } = event;
          meter.pass(file, taken, true);
          tell({
            ...{ event: 'file', file, refused: reason[language], taken },
            ...(line !== undefined && { line }),
          });
          clear();
          const [en, zh] =
            taken === 0
              ? ['None of it was imported', '该文件未导入']
              : [
                  taken === 1
                    ? 'Its first record was imported'
                    : `Its first ${groupThousands(taken)} records were imported`,
                  `其前 ${groupThousands(taken)} 篇文献已导入`,
                ];
          printError(io, {
            en: `${file}${line === undefined ? '' : `, line ${line}`}: ${reason.en}. ${en}.`,
            zh: `${file}${line === undefined ? '' : ` 第 ${line} 行`}：${reason.zh}。${zh}。`,
          });
          return;
        }
        default:
          event satisfies never;
      }
    },
    finish({ counts, refused, interrupted }) {
      clear();
      const seconds = (clock.now() - startedAt) / 1000;
      const rate = Math.round(seconds > 0 ? counts.records / seconds : 0);
      tell({ event: interrupted ? 'interrupted' : 'done', ...counts, refused, seconds, rate, priority });
      if (!io.isTerminal) return;
      const { records, added, replaced, unchanged, removed, rejected } = counts;
      printMessage(io, {
        en: `${counted(records, 'record')}: ${groupThousands(added)} added, ${groupThousands(replaced)} replaced, ${groupThousands(unchanged)} unchanged, ${groupThousands(removed)} removed; ${groupThousands(rejected)} rejected, ${counted(refused, 'file')} refused. ${seconds.toFixed(1)} s, ${counted(rate, 'record')}/s.`,
        zh: `${groupThousands(records)} 篇文献：新增 ${groupThousands(added)}，更新 ${groupThousands(replaced)}，未变 ${groupThousands(unchanged)}，删除 ${groupThousands(removed)}；拒绝 ${groupThousands(rejected)} 条，拒收 ${groupThousands(refused)} 个文件。用时 ${seconds.toFixed(1)} 秒，每秒 ${groupThousands(rate)} 篇。`,
      });
    },
  };
}

const lowPriority = {
  en: 'Low priority: other work on this machine goes first and can slow this down a great deal.',
  zh: '以低优先级运行：本机其他任务优先，繁忙时会慢很多。',
};

function progressLine(file: string, progress: Progress, language: Language): string {
  const { records, rate, share, secondsLeft } = progress;
  const percent = `${(100 * share).toFixed(1)} %`;
  const name = file.length > 40 ? `…${file.slice(-39)}` : file;
  const left = secondsLeft === undefined ? '–' : duration(secondsLeft);
  return language === 'zh'
    ? `${name}  ${groupThousands(records)} 篇  每秒 ${groupThousands(Math.round(rate))} 篇  ${percent}  剩余 ${left}`
    : `${name}  ${counted(records, 'record')}  ${groupThousands(Math.round(rate))}/s  ${percent}  ${left} left`;
}

function progressJson({ records, rate, share, secondsLeft }: Progress) {
  return {
    records,
    rate: Math.round(rate),
    percent: Number((100 * share).toFixed(1)),
    eta_seconds: secondsLeft === undefined ? null : Math.round(secondsLeft),
  };
}

/** "1:02:03", or "2:03". */
function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (parts[0] === 0) parts.shift();
  return parts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
