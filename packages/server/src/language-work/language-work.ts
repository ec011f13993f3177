import type { LanguageTasks } from './tasks.ts';

export type TaskName = keyof LanguageTasks;
export type TaskArgument<Name extends TaskName> = Parameters<LanguageTasks[Name]>[0];
export type TaskResult<Name extends TaskName> = ReturnType<LanguageTasks[Name]>;

/**
 * Does a task on text beside the event loop, in the name of one key. Rejects with the signal's reason; with TaskTimeout where
 * the task was given up because it took too long; with ServiceError `overloaded` where too much waits already.
 */
export type LanguageWork = <Name extends TaskName>(
  name: Name,
  argument: TaskArgument<Name>,
  signal: AbortSignal,
) => Promise<TaskResult<Name>>;

/** Those who do language work: checking, polishing, selecting, ranking, planning, reading of messages and attachments. */
export interface LanguageWorkers {
  /** In the name of this key: keys take turns, whatever one of them asks for. */
  workFor(key: string): LanguageWork;
  /** Ends what is under way: it fails with `overloaded`. */
  close(): Promise<void>;
}
