import type { EmbeddingPrefixes } from '../../platform/config.ts';

/** Prefixes of questions and records with which a model was trained. */
export type Prefixes = { query: string; passage: string };

/** Prefixes of families of models, from their model cards. */
const families: Record<EmbeddingPrefixes, Prefixes> = {
  none: { query: '', passage: '' },
  e5: { query: 'query: ', passage: 'passage: ' },
  bge: { query: 'Represent this sentence for searching relevant passages: ', passage: '' },
  'bge-zh': { query: '为这个句子生成表示以用于检索相关文章：', passage: '' },
  nomic: { query: 'search_query: ', passage: 'search_document: ' },
};

/** Patterns of model names by family; instruction-tuned models take no such prefix. */
const names: [family: EmbeddingPrefixes, name: RegExp][] = [
  ['none', /instruct/i],
  ['e5', /(?<![a-z0-9])e5-(?:small|base|large)/i],
  ['bge-zh', /(?<![a-z0-9])bge-(?:small|base|large)-zh/i],
  ['bge', /(?<![a-z0-9])(?:bge-(?:small|base|large)|mxbai-embed-large)/i],
  ['nomic', /nomic-embed-text/i],
];

/** Returns the configured family, otherwise the one that matches the model's name. */
export function familyOf(model: string, set: EmbeddingPrefixes | undefined): EmbeddingPrefixes {
  return set ?? names.find(([, name]) => name.test(model))?.[0] ?? 'none';
}

/** Returns the prefixes of a family. */
export function prefixesOf(family: EmbeddingPrefixes): Prefixes {
  return families[family];
}

/** Names the vectors of a model: with another prefix, records have the vectors of another model. */
export function vectorsName(model: string, family: EmbeddingPrefixes): string {
  return families[family].passage === '' ? model : `${model} (${family})`;
}
