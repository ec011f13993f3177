import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** What a test that is skipped for want of a browser says. */
export const noBrowser =
  'no Chromium or Chrome is installed (Debian: apt-get install chromium fonts-noto-cjk)';

/**
 * The path of this machine's browser; undefined if there is none.
 *
 * @throws Error if there is none and CI is set: a continuous build must not skip these tests.
 */
export function findBrowser(from = places, { CI } = process.env): string | undefined {
  const found = from.find((path) => existsSync(path));
  if (!found && CI && CI !== 'false') throw new Error(noBrowser);
  return found;
}

export async function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    // Without a UTF-8 locale it calls a file with a Chinese name "download".
    env: { ...process.env, LANG: 'C.UTF-8' },
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  });
}

/** A test that waits this long for a page has failed, however busy the machine is. */
const patienceMs = 180_000;

/** What a page did that it must not: every request to another host, every dialog, every error it logged. */
export type Watch = { foreign: string[]; dialogs: string[]; errors: string[] };

export async function openPage(
  browser: Browser,
  origins: readonly string[],
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page; watch: Watch }> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(patienceMs);
  const watch: Watch = { foreign: [], dialogs: [], errors: [] };
  context.on('request', (request) => {
    const url = request.url();
    if (!/^(?:data|blob):/.test(url) && !origins.some((origin) => url.startsWith(`${origin}/`)))
      watch.foreign.push(url);
  });
  context.on('dialog', async (dialog) => {
    watch.dialogs.push(dialog.message());
    await dialog.dismiss();
  });
  context.on('weberror', (error) => watch.errors.push(String(error.error())));
  context.on('console', (message) => {
    // A refusal of ours is shown by the page; the browser notes it besides.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      watch.errors.push(message.text());
  });
  return { context, page: await context.newPage(), watch };
}
