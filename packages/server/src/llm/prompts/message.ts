import type { ImageInput } from '../engine.ts';

/** One message to a model. Images go as bytes, never as addresses that somebody would fetch. */
export type ChatMessage = { role: 'system' | 'user'; text: string; images?: ImageInput[] };
