/** Image as bytes, with type and size already validated. */
export type ImageInput = { mediaType: 'image/png' | 'image/jpeg' | 'image/webp'; base64: string };

/** Message to a model. Images are sent as bytes, never as addresses that a server would fetch. */
export type ChatMessage = { role: 'system' | 'user'; text: string; images?: ImageInput[] };
