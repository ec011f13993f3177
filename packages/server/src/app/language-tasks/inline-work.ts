import { setImmediate } from 'node:timers/promises';
import type {
  LanguageWork,
  LanguageWorkers,
  TaskArgument,
  TaskName,
  TaskResult,
} from '../../language-work/language-work.ts';
import { tasks } from './tasks.ts';

/** Serialises work across the whole process, which has a single thread for it. */
let last: Promise<void> = Promise.resolve();

/** Language work in the calling thread, a turn of the event loop for each task: for programs that serve nobody else. */
export const inlineWork: LanguageWork = async <Name extends TaskName>(
  name: Name,
  argument: TaskArgument<Name>,
  signal: AbortSignal,
): Promise<TaskResult<Name>> => {
  last = last.then(() => setImmediate());
  await last;
  signal.throwIfAborted();
  return (tasks[name] as (given: TaskArgument<Name>) => TaskResult<Name>)(argument);
};

/** The same for whoever needs workers. */
export const inlineWorkers: LanguageWorkers = {
  workFor: () => inlineWork,
  close: async () => {},
};
