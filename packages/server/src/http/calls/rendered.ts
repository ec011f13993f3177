/** A reply in a form other than JSON: its content type, its bytes or text, and the file name for browsers. */
export type Rendered = { type: string; body: string | Buffer; filename?: string };
