import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readPubmedRecord } from './pubmed-record.ts';
import { simulatedRecord } from './record.ts';
import type { RecordFields } from './record-fields.ts';
import { syntheticPmids, syntheticRecords } from './synthetic-records.ts';

/** Text that XML can represent: no control characters; the reader collapses white space. */
const text = fc.string({ unit: 'grapheme', minLength: 1 }).map(
  (raw) =>
    raw
      .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '')
      .replace(/\s+/g, ' ')
      .trim() || 'x',
);

const recordFields: fc.Arbitrary<RecordFields> = fc.record(
  {
    pmid: fc.integer({ min: 1, max: 2_000_000_000 }).map(String),
    title: text,
    vernacularTitle: text,
    abstract: fc.array(fc.record({ label: text, text }, { requiredKeys: ['text'] }), {
      minLength: 1,
      maxLength: 4,
    }),
    authors: fc.array(
      fc.oneof(
        fc.record({ collectiveName: text }),
        fc.record({ lastName: text, foreName: text, initials: text }, { requiredKeys: ['lastName'] }),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    journal: fc.record({ title: text, abbreviation: text, volume: text }),
    published: fc.record({ year: fc.integer({ min: 1800, max: 2099 }).map(String) }),
    languages: fc.constantFrom(['eng'], ['chi', 'eng']),
    publicationTypes: fc.constantFrom(['Journal Article'], ['Review', 'Retracted Publication']),
    mesh: fc.array(
      fc.record({ name: text, major: fc.boolean(), qualifiers: fc.array(text, { maxLength: 2 }) }),
      { minLength: 1, maxLength: 3 },
    ),
    keywords: fc.array(text, { minLength: 1, maxLength: 3 }),
    doi: text,
    doiIn: fc.constantFrom('both', 'elocation', 'article-id'),
    corrections: fc.array(
      fc.record({ refType: fc.constantFrom('RetractionIn', 'ErratumFor'), source: text }),
      { minLength: 1, maxLength: 2 },
    ),
  },
  { requiredKeys: ['pmid', 'title', 'journal', 'published'] },
);

describe('PubMed XML of records', () => {
  it('parses back to every field it was written from, whatever the texts', () => {
    fc.assert(
      fc.property(recordFields, ({ doiIn, ...fields }) => {
        const back = readPubmedRecord(simulatedRecord({ ...fields, ...(doiIn && { doiIn }) }).xml);
        assert.ok(back);
        for (const [field, value] of Object.entries(fields)) {
          // fast-check creates objects without a prototype; JSON gives them one.
          assert.deepEqual(back[field as keyof RecordFields], JSON.parse(JSON.stringify(value)), field);
        }
      }),
    );
  });

  it('is ASCII with character references, like efetch, and keeps inline tags as markup', () => {
    const record = syntheticRecords().find(({ pmid }) => pmid === syntheticPmids.inlineMarkup);
    assert.match(record?.xml ?? '', /^[\x00-\x7f]+$/);
    assert.ok(
      record?.xml.includes('<ArticleTitle>Filtration below 60 ml/min/1.73 m<sup>2</sup>, CO<sub>2</sub>'),
    );
    assert.ok(record?.xml.includes('<i>P</i> &lt; 0.05). TNF-&#x3b1;'));
    assert.ok(record?.xml.includes('>10.5555/simul.2020.0018(a)&lt;b&gt;</ArticleId>'));
  });

  it('puts a DOI into one or both of its two places', () => {
    const places = (pmid: string) => {
      const xml = syntheticRecords().find((record) => record.pmid === pmid)?.xml ?? '';
      return [xml.includes('<ELocationID EIdType="doi"'), xml.includes('<ArticleId IdType="doi">')];
    };
    assert.deepEqual(places(syntheticPmids.trial), [true, true]);
    assert.deepEqual(places(syntheticPmids.doiInELocationOnly), [true, false]);
    assert.deepEqual(places(syntheticPmids.doiInArticleIdOnly), [false, true]);
  });

  it('has a synthetic record for every special case, each with its own PMID', () => {
    const records = syntheticRecords();
    const pmids = new Set(records.map(({ pmid }) => pmid));
    assert.equal(pmids.size, records.length);
    for (const pmid of Object.values(syntheticPmids)) assert.ok(pmids.has(pmid), pmid);
    const xml = (pmid: string) => records.find((record) => record.pmid === pmid)?.xml ?? '';
    assert.ok(!xml(syntheticPmids.noAuthors).includes('<AuthorList'));
    assert.ok(!xml(syntheticPmids.noAbstract).includes('<Abstract>'));
    assert.ok(xml(syntheticPmids.collectiveAuthor).includes('<CollectiveName>'));
    assert.ok(
      xml(syntheticPmids.medlineDate).includes(
        '<PubDate><MedlineDate>1998 Dec-1999 Jan</MedlineDate></PubDate>',
      ),
    );
    assert.ok(xml(syntheticPmids.book).startsWith('<PubmedBookArticle>'));
    assert.ok(xml(syntheticPmids.chinese).includes('<OtherAbstract Type="Publisher" Language="chi">'));
  });
});
