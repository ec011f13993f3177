import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ConfigError, type EmbeddingPrefixes, readConfig } from '../../platform/config.ts';
import { familyOf } from './prefixes.ts';

it('recognizes embedding models by the names that servers list, and knows their prefixes', () => {
  for (const [family, names] of Object.entries({
    e5: [
      'intfloat/e5-base-v2',
      'jeffh/intfloat-multilingual-e5-large:f16',
      'text-embedding-multilingual-e5-small',
    ],
    bge: ['BAAI/bge-small-en-v1.5', 'bge-large:latest', 'mxbai-embed-large'],
    'bge-zh': ['BAAI/bge-large-zh-v1.5'],
    nomic: ['nomic-embed-text', 'nomic-ai/nomic-embed-text-v1.5'],
    none: [
      'all-minilm',
      'bge-m3',
      'multilingual-e5-large-instruct',
      'e5-mistral-7b-instruct',
      'page5-small',
      'text-embedding-3-small',
    ],
  } satisfies Record<EmbeddingPrefixes, string[]>))
    for (const name of names) {
      assert.equal(familyOf(name, undefined), family, name);
      assert.equal(familyOf(name, 'none'), 'none');
    }
});

it('rejects unknown prefixes, in both languages', () => {
  assert.throws(
    () =>
      readConfig({
        CITEWELL_EMBEDDING_BASE_URL: 'http://127.0.0.1:1/v1',
        CITEWELL_EMBEDDING_MODEL: 'm',
        CITEWELL_EMBEDDING_PREFIXES: 'gte',
      }),
    (error: ConfigError) => {
      assert.ok(error instanceof ConfigError);
      const [problem] = error.problems;
      assert.match(
        problem?.en ?? '',
        /^CITEWELL_EMBEDDING_PREFIXES \("gte"\): e5, bge, bge-zh, nomic or none/,
      );
      assert.match(
        problem?.zh ?? '',
        /^CITEWELL_EMBEDDING_PREFIXES（"gte"）：e5、bge、bge-zh、nomic 或 none/,
      );
      return true;
    },
  );
});
