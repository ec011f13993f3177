import type { Attack } from './attack.ts';
import { capturedModel } from './captured-model.ts';
import { faults } from './faults.ts';
import { leave } from './leave.ts';

/** Every attack there is, by the name it is called with. */
export const attacks: Readonly<Record<string, Attack>> = {
  'captured-model': capturedModel,
  faults,
  leave,
};
