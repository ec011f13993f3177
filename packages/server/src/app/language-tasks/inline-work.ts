import { setImmediate } from 'node:timers/promises';
import type {
  LanguageWork,
  LanguageWorkers,
  TaskArgument,
  TaskKept,
  TaskName,
  TaskResult,
} from '../../language-work/language-work.ts';
import { tasks } from './tasks.ts';

/** Serializes work across the whole process, which has a single thread for it. */
let last: Promise<void> = Promise.resolve();

/** Runs language work in the calling thread, one task per turn of the event loop, for programs with a single user. */
export const inlineWork: LanguageWork = async <Name extends TaskName>(
  name: Name,
  argument: TaskArgument<Name>,
  signal: AbortSignal,
  ...kept: TaskKept<Name>
): Promise<TaskResult<Name>> => {
  last = last.then(() => setImmediate());
  await last;
  signal.throwIfAborted();
  const task = tasks[name] as (given: TaskArgument<Name>, kept: unknown) => TaskResult<Name>;
  return task(argument, kept[0]?.value);
};

/** Workers that run language work in the calling thread. */
export const inlineWorkers: LanguageWorkers = {
  workFor: () => inlineWork,
  close: async () => {},
};
