import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { toBibliographicRecord } from '@citewell/core/records/bibliographic-record.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { CiteRecord } from '@citewell/sdk/bibliography';
import { loadPubmedXmlCorpus } from '@citewell/simulators/corpus.ts';
import { createArticleParser } from '../literature/sources/pubmed/parse-articles.ts';
import { readXml } from '../literature/sources/pubmed/xml-records.ts';
import { python, withoutPython } from '../testing/process/python.ts';
import { writeReferences } from './write-references.ts';

/** Values that the readers of files must find; `first` is the first page. */
type Wanted = Record<'title' | 'volume' | 'issue' | 'first' | 'doi' | 'abstract', string> &
  Record<'authors' | 'persons', number>;

/**
 * Records with content that causes errors in readers: braces, quotes, line ends, Greek and Chinese letters, groups, no
 * author.
 */
const tricky: CiteRecord[] = [
  {
    ...{
      title: 'Effect of β-blockers & "50 %" of {x} in $y$: a_b~c^d \\ e',
      authors: ['Doe JA', 'van der Berg K Jr'],
    },
    abstract: [{ label: 'METHODS', text: 'We asked.\nTwice.' }, { text: 'TY  - a trap; PMID- 9' }],
  },
  {
    title: '二甲双胍的疗效',
    authors: ['王伟', '李娜', 'DREAM Study Group'],
    abstract: [{ text: '有效。' }],
    languages: ['chi'],
  },
  { title: 'Nobody signed this.', authors: [] },
  { title: '[11C]PiB with } and { in it, or [18F].', authors: ['Doe JA'] },
].map(({ title, authors, abstract = [], languages = ['eng'] }, index) =>
  toBibliographicRecord(
    anArticle(String(index + 1), {
      ...{ title, authors, abstract, languages, volume: '12 Suppl 1', issue: '3-4', pages: '201-10' },
      ...{
        issn: '0000-0027',
        doi: `10.5555/x_${index}.(a)`,
        published: '2020-03-05',
        keywords: ['a; b', 'c'],
        mesh: ['Humans'],
      },
    }),
  ),
);

/** The real records in ../shared/data if present, and the difficult ones. */
function records(): CiteRecord[] {
  const real = (loadPubmedXmlCorpus() ?? []).flatMap(({ xml }) => {
    const parser = createArticleParser();
    return parser.feed(`<PubmedArticleSet>${xml}</PubmedArticleSet>`).map(toBibliographicRecord);
  });
  return [...tricky, ...real.filter(({ title }) => title !== '')];
}

const folded = (text: string) => text.replace(/\s+/g, ' ').trim();

const wantedOf = (record: CiteRecord): Wanted => ({
  title: folded(
    record.title
      .trim()
      .replace(/^\[((?:[^[\]]|\[[^[\]]*\])+)\]\.?$/s, '$1')
      .replace(/[.。]$/, ''),
  ),
  authors: record.author_list?.length ?? 0,
  persons: record.author_list?.filter((name) => !isGroupName(name)).length ?? 0,
  volume: record.volume ?? '',
  issue: record.issue ?? '',
  first: (record.pages ?? '').split(/[-,;]/)[0]?.trim() ?? '',
  doi: record.doi ?? '',
  abstract: folded(record.abstract ?? ''),
});

/** Groups have their own field in MEDLINE's format, of which the reader keeps only one. */
function isGroupName(name: string): boolean {
  return toGroup([
    { pmid: '1', title: 'T', authors: name, author_list: [name], journal: '', year: '' },
  ]).includes('CN  - ');
}
const toGroup = (group: CiteRecord[]) => writeReferences({ records: group, as: 'nbib' });

