import type { Engine } from './engine.ts';

/** Engine that needs no key and no network: it plans nothing, and every feature does without a model. */
export const extractiveEngine: Engine = {
  name: 'extractive',
  vision: false,
  searchHold: 0,
  async planSearch() {
    return undefined;
  },
};
