/**
 * Every task by its name, with its argument and result: the registry (`app/language-tasks/tasks.ts`) declares them here,
 * because it imports the features and nothing below it may.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the registry
export interface LanguageTasks {}

type TaskFunction<Name extends TaskName> = Extract<LanguageTasks[Name], (argument: never) => unknown>;
export type TaskName = keyof LanguageTasks;
export type TaskArgument<Name extends TaskName> = Parameters<TaskFunction<Name>>[0];
export type TaskResult<Name extends TaskName> = ReturnType<TaskFunction<Name>>;

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
