import type { Attack } from './attack.ts';
import { leave } from './callers/leave.ts';
import { noisy } from './callers/noisy.ts';
import { restart } from './callers/restart.ts';
import { connections } from './connections/connections.ts';
import { http2 } from './connections/http2.ts';
import { memory } from './connections/memory.ts';
import { damage } from './library/damage.ts';
import { stall } from './texts/stall.ts';
import { texts } from './texts/texts.ts';
import { capturedModel } from './upstreams/captured-model.ts';
import { faults } from './upstreams/faults.ts';

/** All attacks by name. */
export const attacks: Readonly<Record<string, Attack>> = {
  'captured-model': capturedModel,
  connections,
  damage,
  faults,
  http2,
  leave,
  memory,
  noisy,
  restart,
  stall,
  texts,
};
