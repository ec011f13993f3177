import type { TextField } from './search-index.ts';

/** Definition of a field tag: its name in PubMed's query translation, and the texts it searches. */
export type TextFieldDefinition = { kind: 'text'; name: string; texts: readonly TextField[] };
export type FieldDefinition =
  | TextFieldDefinition
  | { kind: 'mesh'; name: string; major: boolean }
  | { kind: 'exact'; name: string; key: string; texts?: readonly TextField[] }
  | { kind: 'date'; name: string; when: 'published' | 'entered' }
  | { kind: 'language' | 'uid' | 'filter'; name: string };

export const allFields: TextFieldDefinition = {
  kind: 'text',
  name: 'All Fields',
  texts: ['title', 'abstract', 'mesh', 'keyword', 'author', 'journal', 'type', 'other'],
};
const titleAbstract: TextFieldDefinition = {
  kind: 'text',
  name: 'Title/Abstract',
  texts: ['title', 'abstract', 'keyword'],
};
const published = { kind: 'date', name: 'Date - Publication', when: 'published' } as const;
const entered = { kind: 'date', name: 'Date - Entry', when: 'entered' } as const;
const mesh = { kind: 'mesh', name: 'MeSH Terms', major: false } as const;
const majr = { kind: 'mesh', name: 'MeSH Major Topic', major: true } as const;
const type = { kind: 'exact', name: 'Publication Type', key: 'type', texts: ['type'] } as const;
const author = { kind: 'exact', name: 'Author', key: 'author', texts: ['author'] } as const;
const journal = { kind: 'exact', name: 'Journal', key: 'journal', texts: ['journal'] } as const;
const doi = { kind: 'exact', name: 'DOI', key: 'doi' } as const;
const filter = { kind: 'filter', name: 'Filter' } as const;
const title = { kind: 'text', name: 'Title', texts: ['title'] } as const;
const abstractField = { kind: 'text', name: 'Abstract', texts: ['abstract'] } as const;
const textWord = {
  kind: 'text',
  name: 'Text Word',
  texts: ['title', 'abstract', 'mesh', 'keyword', 'other'],
} as const;
const otherTerm = { kind: 'text', name: 'Other Term', texts: ['keyword'] } as const;
const language = { kind: 'language', name: 'Language' } as const;
const uid = { kind: 'uid', name: 'UID' } as const;

/** Tags in lower case. */
const fields: Record<string, FieldDefinition> = {
  all: allFields,
  'all fields': allFields,
  tiab: titleAbstract,
  'title/abstract': titleAbstract,
  ti: title,
  title,
  ab: abstractField,
  abstract: abstractField,
  tw: textWord,
  'text word': textWord,
  'text words': textWord,
  ot: otherTerm,
  'other term': otherTerm,
  mh: mesh,
  mesh,
  'mesh terms': mesh,
  'mesh term': mesh,
  majr,
  'mesh major topic': majr,
  pt: type,
  ptyp: type,
  'publication type': type,
  au: author,
  author,
  ta: journal,
  jour: journal,
  journal,
  la: language,
  lang: language,
  language,
  uid,
  pmid: uid,
  doi,
  aid: doi,
  lid: doi,
  'article identifier': doi,
  'location id': doi,
  dp: published,
  pdat: published,
  'date - publication': published,
  edat: entered,
  crdt: entered,
  'date - entry': entered,
  'date - create': entered,
  vi: { kind: 'exact', name: 'Volume', key: 'volume' },
  volume: { kind: 'exact', name: 'Volume', key: 'volume' },
  ip: { kind: 'exact', name: 'Issue', key: 'issue' },
  issue: { kind: 'exact', name: 'Issue', key: 'issue' },
  pg: { kind: 'exact', name: 'Pagination', key: 'pages' },
  pagination: { kind: 'exact', name: 'Pagination', key: 'pages' },
  sb: filter,
  filter,
  subset: filter,
};

/** Returns the field of a tag, ignoring case; undefined for a tag that PubMed does not have. */
export function fieldOf(tag: string): FieldDefinition | undefined {
  const name = tag
    .toLowerCase()
    .replace(/:noexp$/, '')
    .trim();
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Filters that are a publication type. */
export const filterTypes: Record<string, string> = {
  review: 'Review',
  systematic: 'Systematic Review',
  'systematic review': 'Systematic Review',
  'meta-analysis': 'Meta-Analysis',
  'clinical trial': 'Clinical Trial',
  'randomized controlled trial': 'Randomized Controlled Trial',
  preprint: 'Preprint',
};

/** PubMed's language codes by English name. */
export const languageCodes: Record<string, string> = {
  english: 'eng',
  chinese: 'chi',
  french: 'fre',
  german: 'ger',
  spanish: 'spa',
  italian: 'ita',
  russian: 'rus',
  japanese: 'jpn',
  portuguese: 'por',
};
