import type { Article } from '@citewell/core/records/article.ts';
import type { Language } from '@citewell/sdk';
import { z } from 'zod';
import { findingDirection } from '../../../literature/ranking/direction.ts';
import { jsonOfReply } from '../../../llm/json-reply.ts';
import type { PipelineContext } from '../../../pipeline/context.ts';
import { makesNoClaim } from '../../answers/verification/uncited-claim-filter.ts';
import type { EvidenceBase } from '../gathering/evidence-base.ts';
import { checkWritten } from '../writing/check-text.ts';
import type { EvidenceUnit } from './evidence-units.ts';
import type { TopicParts } from './names-topic.ts';
import { isHeadingCovered, keepOnTopic } from './on-topic.ts';
import { recordsText } from './plain-title.ts';
import { removeRepeatedSentences } from './remove-repeated-sentences.ts';
import { reviewWords } from './review-words.ts';

/**
 * Abstract and transitions to the themes (the frame of a review). They are written without the sections' text and cannot
 * affect its citation markers.
 */
export type AbstractAndTransitions = { abstract: string; transitions: (string | undefined)[] };

const text = z.string().max(6_000).catch('');
const schema = z.object({
  background: text,
  results: text,
  conclusion: text,
  transitions: z.array(z.string().max(600).catch('')).catch([]),
});

const transitionMax = 240;

/** Checks a writer's frame, its abstract sentence by sentence; what is not supported is omitted. */
export async function readAbstractAndTransitions(
  reply: string,
  given: {
    topic: string;
    /** Parts of the topic: a sentence that names none of them is no conclusion on it. */
    parts: TopicParts;
    language: Language;
    passages: readonly EvidenceUnit[];
    articles: ReadonlyMap<string, Article>;
    readings: EvidenceBase['readings'];
    /** Methods section, written by code: how the evidence was searched. */
    methods: string;
    headings: readonly string[];
    /** Context for checking it. */
    checking: Pick<PipelineContext, 'work' | 'signal'>;
  },
): Promise<AbstractAndTransitions> {
  const { language, passages, articles, methods, headings, checking, parts } = given;
  const read = schema.safeParse(jsonOfReply(reply)).data;
  if (!read) return { abstract: '', transitions: [] };
  const records = recordsText(passages, articles);
  const part = reviewWords[language].abstractParts;
  const lines: string[] = [];
  const earlier = new Set<string>();
  for (const [name, body] of [
    [part.background, read.background],
    [part.methods, undefined],
    [part.results, read.results],
    [part.conclusion, read.conclusion],
  ] as const) {
    const held = body === undefined ? methods : (await checkWritten(body, passages, given, checking)).text;
    const written = name === part.conclusion ? keepOnTopic(held, parts).text : held;
    // No sentence twice, unless a section would become empty.
    const checked = removeRepeatedSentences(written, earlier) || written;
    if (checked !== '') lines.push(`**${name}** ${checked.replace(/(?<![^\S\n])[^\S\n]*\n\s*/g, ' ')}`);
  }
  return {
    // Methods alone are no abstract.
    abstract: lines.length > 1 ? lines.join('\n\n') : '',
    transitions: headings.map((_, at) => transitionOf(read.transitions[at], records)),
  };
}

/** Matches a sentence about the text itself, such as a transition. */
const transitionWords =
  /\b(?:stud(?:y|ies)|trials?|evidence|literature|data|findings|outcomes|section|part|theme|question|next|now|follow\w*|turn|consider\w*|address\w*|discuss\w*|examin\w*|concern\w*|describ\w*)\b|以下|下面|下文|接下来|本节|本部分|研究|证据|文献|主题|讨论|探讨|转向/i;
/** Words that state findings or praise. */
const claims =
  /\b(?:show(?:s|ed|n)?|found|finds?|demonstrat\w+|suggest\w*|indicat(?:es?|ed)|confirm\w*|prov(?:es?|ed|en)|support\w*|agree\w*|conclude\w*|saves?|cures?|works?|effective|safe|superior|inferior|better|worse|best|beneficial|harmful|should|must)\b|表明|显示|证实|证明|发现|提示|支持|一致|有效|安全(?!性)|优于|劣于|更好|更差|获益|有害|应当|应该|治愈|挽救/i;

/** Accepts a transition that says nothing about the evidence: no figure, marker, direction or claim. */
function transitionOf(sentence: string | undefined, records: string): string | undefined {
  const plain = sentence?.replace(/\s+/g, ' ').trim();
  if (!plain || plain.length > transitionMax || /[\d[\]#|<>]|https?:/.test(plain)) return undefined;
  const leads =
    makesNoClaim(plain, records) &&
    isHeadingCovered(plain, records) &&
    transitionWords.test(plain) &&
    !claims.test(plain) &&
    findingDirection(plain) === undefined;
  return leads ? plain : undefined;
}
