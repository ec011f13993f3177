import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { findBrowser, openBrowser, openPage } from '../packages/web/test/browser.ts';
import { type Stand, startStand } from '../packages/web/test/stand.ts';
import { ask, signIn } from '../packages/web/test/visits.ts';
import { type Row, repeated, type Show } from './report.ts';

const dist = fileURLToPath(new URL('../packages/web/dist', import.meta.url));
const chunks = 2_000;
const desktop = { width: 1280, height: 900 };

/**
 * Measures the ask page in a browser: the size of its first load, the time until it is visible, and how smooth it stays
 * while an answer grows.
 */
export async function benchWeb(quick: boolean, show: Show): Promise<void> {
  const path = findBrowser();
  if (!path) {
    show({ title: 'There is no browser here; nothing was measured', rows: [] });
    return;
  }
  await using stack = new AsyncDisposableStack();
  const stand = stack.adopt(await startStand(), (running) => running.close());
  const browser = stack.adopt(await openBrowser(path), (running) => running.close());
  show({ title: 'The first load of the ask page', rows: await firstLoad(stand, browser, quick ? 3 : 9) });
  show({ title: `While ${chunks} chunks stream`, rows: await whileStreaming(stand, browser) });
}

async function firstLoad(stand: Stand, browser: Browser, times: number): Promise<Row[]> {
  const paints: number[] = [];
  let scripts: string[] = [];
  let requests = 0;
  for (let time = 0; time < times; time += 1) {
    const { context, page } = await openPage(browser, [stand.url], { viewport: desktop });
    const loaded: string[] = [];
    requests = 0;
    page.on('request', (request) => {
      requests += 1;
      if (request.resourceType() === 'script') loaded.push(new URL(request.url()).pathname);
    });
    await page.goto(stand.url, { waitUntil: 'networkidle' });
    paints.push(
      await page.evaluate(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      ),
    );
    scripts = loaded;
    await context.close();
  }
  const gzipped = scripts.reduce(
    (sum, script) => sum + gzipSync(readFileSync(dist + script), { level: 9 }).length,
    0,
  );
  return [
    { figure: 'script, gzipped', value: gzipped / 1024, unit: 'KB', goal: { atMost: 200 } },
    { figure: 'requests, all of them to the service itself', value: requests, unit: '' },
    repeated('first contentful paint, from the loopback', paints, 'ms'),
  ];
}

type Smoothness = { longTasks: number[]; slowest: number; frames: number };

async function whileStreaming(stand: Stand, browser: Browser): Promise<Row[]> {
  const { context, page } = await openPage(browser, [stand.url], {
    viewport: desktop,
    reducedMotion: 'no-preference',
  });
  await signIn(page, stand, 'en');
  stand.model.setScript({ text: longAnswer(), delayMs: 1 });
  await page.evaluate(watchSmoothness);
  const begun = performance.now();
  await ask(page, 'en');
  await page.locator('.prose p').first().waitFor();
  const scrolled = typeAndScroll(page);
  await page.locator('.charged').waitFor({ timeout: 120_000 });
  const seconds = (performance.now() - begun) / 1000;
  await scrolled;
  const { longTasks, slowest, frames } = await page.evaluate(
    () => (window as unknown as { smoothness: Smoothness }).smoothness,
  );
  const words = (await page.locator('.prose').innerText()).length;
  await context.close();
  return [
    { figure: 'the answer took', value: seconds, unit: 's' },
    { figure: 'characters drawn', value: words, unit: '' },
    { figure: 'tasks over 50 ms on the page’s thread', value: longTasks.length, unit: '' },
    { figure: 'the longest of them', value: Math.max(0, ...longTasks), unit: 'ms' },
    { figure: 'a key pressed meanwhile was drawn after, at most', value: slowest, unit: 'ms' },
    { figure: 'frames a second', value: frames / seconds, unit: '' },
  ];
}

/** Generates paragraphs of typical length with citation markers; each word is a chunk. */
function longAnswer(): string {
  const word = (index: number) =>
    index % 20 === 19 ? `word${index} [E${1 + (index % 3)}].` : `word${index}`;
  return Array.from({ length: chunks }, (_, index) => word(index) + (index % 60 === 59 ? '\n\n' : '')).join(
    ' ',
  );
}

function watchSmoothness(): void {
  const smoothness: Smoothness = { longTasks: [], slowest: 0, frames: 0 };
  (window as unknown as { smoothness: Smoothness }).smoothness = smoothness;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) smoothness.longTasks.push(duration);
  }).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) smoothness.slowest = Math.max(smoothness.slowest, duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  const count = () => {
    smoothness.frames += 1;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}

async function typeAndScroll(page: Page): Promise<void> {
  await page.locator('#question').focus();
  for (let index = 0; index < 40; index += 1) {
    await page.keyboard.press('x');
    await page.mouse.wheel(0, index % 2 ? 300 : -200);
    await page.waitForTimeout(40);
  }
}
