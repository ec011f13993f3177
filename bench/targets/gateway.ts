import type { Child } from '../child.ts';
import type { Target } from '../load.ts';
import type { Chat } from './completion.ts';

/** Gateway between the clients and the model: its process, and the request for it. `target`: a stream. */
export type Gateway = { name: string; child: Child; target: Target; chat: Chat };
