import type { Attack } from './attack.ts';
import { capturedModel } from './captured-model.ts';
import { connections } from './connections.ts';
import { damage } from './damage.ts';
import { faults } from './faults.ts';
import { http2 } from './http2.ts';
import { leave } from './leave.ts';
import { memory } from './memory.ts';
import { noisy } from './noisy.ts';
import { stall } from './stall.ts';
import { texts } from './texts.ts';

/** Every attack there is, by the name it is called with. */
export const attacks: Readonly<Record<string, Attack>> = {
  'captured-model': capturedModel,
  connections,
  damage,
  faults,
  http2,
  leave,
  memory,
  noisy,
  stall,
  texts,
};
