/** A reply in another form than JSON: its content type, its bytes or text, and the name that a browser saves a file under. */
export type Rendered = { type: string; body: string | Buffer; filename?: string };
