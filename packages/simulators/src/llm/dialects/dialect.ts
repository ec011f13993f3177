import type { LlmFault, LlmFaultMode, LlmOutcome } from '../llm-faults.ts';
import type { ChatBody } from '../llm-injection-victim.ts';
import type { Frame, Reply } from '../llm-reply.ts';

/** Body of a request, as it arrived. */
export type Body = ChatBody & Record<string, unknown>;

/** Protocol of one server, with its differences from OpenAI's chat completions. */
export type Dialect = {
  /** Name as written by its makers. */
  name: string;
  /** End of the path of its requests. */
  path: '/chat/completions' | '/messages';
  /** Converts the request to the form of chat completions, by which prompts are recognized. */
  asChat?(body: Body): Body;
  /** Returns the reply to a request that the server rejects; undefined if it accepts it. */
  refuse(body: Body): LlmOutcome | undefined;
  /** Returns true if this request enforces JSON. */
  enforcesJson(body: Body): boolean;
  /** Returns the stream of a reply. */
  frames(reply: Reply, body: Body): Frame[];
  /** Faults in the server's own form. */
  faults: Partial<Record<LlmFaultMode, LlmFault['apply']>>;
};

/** Returns the type of structured output that a request asks for. */
export function formatOf(body: Body): string | undefined {
  const { type } = Object(body.response_format) as { type?: unknown };
  return typeof type === 'string' ? type : undefined;
}

/** Extracts the JSON object of a text, as if a grammar had permitted nothing else. */
export function jsonAlone(text: string): string {
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}')];
  return start === -1 || end < start ? text : text.slice(start, end + 1);
}
