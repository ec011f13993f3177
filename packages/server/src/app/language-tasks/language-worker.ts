import type { TaskName } from '../../language-work/language-work.ts';
import { answerCalls } from '../../platform/threads/answer-calls.ts';
import { tasks } from './tasks.ts';
import { warmUp } from './warm-up.ts';

/** Program of a thread for language work, which runs one task after another until it is terminated. */
warmUp();
answerCalls<{ method: TaskName; argument: never }>(({ method, argument }, _signal, kept) =>
  (tasks[method] as (given: never, kept: unknown) => unknown)(argument, kept),
);
