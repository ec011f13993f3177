import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  loadPubmedqaCorpus,
  loadPubmedXmlCorpus,
  loadScifactCorpus,
  sharedDataDir,
  sharedDataMissing,
} from './corpus.ts';
import { plainText, publishedYear } from './pubmed/record-fields.ts';
import { SearchIndex, words } from './pubmed/search-index.ts';

describe('corpora of the shared data', { skip: sharedDataMissing() ?? false }, () => {
  it('pubmed-xml: reads PMID, title, year and authors like an independent parser', () => {
    const records = new Map((loadPubmedXmlCorpus() ?? []).map((record) => [record.pmid, record]));
    const expected = readFileSync(`${sharedDataDir}/pubmed-xml/pubmed-expected.dev.jsonl`, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    assert.ok(expected.length > 500);
    const wrong = expected.filter((row) => {
      const record = records.get(row.pmid);
      return !record || plainText(record.title) !== row.title || publishedYear(record) !== row.year;
    });
    // A few PMIDs are in two files in two versions, and some titles contain MathML, which this reader only flattens.
    assert.ok(wrong.length <= expected.length * 0.01, `${wrong.length}: ${wrong.map(({ pmid }) => pmid)}`);
  });

  it('pubmedqa: 1,000 records whose title reveals no answer, half of them with MeSH', () => {
    const records = loadPubmedqaCorpus() ?? [];
    assert.equal(records.length, 1000);
    assert.ok(records.every(({ title }) => title === '[Not Available].'));
    assert.equal(records.filter(({ mesh }) => mesh?.length).length, 500);
    assert.ok(records.every((record) => /^(19|20)\d\d$/.test(publishedYear(record))));
    const labeled = records.filter(({ abstract }) => abstract?.some(({ label }) => label));
    assert.ok(labeled.length > 900, `${labeled.length} with labeled sections`);
  });

  it('scifact: 5,183 records with their titles', () => {
    const records = loadScifactCorpus() ?? [];
    assert.equal(records.length, 5183);
    assert.ok(records.every(({ title }) => title.length > 0));
  });

  it('ranks the right abstract among the first ten for 95 % of the PubMedQA questions', () => {
    const index = new SearchIndex(loadPubmedqaCorpus() ?? []);
    const questions = readFileSync(`${sharedDataDir}/retrieval/pubmedqa/queries.train.jsonl`, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line): { _id: string; text: string } => JSON.parse(line));
    const found = questions.filter(({ _id, text }) => {
      const scores = index.scores(words(text));
      const best = [...scores.keys()]
        .sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0))
        .slice(0, 10);
      return best.some((number) => index.records[number]?.pmid === _id);
    });
    assert.ok(found.length >= questions.length * 0.95, `${found.length} of ${questions.length}`);
  });
});

it('corpora are undefined without the shared data', () => {
  assert.equal(loadPubmedXmlCorpus('/nowhere'), undefined);
  assert.equal(loadPubmedqaCorpus('/nowhere'), undefined);
  assert.equal(loadScifactCorpus('/nowhere'), undefined);
});
