/** Names of a library's indices, which share the library's prefix. */
export function indexNames(name: string) {
  return {
    /** Alias of the records in use, which a rebuilt index takes over in one step. */
    records: `${name}-records`,
    /** Settings, progress of files, retraction notices and leases. */
    state: `${name}-state`,
    /** Views in which searches are continued by any replica of the service. */
    searches: `${name}-searches`,
  };
}

/** Returns the name of the records' index of this number, from 1. */
export function recordsIndex(name: string, number: number): string {
  return `${indexNames(name).records}-${number}`;
}

/** Version of the records' index; a library of an older one must be rebuilt. */
export const formatVersion = 1;

/** Marks demonstration records. A field keeps its name as long as its index, so another name would cost every library a rebuild. */
export const demonstrationField = 'sample';

/**
 * Encodes length and weight of a term's occurrences in one number, as OpenSearch's frequency: weight × 4,096 + length.
 * Frequencies are scored as 32-bit floats, which represent whole numbers up to 2^24.
 */
export const lengthLimit = 4_096;
export const weightLimit = 4_096;

/** Maximum sum of a record's term frequencies, which Lucene adds up in 32 bits. */
export const frequenciesMax = 2 ** 31 - 1;

/** Separators between terms of one position, and placeholder for an empty position. No term contains either. */
export const termSeparator = '|';
export const gap = '_';

/**
 * Scores one term, without its rarity, by BM25F with k1 and b from search-index/src/scoring/bm25f.ts; the tests compare
 * the two. The average length changes with the library and is passed in `query.boost`.
 */
const bm25f = `
double points = Math.floor(doc.freq / ${lengthLimit});
double length = doc.freq - points * ${lengthLimit};
double norm = 2 * 1.2 * (1 - 0.75 + 0.75 * length / query.boost);
return 2.2 / (1 + norm / points);`;

/**
 * Definition of the records' index. Terms are produced here, by the analysis that all engines share; OpenSearch only
 * splits them. The content of a record is stored as text in `record`, which is not indexed; the terms are not stored.
 */
export function recordsDefinition(shards: number, alias: string): object {
  const placed = { type: 'text', analyzer: 'placed', norms: false };
  return {
    aliases: { [alias]: {} },
    settings: {
      number_of_shards: shards,
      auto_expand_replicas: '0-1',
      // A batch becomes visible as a whole, when it is complete.
      refresh_interval: '-1',
      max_result_window: 20_000,
      index: { codec: 'best_compression', 'sort.field': ['date', 'pmid'], 'sort.order': ['desc', 'desc'] },
      similarity: {
        bm25f: { type: 'scripted', weight_script: { source: 'return 1.0;' }, script: { source: bm25f } },
      },
      analysis: {
        tokenizer: { apart: { type: 'whitespace', max_token_length: 1_000 } },
        filter: {
          places: { type: 'pattern_capture', preserve_original: false, patterns: ['([^|]+)'] },
          gaps: { type: 'stop', stopwords: [gap] },
          frequencies: { type: 'delimited_term_freq', delimiter: termSeparator },
        },
        analyzer: {
          placed: { tokenizer: 'apart', filter: ['places', 'gaps'] },
          weighted: { tokenizer: 'apart', filter: ['frequencies'] },
        },
      },
    },
    mappings: {
      dynamic: false,
      _meta: { citewell: formatVersion },
      _source: { excludes: ['title', 'keyword', 'abstract', 'author', 'journal', 'type', 'score'] },
      properties: {
        pmid: { type: 'long' },
        date: { type: 'integer' },
        length: { type: 'integer' },
        [demonstrationField]: { type: 'boolean' },
        doi: { type: 'keyword' },
        language: { type: 'keyword' },
        title: placed,
        keyword: placed,
        abstract: placed,
        author: placed,
        journal: placed,
        type: placed,
        score: {
          type: 'text',
          analyzer: 'weighted',
          index_options: 'freqs',
          norms: false,
          similarity: 'bm25f',
        },
      },
    },
  };
}

export const stateDefinition = {
  settings: { number_of_shards: 1, auto_expand_replicas: '0-1', refresh_interval: '-1' },
  mappings: {
    dynamic: false,
    properties: { kind: { type: 'keyword' }, of: { type: 'long' } },
  },
};

/** Losing one only costs the second page of a search its view, which is not worth a disk write each. */
export const searchesDefinition = {
  settings: {
    number_of_shards: 1,
    auto_expand_replicas: '0-1',
    refresh_interval: '60s',
    'index.translog.durability': 'async',
  },
  mappings: { dynamic: false, properties: { at: { type: 'date', format: 'epoch_millis' } } },
};
