import type { LlmFault, LlmFaultMode, LlmOutcome } from '../llm-faults.ts';
import type { ChatBody } from '../llm-injection-victim.ts';
import type { Frame, Reply } from '../llm-reply.ts';

/** Body of a request, as it arrived. */
export type Body = ChatBody & Record<string, unknown>;

/** The wire of one server, with its differences from that of OpenAI's chat completions. */
export type Dialect = {
  /** Name as its makers write it. */
  name: string;
  /** End of the path that its requests go to. */
  path: '/chat/completions' | '/messages';
  /** Returns the request in the form of chat completions, by which prompts are recognised. */
  asChat?(body: Body): Body;
  /** Returns the reply to a request that the server does not take; undefined where it takes it. */
  refuse(body: Body): LlmOutcome | undefined;
  /** Tells whether this request holds the model to JSON. */
  holdsToJson(body: Body): boolean;
  /** Returns the stream of a reply. */
  frames(reply: Reply, body: Body): Frame[];
  /** Faults in the server's own words. */
  faults: Partial<Record<LlmFaultMode, LlmFault['apply']>>;
};

/** Returns the type of structured output that a request asks for. */
export function formatOf(body: Body): string | undefined {
  const { type } = Object(body.response_format) as { type?: unknown };
  return typeof type === 'string' ? type : undefined;
}

/** Keeps of a text the JSON object in it, as a grammar would have the model write nothing else. */
export function jsonAlone(text: string): string {
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}')];
  return start === -1 || end < start ? text : text.slice(start, end + 1);
}
