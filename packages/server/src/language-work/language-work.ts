import type { KeptValue } from '../platform/threads/kept-value.ts';

/**
 * Every task by its name, with its argument and result: the registry (`app/language-tasks/tasks.ts`) declares them here,
 * because it imports the features and nothing below it may.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the registry
export interface LanguageTasks {}

type TaskFunction<Name extends TaskName> = Extract<
  LanguageTasks[Name],
  (argument: never, kept: never) => unknown
>;
export type TaskName = keyof LanguageTasks;
export type TaskArgument<Name extends TaskName> = Parameters<TaskFunction<Name>>[0];
/** Value that a task takes in addition to its argument and shares with other tasks. */
export type TaskKept<Name extends TaskName> =
  Parameters<TaskFunction<Name>> extends [unknown, infer Kept] ? [kept: KeptValue<Kept>] : [];
export type TaskResult<Name extends TaskName> = ReturnType<TaskFunction<Name>>;

/**
 * Runs a text-processing task off the event loop, on behalf of a key.
 * @throws the reason of `signal` if it aborts.
 * @throws {TaskTimeout} if the task took too long and was stopped.
 * @throws {ServiceError} `overloaded` if too many tasks are waiting.
 */
export type LanguageWork = <Name extends TaskName>(
  name: Name,
  argument: TaskArgument<Name>,
  signal: AbortSignal,
  ...kept: TaskKept<Name>
) => Promise<TaskResult<Name>>;

/**
 * Workers that do language work: checking, polishing, selecting, ranking, planning, reading of messages and
 * attachments.
 * @example
 * const work = workers.workFor(key.id);
 */
export interface LanguageWorkers {
  /**
   * Returns the language work of a key; scheduling alternates between keys, whatever their load.
   * @throws nothing; its tasks reject as `LanguageWork` says
   */
  workFor(key: string): LanguageWork;
  /** Ends the workers; running tasks fail with `overloaded`. */
  close(): Promise<void>;
}
