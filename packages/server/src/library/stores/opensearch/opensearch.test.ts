import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import type { Article, FillableDetails, Pmid } from '@citewell/core/records/article.ts';
import { type LibraryBatch, LibraryDamaged, type LibraryWriter } from '@citewell/core/records/library.ts';
import { ReadOnlyError, StorageError } from '@citewell/core/storage-error.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { whyNoOpenSearch } from '../../../testing/library/opensearch/jars.ts';
import { newLibrary } from '../../../testing/library/opensearch/new-library.ts';
import { prepareDemonstration } from '../../demonstration.ts';
import { demonstrationField } from './index-definition.ts';
import { rebuildOpenSearch } from './open-opensearch.ts';

const { signal } = new AbortController();
const nothing: LibraryBatch = { put: [], remove: [], notices: [] };
const put = (...articles: Article[]): LibraryBatch['put'] =>
  articles.map((article) => ({ article, revisedAt: undefined }));
const all = { conditions: [], years: {}, sort: 'date_desc', limit: 100, offset: 0 } as const;

const titles = async (writer: LibraryWriter) =>
  (await Array.fromAsync(writer.records())).map(({ title }) => title);

describe('the library in OpenSearch', { skip: whyNoOpenSearch() }, () => {
  it('keeps the newest version of each record under concurrent writers', async (t) => {
    const { writer: open } = await newLibrary(t);
    const writers = await Promise.all([1, 2, 3].map(() => open()));
    const version = (number: number) =>
      put(
        ...Array.from({ length: 50 }, (_, at) =>
          anArticle(String(at + 1), { version: number, title: `Version ${number}` }),
        ),
      );
    const results = await Promise.all(
      [4, 2, 3, 1, 5].map((number, at) =>
        (writers[at % 3] as LibraryWriter).write({ ...nothing, put: version(number) }),
      ),
    );
    const [one] = writers as [LibraryWriter];
    assert.deepEqual(new Set(await titles(one)), new Set(['Version 5']));
    assert.equal(
      results.reduce((sum, { added }) => sum + added, 0),
      50,
      'each was added once',
    );
    const late = await one.write({ ...nothing, put: version(3) });
    assert.deepEqual(late, { added: 0, replaced: 0, unchanged: 50, removed: 0 });
  });

  it('merges the details of several writers into a record, and adds none to a demonstration record', async (t) => {
    const { writer: open, library: openLibrary } = await newLibrary(t);
    const writers = await Promise.all([1, 2].map(() => open()));
    const [one, other] = writers as [LibraryWriter, LibraryWriter];
    const shipped = { version: 'a', read: () => [anArticle('90', { demonstration: true })] };
    await one.putDemonstration(shipped, 'on');
    const pmids = Array.from({ length: 50 }, (_, at) => String(at + 1) as Pmid);
    await one.write({
      ...nothing,
      put: pmids.map((pmid) => ({ article: anArticle(pmid, { version: 3 }), revisedAt: '2024-05-06' })),
    });
    const fill = (details: FillableDetails): LibraryBatch => ({
      ...nothing,
      fill: [...pmids, '90' as Pmid].map((pmid) => ({ pmid, details })),
    });
    const results = await Promise.all([
      one.write(fill({ volume: '1', issue: '2' })),
      other.write(fill({ volume: '1', pages: '3-4' })),
    ]);
    for (const result of results)
      assert.deepEqual(result, { added: 0, replaced: 50, unchanged: 0, removed: 0 });
    const library = await openLibrary();
    for (const { volume, issue, pages } of await library.get(pmids))
      assert.deepEqual([volume, issue, pages], ['1', '2', '3-4']);
    assert.deepEqual((await library.get(['90' as Pmid]))[0]?.volume, undefined);
    // Neither the version nor the revision date has changed.
    const older = pmids.map((pmid) => ({
      article: anArticle(pmid, { version: 3 }),
      revisedAt: '2024-05-05',
    }));
    assert.equal((await one.write({ ...nothing, put: older })).unchanged, 50);
    assert.deepEqual(await one.verify(signal), []);
  });

  it('counts the changes of a batch, and a repeated batch as unchanged', async (t) => {
    const { writer: open } = await newLibrary(t);
    const writer = await open();
    const batch = {
      put: put(anArticle('1'), anArticle('2')),
      remove: ['3' as Pmid],
      notices: [],
      progress: { file: 'a.xml.gz', records: 2, done: true },
    };
    assert.deepEqual(await writer.write(batch), { added: 2, replaced: 0, unchanged: 0, removed: 0 });
    assert.deepEqual(await writer.write(batch), { added: 0, replaced: 0, unchanged: 2, removed: 0 });
    const other = { ...nothing, put: put(anArticle('1', { title: 'Other.' })), remove: ['2' as Pmid] };
    assert.deepEqual(await writer.write(other), { added: 0, replaced: 1, unchanged: 0, removed: 1 });
    assert.deepEqual(await writer.progressOf('a.xml.gz'), { records: 2, done: true });
    assert.equal(await writer.progressOf('b.xml.gz'), undefined);
  });

  it('shows the records of a resumed batch whose writer was killed before searches could see them', async (t) => {
    const { writer: open, library: openLibrary, through } = await newLibrary(t);
    const [writer, library] = [await open(), await openLibrary()];
    await writer.write({ ...nothing, put: put(anArticle('1')) });
    assert.equal((await library.search(all, { signal })).total, 1);
    const killed = await open(
      await through(async ({ path }) => (path.includes('/_refresh') ? 'cut' : undefined)),
    );
    const batch = {
      ...nothing,
      put: put(...Array.from({ length: 20 }, (_, at) => anArticle(String(at + 10)))),
      progress: { file: 'b.xml.gz', records: 20, done: true },
    };
    await assert.rejects(killed.write(batch), StorageError);
    const resumed = await open();
    assert.equal(await resumed.progressOf('b.xml.gz'), undefined);
    assert.equal((await resumed.write(batch)).unchanged, 20);
    assert.equal((await library.search(all, { signal })).total, 21);
    assert.equal((await titles(resumed)).length, 21);
    const before = (await library.stats()).changedAt ?? assert.fail();
    assert.equal((await resumed.write(batch)).unchanged, 20);
    assert.equal((await library.stats()).changedAt, before, 'nothing more became visible');
  });

  it('shows notices with the papers they concern, and removes them with the record that stated them', async (t) => {
    const { writer: open, library: openLibrary } = await newLibrary(t);
    const [writer, library] = [await open(), await openLibrary()];
    const notice = (citation: string, pmid = '9') => ({ pmid: pmid as Pmid, citation });
    const said = (of: string, citation: string) =>
      ({ kind: 'retraction', of: of as Pmid, notice: notice(citation) }) as const;
    const state = async () =>
      (await library.get(['1' as Pmid, '2' as Pmid])).map(({ retracted, retractions }) => [
        retracted,
        ...retractions.map(({ citation }) => citation),
      ]);
    // Before the paper exists, and for two papers by one record.
    await writer.write({ ...nothing, put: put(anArticle('9')), notices: [said('1', 'A'), said('2', 'B')] });
    await writer.write({ ...nothing, put: put(anArticle('1'), anArticle('2')) });
    assert.deepEqual(await state(), [
      [true, 'A'],
      [true, 'B'],
    ]);
    await writer.write({ ...nothing, put: put(anArticle('9', { version: 2 })), notices: [said('2', 'C')] });
    assert.deepEqual(await state(), [[false], [true, 'C']]);
    // An older version no longer says anything.
    await writer.write({ ...nothing, put: put(anArticle('9')), notices: [said('1', 'A')] });
    assert.deepEqual(await state(), [[false], [true, 'C']]);
    await writer.write({ ...nothing, remove: ['9' as Pmid] });
    assert.deepEqual(await state(), [[false], [false]]);
  });

  it('answers the next page of a search from any replica with the view of the first page', async (t) => {
    const { writer: open, library: openLibrary } = await newLibrary(t);
    const writer = await open();
    const replicas = [await openLibrary(), await openLibrary()];
    await writer.write({
      ...nothing,
      put: put(...Array.from({ length: 30 }, (_, at) => anArticle(String(at + 1), { title: 'Cancer.' }))),
    });
    for (const sort of ['date_desc', 'relevance'] as const) {
      const query = { ...all, sort, limit: 10, conditions: [{ field: 'title', value: 'cancer' }] } as const;
      const seen: string[] = [];
      for (const [page, library] of [replicas[0], replicas[1], replicas[0]].entries()) {
        const { total, articles } = await (library ?? assert.fail()).search(
          { ...query, offset: page * 10 },
          { signal },
        );
        assert.equal(total, sort === 'date_desc' ? 30 : 33);
        seen.push(...articles.map(({ pmid }) => pmid));
        if (sort === 'date_desc')
          await writer.write({
            ...nothing,
            put: put(anArticle(String(100 + page), { title: 'Cancer.', year: '2030' })),
          });
      }
      assert.equal(new Set(seen).size, 30, sort);
    }
  });

  it('keeps demonstration records until the first real one', async (t) => {
    const { writer: open, library: openLibrary } = await newLibrary(t);
    const [writer, library] = [await open(), await openLibrary()];
    await prepareDemonstration(writer, true);
    await prepareDemonstration(writer, true);
    const { records, demonstration } = await library.stats();
    assert.deepEqual([records, await writer.demonstration()], [demonstration, 'auto']);
    assert.ok(demonstration > 100);
    assert.equal(await writer.hasRealRecords(), false);
    await writer.write({ ...nothing, put: put(anArticle('1', { published: '2020-02-03' })) });
    const after = await library.stats();
    assert.deepEqual([after.records, after.demonstration, after.newest], [1, 0, '2020-02-03']);
    assert.deepEqual([await writer.demonstration(), await writer.hasRealRecords()], ['off', true]);
    assert.ok(after.bytes > 0 && after.segments > 0 && (after.changedAt ?? 0) > 0);
  });

  it('allows one sync at a time across processes', async (t) => {
    const { writer: open } = await newLibrary(t);
    const [one, other] = [await open(), await open()];
    const outcome = await one.syncAlone(async () => {
      assert.equal(await other.syncAlone(async () => 'two'), undefined);
      return 'one';
    });
    assert.equal(outcome, 'one');
    await assert.rejects(
      other.syncAlone(async () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.equal(await other.syncAlone(async () => 'three'), 'three');
    await one.synced();
  });

  it('is rebuilt while it answers, and rejects changes until the rebuild is complete', async (t) => {
    const { writer: open, library: openLibrary, location, change } = await newLibrary(t);
    const [writer, library] = [await open(), await openLibrary()];
    const articles = Array.from({ length: 700 }, (_, at) =>
      anArticle(String(at + 1), { title: `Cancer ${at}.` }),
    );
    await writer.write({ ...nothing, put: put(...articles) });
    const before = await library.search(all, { signal });
    const written = await rebuildOpenSearch(location, {
      signal,
      clock: systemClock,
      async onProgress() {
        assert.deepEqual(await library.search(all, { signal }), before);
        const opened = await open();
        await assert.rejects(opened.write({ ...nothing, put: put(anArticle('701')) }), ReadOnlyError);
        await assert.rejects(opened.compact(signal), ReadOnlyError);
      },
    });
    assert.equal(written, 700);
    assert.deepEqual(await library.search(all, { signal }), before);
    assert.deepEqual(await Array.fromAsync(writer.records()), articles);
    assert.deepEqual(await writer.verify(signal), []);
    // An interrupted one leaves the library readable, and locked until the next.
    await change('PUT', '-records/_settings', { 'index.blocks.write': true });
    await assert.rejects((await open()).write({ ...nothing, put: put(anArticle('701')) }), ReadOnlyError);
    assert.deepEqual(await library.search(all, { signal }), before);
    assert.equal(await rebuildOpenSearch(location, { signal }), 700);
    await (await open()).write({ ...nothing, put: put(anArticle('701')) });
  });

  it('writes the demonstration records of an earlier release once more, under the current name of their version', async (t) => {
    const { writer: open, library: openLibrary, change } = await newLibrary(t);
    const [writer, library] = [await open(), await openLibrary()];
    const shipped = (title: string) => ({
      version: 'a',
      read: () => [anArticle('90', { title, demonstration: true })],
    });
    await writer.putDemonstration(shipped('First'), 'auto');
    await change('DELETE', '-state/_doc/setting:demonstration_version?refresh=true');
    await change('PUT', '-state/_doc/setting:sample?refresh=true', { kind: 'setting', value: 'a' });
    await writer.putDemonstration(shipped('Second'), 'auto');
    await writer.putDemonstration(shipped('Third'), 'auto');
    assert.deepEqual(await titles(writer), ['Second']);
    await writer.write({ ...nothing, put: put(anArticle('1')) });
    const { records, demonstration } = await library.stats();
    assert.deepEqual([records, demonstration], [1, 0]);
  });

  it('reports a record whose content does not match its checksum', async (t) => {
    const { writer: open, library: openLibrary, change } = await newLibrary(t);
    const [writer, library] = [await open(), await openLibrary()];
    await writer.write({ ...nothing, put: put(anArticle('1'), anArticle('2')) });
    const partial = {
      pmid: 2,
      version: 1,
      revised: '',
      [demonstrationField]: false,
      language: [],
      date: 0,
      length: 0,
    };
    await change('PUT', '-records/_doc/2?refresh=true', { ...partial, sum: 'x', record: '{"p":"2"}' });
    await assert.rejects(library.get(['2' as Pmid]), LibraryDamaged);
    await assert.rejects(library.search(all, { signal }), LibraryDamaged);
    assert.equal((await library.get(['1' as Pmid])).length, 1);
    await change('PUT', '-records/_doc/3?refresh=true', { ...partial, pmid: 1, sum: 'x', record: '{}' });
    const problems = await writer.verify(signal);
    assert.match(problems.join('\n'), /Record 2 is not what was written\./);
  });
});
