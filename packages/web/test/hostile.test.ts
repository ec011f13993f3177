import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator, Page, Route } from 'playwright-core';
import { atPages } from './at-pages.ts';
import { payloads } from './payloads.ts';
import { ask, openWithin, signIn } from './visits.ts';

const pmid = (index: number) => String(9_900_000_000 + index);

/** Record with hostile content in every text. */
const hostileRecords = payloads.map((text, index) => ({
  pmid: pmid(index),
  title: text,
  authors: `${text}, Doe J`,
  journal: text,
  year: index % 2 ? '2020' : text,
}));

/** Small, since what runs does not depend on its size, and every change is rendered. */
const window = { width: 480, height: 320 };

atPages('40 script injections', {}, (at) => {
  it('are shown as text in an answer, its titles, abstracts, queries and steps', async () => {
    assert.equal(payloads.length, 40);
    const page = await at.visit();
    await page.setViewportSize(window);
    await signIn(page, at.stand, 'en');
    await page.route('**/ai/api/ask_stream', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: hostileStream() }),
    );
    await page.route('**/web/abstract?*', (route) => {
      const id = new URL(route.request().url()).searchParams.get('pmid') ?? '';
      const abstract = `${payloads[Number(id) - Number(pmid(0))]} and on.`;
      return reply(route, { pmid: id, abstract, doi: abstract });
    });
    await ask(page, 'en', payloads[0]);
    await page.locator('.source').nth(39).waitFor();
    assert.equal(await page.locator('.source').count(), 40);
    assert.deepEqual(await dangerous(page), []);
    for (const cite of await page.locator('button.cite').all()) {
      // A click without scrolling: scrolling to each would render the long page forty times.
      await cite.dispatchEvent('click');
      await page.locator('.card-abstract mark').waitFor();
      assert.deepEqual(await dangerous(page), []);
      await page.keyboard.press('Escape');
    }
    await openAll(page.locator('main details > summary'));
    assert.deepEqual(await dangerous(page), []);
    // Stored content is rendered again from the browser's storage.
    await page.goto(`${at.stand.url}/history`);
    await page.locator('.history a').first().click();
    await page.locator('.source').nth(39).waitFor();
    assert.deepEqual(await dangerous(page), []);
  });

  it('are shown as text in the library’s records and in a verdict', async () => {
    const page = await at.visit();
    await page.setViewportSize(window);
    await page.route('**/ai/api/local_advanced_search', (route) => reply(route, librarySearch()));
    await signIn(page, at.stand, 'en', '/search?title=x');
    await page.locator('.result').nth(39).waitFor();
    await openAll(page.locator('.result summary'));
    assert.deepEqual(await dangerous(page), []);
    await openWithin(page, '/check');
    await page.route('**/ai/api/factcheck_verify', (route) =>
      reply(route, verdict(route.request().postDataJSON().sentence)),
    );
    await page.getByLabel('Cited article').fill('31535829');
    for (const [index, text] of payloads.entries()) {
      // The page must also survive what the service would reject.
      await page.getByLabel('Sentence').fill(`${index} ${text}`);
      await page.getByLabel('Cited article').press('Enter');
      await page
        .locator('.verdict > p', { hasText: String(index) })
        .first()
        .waitFor();
      assert.deepEqual(await dangerous(page), []);
    }
  });

  it('are shown as text from an address', async () => {
    const page = await at.visit();
    const query = (name: string) =>
      new URLSearchParams(payloads.map((text): [string, string] => [name, text]));
    await signIn(page, at.stand, 'en', `/?${query('q')}&${query('c')}`);
    assert.equal(await page.getByLabel('Your question').inputValue(), payloads[0]);
    assert.deepEqual(await dangerous(page), []);
    await page.goto(`${at.stand.url}/search?${query('title')}&${query('from')}&${query('sort')}`);
    await page.locator('.condition').nth(39).waitFor();
    assert.deepEqual(await dangerous(page), []);
  });

  it('are detected by this test if executed', async () => {
    const page = await at.visit();
    await signIn(page, at.stand, 'en');
    for (const text of [
      '<img src=x onerror=alert(1)>',
      '<a href="javascript:alert(1)">x</a>',
      '<iframe></iframe>',
    ]) {
      await page.evaluate(
        (html) => document.querySelector('main')?.insertAdjacentHTML('beforeend', html),
        text,
      );
      assert.equal((await dangerous(page)).length, 1, text);
      await page.evaluate(() => document.querySelector('main > :last-child')?.remove());
    }
    await page.evaluate(() => fetch('http://evil.example/').catch(() => {}));
    await page.evaluate(() => setTimeout(() => alert('seen')));
    await page.waitForEvent('dialog');
    const watch = at.takeWatch(page);
    assert.deepEqual(watch.dialogs, ['seen']);
    // The page's content security policy is the second defence: the request is not sent, and the browser says why.
    assert.ok(watch.errors.some((error) => error.includes('evil.example')));
  });
});

