import { deviationKinds } from '@citewell/citation-checker/finding.ts';
import { claimParts } from '../engine.ts';
import { questionTypes } from '../review-writer-port.ts';

/** JSON Schema with the few keywords that every server with structured output supports. */
type JsonSchema = Readonly<Record<string, unknown>>;

/** Object that a reply must be. */
export type ReplySchema = {
  /** Letters, digits and underscores. */
  name: string;
  schema: JsonSchema;
  /** Indicates an object whose properties are all known in advance: strict servers reject any other. */
  strict: boolean;
};

const text: JsonSchema = { type: 'string' };
const flag: JsonSchema = { type: 'boolean' };
const oneOf = (names: readonly (string | number)[]): JsonSchema => ({
  type: typeof names[0] === 'number' ? 'integer' : 'string',
  enum: names,
});
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

/** Creates the schema of an object with these properties and no others, in this order. */
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const strict = (name: string, properties: Record<string, JsonSchema>): ReplySchema => ({
  name,
  schema: object(properties),
  strict: true,
});

const concept = { term: text, zh: text, synonyms: list(text) };
const { zh: _, ...subConcept } = concept;

/**
 * Schemas of the replies requested as JSON, as their prompts describe them. They only help a model to keep to the form:
 * each reply is validated when it is read, whatever the server claims to enforce.
 */
export const replySchemas = {
  plan: strict('search_plan', { question: text, concepts: list(object(concept)) }),
  secondSearch: strict('second_search', { enough: flag, concepts: list(object(concept)) }),
  relevance: {
    name: 'relevance',
    schema: {
      ...object({ relevance: { type: 'object', additionalProperties: oneOf([1, 2, 3]) } }),
    },
    strict: false,
  },
  verification: strict('verification', {
    evidence: text,
    parts: list(
      object({
        part: oneOf(claimParts),
        claim: text,
        quote: text,
        relation: oneOf(['same', 'different', 'absent']),
      }),
    ),
    score: oneOf([-2, -1, 0, 1, 2]),
    deviation: oneOf(['none', ...deviationKinds]),
    explanation: text,
    suggestion: text,
  }),
  scope: strict('review_scope', {
    type: oneOf(questionTypes),
    ...{ population: text, intervention: text, comparison: text, outcome: text },
    broad: flag,
    concepts: list(object(concept)),
    questions: list(object({ question: text, concepts: list(object(subConcept)) })),
  }),
  outline: strict('review_outline', {
    title: text,
    themes: list(object({ heading: text, ids: list(text) })),
  }),
  studies: strict('review_studies', {
    studies: list(object({ pmid: text, population: text, intervention: text, outcome: text })),
  }),
  frame: strict('review_frame', {
    ...{ background: text, results: text, conclusion: text },
    transitions: list(text),
  }),
  ready: strict('ready', { ready: flag }),
} as const satisfies Record<string, ReplySchema>;
