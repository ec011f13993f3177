import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { BoundedCache } from '@citewell/core/bounded-cache.ts';
import { ServiceError } from '@citewell/core/errors.ts';
import type { Pmcid, Pmid } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { createCooperativeScheduler } from '../query/cooperative-scheduler.ts';
import { SearchContextCache } from '../query/search-contexts.ts';
import { decodeRecord, encodeRecord, recordText } from '../segments/record-codec.ts';
import { applyRetractionNotices } from '../writing/apply-retraction-notices.ts';
import { planMerge } from './merge-plan.ts';

describe('the search context cache', () => {
  const results = (count: number) => ({
    ...{ generation: 1, complete: true, total: count },
    pmids: new Float64Array(count),
  });

  it('drops results after ten minutes', () => {
    let now = 0;
    const pages = new SearchContextCache(() => now);
    pages.set('a', results(3));
    now = 600_000;
    assert.equal(pages.get('a')?.total, 3);
    now++;
    assert.equal(pages.get('a'), undefined);
  });

  it('drops the oldest results to stay within its memory limit', () => {
    const pages = new SearchContextCache(() => 0, 10_000);
    for (let at = 0; at < 1_000; at++) pages.set(`query ${at}`, results(at % 7 === 0 ? 1_000 : 0));
    const kept = Array.from({ length: 1_000 }, (_, at) => pages.get(`query ${at}`) !== undefined);
    assert.ok(kept.filter(Boolean).length < 200);
    assert.equal(kept.at(-1), true);
    assert.equal(kept.lastIndexOf(false) < kept.indexOf(true), true);
  });
});

describe('BoundedCache', () => {
  it('drops entries that were not used lately, and counts a replaced entry once', () => {
    const cache = new BoundedCache<string>(10);
    cache.set('a', 'A', 4);
    cache.set('b', 'B', 4);
    cache.get('a');
    cache.set('a', 'A2', 5);
    cache.set('c', 'C', 4);
    assert.deepEqual(
      ['a', 'b', 'c'].map((key) => cache.has(key)),
      [true, false, true],
    );
    assert.equal(cache.get('a'), 'A2');
    cache.set('d', 'D', 1);
    cache.set('e', 'E', 4);
    assert.deepEqual(
      ['a', 'c', 'd', 'e'].map((key) => cache.has(key)),
      [true, false, true, true],
    );
    cache.set('large', 'L', 11);
    assert.deepEqual(
      ['a', 'd', 'e', 'large'].map((key) => cache.has(key)),
      [false, false, false, false],
    );
  });
});

describe('merge planning', () => {
  const sizes = (...live: number[]) => live.map((each, id) => ({ id, live: each, deleted: 0 }));

  it('merges six segments of similar size, whatever the others', () => {
    assert.equal(planMerge(sizes(180_000, 30_000, 30_000, 30_000, 30_000, 30_000)), undefined);
    assert.deepEqual(
      planMerge(sizes(180_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000)),
      [1, 2, 3, 4, 5, 6],
    );
    assert.deepEqual(planMerge(sizes(1, 1, 1, 8_000, 150, 1)), [0, 1, 2, 3, 4, 5]);
  });

  it('copies each record at most once per size and keeps the segments few', () => {
    let segments: { id: number; live: number; deleted: number }[] = [];
    let copied = 0;
    let most = 0;
    const batches = 1_300;
    for (let id = 0; id < batches; id++) {
      segments.push({ id, live: 30_000, deleted: 0 });
      for (let plan = planMerge(segments); plan; plan = planMerge(segments)) {
        const ids = plan;
        const live = segments
          .filter((each) => ids.includes(each.id))
          .reduce((sum, each) => sum + each.live, 0);
        copied += live;
        segments = [
          ...segments.filter((each) => !ids.includes(each.id)),
          { id: batches + id, live, deleted: 0 },
        ];
      }
      most = Math.max(most, segments.length);
    }
    assert.ok(copied <= 4 * batches * 30_000, `${copied / batches / 30_000} copies a record`);
    assert.ok(most <= 20, `${most} segments`);
  });

  it('rewrites a segment with a quarter of its records deleted', () => {
    assert.equal(planMerge([{ id: 1, live: 76, deleted: 24 }]), undefined);
    assert.deepEqual(planMerge([{ id: 1, live: 75, deleted: 25 }]), [1]);
    assert.deepEqual(planMerge([{ id: 1, live: 0, deleted: 1 }]), [1]);
  });
});

