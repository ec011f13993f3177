import type { ImageInput } from '../engine.ts';

/** Message to a model. Images are sent as bytes, never as addresses that a server would fetch. */
export type ChatMessage = { role: 'system' | 'user'; text: string; images?: ImageInput[] };
