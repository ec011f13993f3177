import type { EmbeddingPrefixes } from '../../platform/config.ts';

/** Texts before a question and before a record, with which a model was trained. */
export type Prefixes = { query: string; passage: string };

/** The prefixes of families of models, as their model cards have them. */
const families: Record<EmbeddingPrefixes, Prefixes> = {
  none: { query: '', passage: '' },
  e5: { query: 'query: ', passage: 'passage: ' },
  bge: { query: 'Represent this sentence for searching relevant passages: ', passage: '' },
  'bge-zh': { query: '为这个句子生成表示以用于检索相关文章：', passage: '' },
  nomic: { query: 'search_query: ', passage: 'search_document: ' },
};

/** Names by which models of a family are known; those tuned to follow instructions take no such prefix. */
const names: [family: EmbeddingPrefixes, name: RegExp][] = [
  ['none', /instruct/i],
  ['e5', /(?<![a-z0-9])e5-(?:small|base|large)/i],
  ['bge-zh', /(?<![a-z0-9])bge-(?:small|base|large)-zh/i],
  ['bge', /(?<![a-z0-9])(?:bge-(?:small|base|large)|mxbai-embed-large)/i],
  ['nomic', /nomic-embed-text/i],
];

/** Returns the family that was set, else the one that the name of a model tells. */
export function familyOf(model: string, set: EmbeddingPrefixes | undefined): EmbeddingPrefixes {
  return set ?? names.find(([, name]) => name.test(model))?.[0] ?? 'none';
}

/** Returns the prefixes of a family. */
export function prefixesOf(family: EmbeddingPrefixes): Prefixes {
  return families[family];
}

/** Names the vectors of a model: those of records with another prefix are another model's. */
export function vectorsName(model: string, family: EmbeddingPrefixes): string {
  return families[family].passage === '' ? model : `${model} (${family})`;
}