describe('cooperative scheduling of a search', () => {
  it('ends the search as overloaded at its deadline, or with the signal’s reason', async () => {
    const late = (error: unknown) => error instanceof ServiceError && error.code === 'overloaded';
    assert.throws(() => createCooperativeScheduler(new AbortController().signal, -1), late);
    const reason = new Error('left');
    assert.throws(() => createCooperativeScheduler(AbortSignal.abort(reason)), reason);
    const timedOut = AbortSignal.abort(new DOMException('', 'TimeoutError'));
    assert.throws(() => createCooperativeScheduler(timedOut), ServiceError);
    await createCooperativeScheduler(new AbortController().signal).yield();
  });
});

describe('a stored record', () => {
  it('is decoded unchanged, including unknown fields', () => {
    const article = {
      ...anArticle('7', {
        abstract: [{ text: 'a' }, { label: 'B', text: '' }],
        published: '2020-01',
        doi: 'x',
        pmcid: 'PMC7' as Pmcid,
        openAccess: false,
        license: 'cc by',
        volume: '366',
        issue: '12 Suppl 7',
        pages: '107-14',
        issn: '0028-4793',
        affiliations: ['Somewhere'],
      }),
      somethingNew: [1],
    };
    assert.deepEqual(decodeRecord(encodeRecord(article)), article);
    assert.deepEqual(decodeRecord(encodeRecord(anArticle('8'))), anArticle('8'));
  });

  it('is compressed with a dictionary that never changes, in any language', () => {
    const dictionary = readFileSync(new URL('../segments/record-dictionary.txt', import.meta.url));
    assert.equal(crc32(dictionary), 2_689_381_799, 'stored records refer to it');
    const english = anArticle('9', {
      abstract: [{ label: 'METHODS', text: 'We performed a randomized controlled trial in 120 patients.' }],
      mesh: ['Adult', 'Aged', 'Female', 'Humans', 'Male', 'Middle Aged'],
    });
    const chinese = anArticle('10', { title: '二甲双胍', abstract: [{ text: '方法：随机对照试验。' }] });
    for (const [article, share] of [
      [english, 0.75],
      [chinese, 1],
    ] as const) {
      const encoded = encodeRecord(article);
      const earlier = deflateRawSync(recordText(article));
      assert.deepEqual(decodeRecord(encoded), article);
      assert.deepEqual(decodeRecord(earlier), article, 'of an earlier release');
      assert.ok(encoded.length < share * earlier.length, `${encoded.length} of ${earlier.length} bytes`);
    }
  });

  it('has the same text for any field order', () => {
    const article = anArticle('7', { journalAbbreviation: 'J Tests', mesh: ['a'] });
    assert.equal(
      recordText(Object.fromEntries(Object.entries(article).reverse()) as typeof article),
      recordText(article),
    );
    assert.notEqual(recordText({ ...article, languages: [] }), recordText(article));
  });

  it('takes the notices of other records, each once', () => {
    const article = anArticle('7', { errata: [{ pmid: '9' as Pmid, citation: 'Own' }] });
    const stored = (kind: 'retraction' | 'concern' | 'erratum', from: number, citation: string) => ({
      kind,
      of: 7,
      from,
      citation,
    });
    const marked = applyRetractionNotices(article, [
      stored('erratum', 12, 'B'),
      stored('erratum', 9, 'Of the same notice'),
      stored('erratum', 11, 'A'),
      stored('concern', 0, 'C'),
      stored('concern', 0, 'C'),
    ]);
    assert.deepEqual(marked.errata, [
      { pmid: '9', citation: 'Own' },
      { pmid: '11', citation: 'A' },
      { pmid: '12', citation: 'B' },
    ]);
    assert.deepEqual(marked.concerns, [{ citation: 'C' }]);
    assert.equal(marked.retracted, false);
    assert.equal(applyRetractionNotices(article, [stored('retraction', 1, '')]).retracted, true);
  });
});
