import type { Language } from '@citewell/sdk';
import { z } from 'zod';
import { findingDirection } from '../../evidence/direction.ts';
import type { Article } from '../../literature/article.ts';
import { checkText } from './check-text.ts';
import type { Unit } from './units.ts';
import { unsaid } from './unsaid.ts';
import { reviewWords } from './words.ts';

/** What stands around the sections: made beside them, without their text, so that it cannot touch a mark of theirs. */
export type Frame = { title: string; abstract: string; transitions: (string | undefined)[] };

const text = z.string().max(6_000).catch('');
const schema = z.object({
  title: text,
  background: text,
  results: text,
  conclusion: text,
  transitions: z.array(z.string().max(600).catch('')).catch([]),
});

const titleMax = 200;
const transitionMax = 240;

/** A writer's frame, its abstract checked sentence by sentence; what does not hold is left out. */
export async function readFrame(
  reply: string,
  given: {
    topic: string;
    language: Language;
    passages: readonly Unit[];
    articles: ReadonlyMap<string, Article>;
    /** By code: how the evidence was searched. */
    methods: string;
    headings: readonly string[];
    signal: AbortSignal;
  },
): Promise<Frame> {
  const { language, passages, articles, methods, headings, signal } = given;
  const read = schema.safeParse(jsonOf(reply)).data;
  if (!read) return { title: '', abstract: '', transitions: [] };
  const part = reviewWords[language].abstractParts;
  const lines: string[] = [];
  const said = new Set<string>();
  for (const [name, body] of [
    [part.background, read.background],
    [part.methods, undefined],
    [part.results, read.results],
    [part.conclusion, read.conclusion],
  ] as const) {
    const written = body === undefined ? methods : (await checkText(body, passages, articles, signal)).text;
    // No sentence twice, but for a part that would be lost by it.
    const checked = unsaid(written, said) || written;
    if (checked !== '') lines.push(`**${name}** ${checked.replace(/\s*\n+\s*/g, ' ')}`);
  }
  return {
    title: plainTitle(read.title),
    // Methods alone are no abstract.
    abstract: lines.length > 1 ? lines.join('\n\n') : '',
    transitions: headings.map((_, at) => transitionOf(read.transitions[at])),
  };
}

/** A title names the topic and claims nothing; empty where it does. */
export function plainTitle(title: string): string {
  const plain = title
    .replace(/\bhttps?:\S*/gi, '')
    .replace(/[\s#[\]]+/g, ' ')
    .trim();
  return plain.length > titleMax || findingDirection(plain) !== undefined ? '' : plain;
}

/** A transition leads over and says nothing of the evidence: no figure, no mark, no direction. */
function transitionOf(sentence: string | undefined): string | undefined {
  const plain = sentence?.replace(/\s+/g, ' ').trim();
  if (!plain || plain.length > transitionMax) return undefined;
  return /[\d[\]#|]/.test(plain) || findingDirection(plain) !== undefined ? undefined : plain;
}

function jsonOf(reply: string): unknown {
  const [start, end] = [reply.indexOf('{'), reply.lastIndexOf('}')];
  if (start < 0 || end < start) return undefined;
  try {
    return JSON.parse(reply.slice(start, end + 1));
  } catch {
    return undefined;
  }
}
