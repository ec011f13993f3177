import type { TaskName } from '../../language-work/language-work.ts';
import { answerCalls } from '../../platform/threads/answer-calls.ts';
import { tasks } from './tasks.ts';
import { warmUp } from './warm-up.ts';

/** The program of a thread for language work: does one task after another until it is ended. */
warmUp();
answerCalls<{ method: TaskName; argument: never }>(({ method, argument }) => tasks[method](argument));