/** Clicks all at once: a click of the browser's own would scroll to each, and render the long page as often. */
async function openAll(summaries: Locator): Promise<void> {
  await summaries.evaluateAll((all) => {
    for (const summary of all) (summary as HTMLElement).click();
  });
}

/** Elements and addresses that none of our own text can have created. */
async function dangerous(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('#root') as HTMLElement;
    const popups = [...document.body.children].filter(
      (element) => element !== root && element.tagName !== 'SCRIPT',
    );
    const all = [root, ...popups].flatMap((element) => [element, ...element.querySelectorAll('*')]);
    return all
      .filter((element) => {
        const handlers = element.getAttributeNames().some((name) => name.startsWith('on'));
        const address =
          element.getAttribute('href') ?? element.getAttribute('src') ?? element.getAttribute('action') ?? '';
        const elsewhere = /^(?:javascript|vbscript|data):/i.test(address.trim());
        const foreign = element.matches(
          'script, iframe, object, embed, link, style, meta, base, video, audio, img, form[action]',
        );
        return handlers || elsewhere || foreign;
      })
      .map((element) => element.outerHTML.slice(0, 200));
  });
}

function reply(route: Route, body: unknown): Promise<void> {
  return route.fulfill({ contentType: 'application/json', body: JSON.stringify(body) });
}

function hostileStream(): string {
  const items = hostileRecords.map((record, index) => ({ ...record, abstract: payloads[index] }));
  const cited = payloads.map((text, index) => `${text}\n\nIt says so [${index + 1}].\n\n`);
  const cards = hostileRecords.map(({ pmid: id }, index) => ({
    ...{ pmid: id, retracted: index % 2 === 0, expression_of_concern: false, erratum: true, preprint: true },
    ...{ notices: [], design: 'cohort', design_from: 'text', evidence_level: 3 },
    sample_size: { n: 5, text: payloads[index], start: 0, end: 1 },
    ...{ subjects: 'animal', read: 'title' },
  }));
  const evidence = hostileRecords.map(({ pmid: id }, index) => ({
    id: `E${index}`,
    pmid: id,
    text: payloads[index],
    label: payloads[index],
    start: 0,
    end: payloads[index]?.length,
    sha256: '',
  }));
  const searches = payloads.map((query) => ({
    source: 'pubmed',
    query,
    total: 1,
    translation: `${query} ${query}`,
    at: '2026-01-01T00:00:00Z',
  }));
  const counts = { found: 1, retracted_excluded: 0, articles: 1, passages: 1, cited: 40 };
  const run = {
    version: 1,
    request_id: payloads[0],
    started_at: '2026-01-01T00:00:00Z',
    service: { version: payloads[1] },
    query: {},
    evidence,
    searches,
    counts,
  };
  const events: [string, unknown][] = [
    ...payloads.map((message): [string, unknown] => ['thinking', { message }]),
    ['tool_call', { tool: payloads[1], input: { query: payloads[2] } }],
    ['tool_result', { tool: payloads[1], total: 40, items }],
    ...cited.map((text): [string, unknown] => ['answer_chunk', { text }]),
    ['references', { refs: hostileRecords }],
    ['trust', { cards }],
    ['run', run],
    ['done', {}],
  ];
  return events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');
}

function librarySearch() {
  const articles = hostileRecords.map((record, index) => ({
    ...record,
    abstract: payloads[index],
    keywords: [payloads[index]],
    publication_types: [payloads[index]],
    doi: payloads[index],
    retracted: true,
  }));
  return { total: 40, articles, next_offset: null };
}

function verdict(text: string) {
  const deviations = [{ type: 'numeric', claim: text, evidence: text }];
  const verification = {
    verdict: 'deviates',
    evidence: [{ text, start: 0, end: 3 }],
    numbers: [],
    deviations,
    method: 'rules',
    confidence: 1,
  };
  return {
    consistent: false,
    is_review_citation: true,
    reason: text,
    deviation_analysis: text,
    suggestion: text,
    pmid: '31535829',
    abstract: text,
    verification,
  };
}
