/** Names of a library's indices, all of which begin with the library's own. */
export function indexNames(name: string) {
  return {
    /** An alias of the records in use: a rebuilt index takes its place at once. */
    records: `${name}-records`,
    /** Settings, progress of files, retraction notices and leases. */
    state: `${name}-state`,
    /** The views in which searches are continued, by replica of the service. */
    searches: `${name}-searches`,
  };
}

/** The name of the records' index of this number, from 1. */
export function recordsIndex(name: string, number: number): string {
  return `${indexNames(name).records}-${number}`;
}

/** Form of the records' index; a library of an older one is to be rebuilt. */
export const formatVersion = 1;

/**
 * Length and weight of a term's occurrences in one number, as OpenSearch's frequency: weight × 4,096 + length. Frequencies
 * are scored as 32-bit floats, which hold whole numbers to 2^24.
 */
export const lengthLimit = 4_096;
export const weightLimit = 4_096;

/** Lucene adds the frequencies of a record's terms up in 32 bits. */
export const frequenciesMax = 2 ** 31 - 1;

/** Separates terms of one position; stands where a position has none. No term contains either. */
export const termSeparator = '|';
export const gap = '_';

/**
 * Score of one term, without its rarity, by BM25F with the k1 and b of search-index/src/scoring/bm25f.ts, which the tests
 * compare. The average length changes with the library: `query.boost` hands it over.
 */
const bm25f = `
double points = Math.floor(doc.freq / ${lengthLimit});
double length = doc.freq - points * ${lengthLimit};
double norm = 2 * 1.2 * (1 - 0.75 + 0.75 * length / query.boost);
return 2.2 / (1 + norm / points);`;

/**
 * The index of the records. Terms are made here, by the analysis of every other library, and sent: OpenSearch only cuts
 * them apart. What a record says is kept as text in `record`, which is not indexed; the terms are not kept.
 */
export function recordsDefinition(shards: number, alias: string | undefined): object {
  const placed = { type: 'text', analyzer: 'placed', norms: false };
  return {
    ...(alias && { aliases: { [alias]: {} } }),
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
        sample: { type: 'boolean' },
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

/** Losing one costs the second page of a search its view: not worth a write to the disk each. */
export const searchesDefinition = {
  settings: {
    number_of_shards: 1,
    auto_expand_replicas: '0-1',
    refresh_interval: '60s',
    'index.translog.durability': 'async',
  },
  mappings: { dynamic: false, properties: { at: { type: 'date', format: 'epoch_millis' } } },
};
