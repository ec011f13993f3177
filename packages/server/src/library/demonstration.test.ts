import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type Article, abstractText, type Pmid, parsePmid } from '@citewell/core/records/article.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { loadCategories } from '../literature/query/category.ts';

const lines = readFileSync(new URL('./demonstration.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const records = lines.map((line) => JSON.parse(line) as Article);
const byPmid = new Map(records.map((record) => [record.pmid, record]));
const han = /\p{Script=Han}/u;

/** Types of records about another record, which have no abstract. */
const noticeTypes = ['Retraction of Publication', 'Expression of Concern', 'Published Erratum'];

function isNotice(record: Article): boolean {
  return record.publicationTypes.some((type) => noticeTypes.includes(type));
}

/** Lists the records that break a rule. */
function broken(holds: (record: Article) => boolean, of: Article[] = records): Pmid[] {
  return of.filter((record) => !holds(record)).map(({ pmid }) => pmid);
}

describe('the demonstration records', () => {
  it('are at least 150, each with its own PMID from a range PubMed does not use', () => {
    assert.ok(byPmid.size >= 150, `${byPmid.size} PMIDs`);
    assert.equal(byPmid.size, records.length);
    assert.deepEqual(
      broken(({ pmid }) => parsePmid(pmid) !== undefined && /^99\d{8}$/.test(pmid)),
      [],
    );
  });

  it('state in their journal and their keywords that they are synthetic', () => {
    assert.deepEqual(
      broken(({ journal }) => /^Synthetic .+ \(sample\)$/.test(journal)),
      [],
    );
    const marks = ['synthetic sample record', '合成样例'];
    assert.deepEqual(
      broken(({ keywords }) => marks.every((mark) => keywords.includes(mark))),
      [],
    );
    assert.deepEqual(
      broken(({ doi }) => doi === undefined),
      [],
    );
  });

  it('have a Chinese title, Chinese keywords and a Chinese abstract beside every English one', () => {
    assert.deepEqual(
      broken(({ vernacularTitle }) => han.test(vernacularTitle ?? '')),
      [],
    );
    assert.deepEqual(
      broken(({ keywords }) => keywords.filter((keyword) => han.test(keyword)).length >= 4),
      [],
    );
    const summarised = ({ abstract }: Article) =>
      abstract.some(({ label, text }) => label === '摘要' && han.test(text));
    assert.deepEqual(
      broken(
        summarised,
        records.filter(({ abstract }) => abstract.length > 0),
      ),
      [],
    );
    const chinese = records.filter(({ languages }) => languages.includes('chi'));
    assert.ok(chinese.length >= 25, `${chinese.length} records in Chinese`);
  });

  it('have abstracts of 110 to 230 English words', () => {
    const words = (record: Article) =>
      record.abstract.filter(({ label }) => label !== '摘要').flatMap(({ text }) => text.split(/\s+/)).length;
    assert.deepEqual(
      broken(
        (record) => words(record) >= 110 && words(record) <= 230,
        records.filter(({ abstract }) => abstract.length > 0),
      ),
      [],
    );
  });

  it('have an abstract, except the notices and one editorial', () => {
    const bare = records.filter(({ abstract }) => abstract.length === 0);
    assert.equal(bare.filter(isNotice).length, 3);
    assert.deepEqual(
      bare.filter((record) => !isNotice(record)).map(({ publicationTypes }) => publicationTypes),
      [['Editorial']],
    );
  });

  it('include several for nearly every built-in category', () => {
    const terms = records.map((record) => [
      indexTerms([record.title, record.vernacularTitle, record.journal].join(' , ')).join(' '),
      ...[...record.mesh, ...record.keywords].map((subject) => indexTerms(subject).join(' ')),
    ]);
    const count = (wanted: string[]) => {
      const phrases = wanted.map((term) => ` ${indexTerms(term).join(' ')} `);
      return terms.filter((texts) =>
        texts.some((text) => phrases.some((phrase) => ` ${text} `.includes(phrase))),
      ).length;
    };
    const covered = [...loadCategories().values()].filter((category) => count(category.terms) >= 5);
    assert.ok(covered.length >= 17, `${covered.length} categories: ${covered.map(({ id }) => id)}`);
  });

  it('include reviews, trials, cohorts, meta-analyses, a guideline and a case report, in years 2008 to 2026', () => {
    const types = new Set(records.flatMap(({ publicationTypes }) => publicationTypes));
    for (const type of [
      'Randomized Controlled Trial',
      'Meta-Analysis',
      'Systematic Review',
      'Review',
      'Observational Study',
      'Practice Guideline',
      'Case Reports',
    ])
      assert.ok(types.has(type), type);
    assert.deepEqual(
      broken(({ year }) => Number(year) >= 2008 && Number(year) <= 2026),
      [],
    );
    assert.deepEqual(
      broken(
        ({ publicationTypes, isReview }) =>
          isReview === publicationTypes.some((type) => type === 'Review' || type === 'Systematic Review'),
      ),
      [],
    );
  });

  it('include one retracted paper, which links to its retraction notice', () => {
    const [paper, ...others] = records.filter(({ retracted }) => retracted);
    assert.ok(paper);
    assert.deepEqual(others, []);
    assert.ok(paper.publicationTypes.includes('Retracted Publication'));
    const [notice] = paper.retractions;
    const record = notice?.pmid && byPmid.get(notice.pmid);
    assert.ok(record);
    assert.ok(record.publicationTypes.includes('Retraction of Publication'));
    assert.equal(record.retracted, false);
    assert.ok(record.title.includes(paper.title));
    assert.ok(Number(record.year) >= Number(paper.year));
  });

  it('include a trial with an expression of concern and one with an erratum, both linked to their notices', () => {
    const typesOf = (field: 'concerns' | 'errata') =>
      records.flatMap((record) =>
        record[field].map(({ pmid }) => pmid && byPmid.get(pmid)?.publicationTypes[0]),
      );
    assert.deepEqual(typesOf('concerns'), ['Expression of Concern']);
    assert.deepEqual(typesOf('errata'), ['Published Erratum']);
  });

  it('share no title and no abstract', () => {
    const abstracts = records.map(abstractText).filter(Boolean);
    assert.equal(new Set(records.map(({ title }) => title)).size, records.length);
    assert.equal(new Set(abstracts).size, abstracts.length);
  });
});
