import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

/**
 * The headless shell first: it renders with the same engine and takes a quarter less CPU time than the full browser.
 */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Reason reported by tests that are skipped without a browser. */
export const noBrowser =
  'no Chromium or Chrome is installed (Debian: apt-get install chromium-headless-shell fonts-noto-cjk)';

/**
 * Returns the path of this machine's browser; undefined if there is none.
 *
 * @throws Error if there is none and CI is set: a continuous build must not skip these tests.
 */
export function findBrowser(from = places, { CI } = process.env): string | undefined {
  const found = from.find((path) => existsSync(path));
  if (!found && CI && CI !== 'false') throw new Error(noBrowser);
  return found;
}

const launchOptions = {
  // Without a UTF-8 locale, the browser calls a file with a Chinese name "download".
  env: { ...process.env, LANG: 'C.UTF-8' },
  args: [
    ...['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'],
    // Without a graphics card, a process that draws for it costs more than drawing without.
    '--disable-gpu',
    // Otherwise every visit of a used page starts a process, which compiles the pages' code again.
    '--process-per-site',
  ],
};

/** Starts a browser for all files of a test run, which find its address in TEST_BROWSER_URL. */
export async function startSharedBrowser(
  executablePath: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await chromium.launchServer({ executablePath, ...launchOptions });
  return { url: server.wsEndpoint(), stop: () => server.close() };
}

/** Connects to the browser of the test run (TEST_BROWSER_URL), or starts one for a file that is run alone. */
export async function openBrowser(executablePath: string): Promise<Browser> {
  const url = process.env.TEST_BROWSER_URL;
  return url ? chromium.connect(url) : chromium.launch({ executablePath, ...launchOptions });
}

/** Milliseconds after which a test that waits for a page has failed, however busy the machine is. */
const timeoutMs = 180_000;

/** State of a new page. */
const viewport = { width: 1280, height: 720 };
const colorScheme = 'light';

/** Faults of a page: every request to another host, every dialog, every logged error. */
export type Watch = { foreign: string[]; dialogs: string[]; errors: string[] };

/** Opens a page in a context of its own. Requests elsewhere than to `origins`, whose items may change later, are faults. */
export async function openPage(
  browser: Browser,
  origins: readonly string[],
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page; watch: Watch }> {
  const context = await browser.newContext({ reducedMotion: 'reduce', colorScheme, viewport, ...options });
  context.setDefaultTimeout(timeoutMs);
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
    // The page shows our error responses itself; the browser logs them as well.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      watch.errors.push(message.text());
  });
  return { context, page: await context.newPage(), watch };
}

/** Resets a page to the state in which `openPage` created it: its storage, interception of requests, size and theme. */
export async function resetPage(page: Page, origins: readonly string[]): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('about:blank');
  await page.emulateMedia({ colorScheme });
  const size = page.viewportSize();
  if (size?.width !== viewport.width || size.height !== viewport.height) await page.setViewportSize(viewport);
  await page.context().clearCookies();
  const session = await page.context().newCDPSession(page);
  for (const origin of origins)
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
}