const readers = `
import json, sys
name, text = sys.argv[1], sys.stdin.buffer.read().decode('utf-8')
if name == 'ris':
    import rispy
    found = [dict(title=e.get('title', ''), authors=len(e.get('authors', [])), volume=e.get('volume', ''),
                  issue=e.get('number', ''), first=e.get('start_page', ''), doi=e.get('doi', ''),
                  abstract=e.get('abstract', '')) for e in rispy.loads(text)]
elif name == 'bibtex':
    from pybtex.database import parse_string
    entries = parse_string(text, 'bibtex').entries.values()
    found = [dict(authors=len(e.persons.get('author', [])), volume=e.fields.get('volume', ''),
                  issue=e.fields.get('number', ''), first=e.fields.get('pages', '').split('--')[0],
                  doi=e.fields.get('doi', '')) for e in entries]
else:
    import nbib
    found = [dict(title=e.get('title', ''),
                  persons=len(e.get('authors', [])),
                  volume=e.get('journal_volume', ''), issue=e.get('journal_issue', ''), doi=e.get('doi', ''),
                  abstract=e.get('abstract', '')) for e in nbib.read(text)]
print(json.dumps(found))
`;

describe('an exported file is read completely by', () => {
  const all = records();

  for (const [reader, format] of [
    ['rispy', 'ris'],
    ['pybtex', 'bibtex'],
    ['nbib', 'nbib'],
  ] as const)
    it(`${reader}: ${format}`, (t) => {
      if (withoutPython) return t.skip(withoutPython);
      const input = writeReferences({ records: all, as: format });
      const out = execFileSync(python, ['-c', readers, format], {
        input,
        maxBuffer: 64 * 2 ** 20,
        encoding: 'utf8',
      });
      const found = JSON.parse(out) as Partial<Wanted>[];
      assert.equal(found.length, all.length);
      t.diagnostic(`${found.length} records`);
      for (const [index, entry] of found.entries()) {
        const wanted = wantedOf(all[index] as CiteRecord);
        for (const [name, value] of Object.entries(entry))
          assert.equal(
            typeof value === 'string' ? folded(value) : value,
            wanted[name as keyof Wanted],
            `${reader}, record ${index}: ${name}`,
          );
      }
    });

  it('citation-js: ris, bibtex and csl', async (t) => {
    const { plugins } = await citationJs();
    for (const format of ['ris', 'bibtex', 'csl'] as const) {
      const text = writeReferences({ records: all, as: format });
      const type = { ris: '@ris/file', bibtex: '@bibtex/text', csl: '@csl/list+object' }[format];
      const found = plugins.input.chain(format === 'csl' ? JSON.parse(text) : text, {
        forceType: type,
        generateGraph: false,
      });
      assert.equal(found.length, all.length, format);
      for (const [index, entry] of found.entries()) {
        const { volume, issue, doi, authors } = wantedOf(all[index] as CiteRecord);
        assert.deepEqual(
          [String(entry.volume ?? ''), String(entry.issue ?? ''), entry.DOI ?? '', entry.author?.length ?? 0],
          [volume, issue, doi, authors],
          `${format}, record ${index}`,
        );
      }
    }
    t.diagnostic(`${all.length} records`);
  });

  it('a strict XML parser: endnote', () => {
    const root = readXml(writeReferences({ records: all, as: 'endnote' }), new Set(['xml']));
    const [list] = root.children.filter((child) => typeof child !== 'string');
    assert.ok(list && typeof list !== 'string');
    const entries = list.children.filter((child) => typeof child !== 'string');
    assert.equal(entries.length, all.length);
  });
});

/** The part of citation-js used here; its packages have no types. */
type CitationJs = {
  plugins: {
    input: {
      chain(
        input: unknown,
        options: { forceType: string; generateGraph: false },
      ): { volume?: unknown; issue?: unknown; DOI?: string; author?: unknown[] }[];
    };
  };
};

async function citationJs(): Promise<CitationJs> {
  // @ts-expect-error: no types
  await import('@citation-js/plugin-ris');
  // @ts-expect-error: no types
  await import('@citation-js/plugin-bibtex');
  // @ts-expect-error: no types
  return import('@citation-js/core');
}
