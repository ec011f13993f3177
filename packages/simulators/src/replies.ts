/** Complete reply. */
export type Reply = { status: number; headers: Record<string, string>; body: string };

export function xmlReply(body: string, status = 200): Reply {
  return { status, headers: { 'Content-Type': 'text/xml; charset=UTF-8' }, body };
}

export function jsonReply(value: unknown, status = 200): Reply {
  return rawJsonReply(`${JSON.stringify(value)}\n`, status);
}

/** JSON sent verbatim, well-formed or not. */
export function rawJsonReply(body: string, status = 200): Reply {
  return { status, headers: { 'Content-Type': 'application/json; charset=UTF-8' }, body };
}

export function textReply(body: string, status = 200): Reply {
  return { status, headers: { 'Content-Type': 'text/plain' }, body };
}

export function htmlReply(body: string, status = 200): Reply {
  return { status, headers: { 'Content-Type': 'text/html; charset=UTF-8' }, body };
}
