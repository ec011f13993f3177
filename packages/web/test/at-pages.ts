import assert from 'node:assert/strict';
import { after, afterEach, before, describe } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { findBrowser, noBrowser, openBrowser, openPage, resetPage, type Watch } from './browser.ts';
import { type Stand, type StandOptions, startStand } from './stand.ts';
import { type Language, locales } from './visits.ts';

const browserPath = findBrowser();

export type AtPages = {
  readonly stand: Stand;
  /** Opens a page in a fresh browser context. */
  visit(language?: Language): Promise<Page>;
  /** Returns the faults of a page so far, which the test then has to explain. */
  takeWatch(page: Page): Watch;
};

const emptyWatch = (): Watch => ({ foreign: [], dialogs: [], errors: [] });

type Visit = { page: Page; watch: Watch; language: Language };

let browser: Browser | undefined;
let closing: NodeJS.Timeout | undefined;
/** Milliseconds without a test after which the browser is closed: the next file of the process follows at once. */
const idleMs = 500;
/** Addresses of the present stand. */
const origins: string[] = [];
/** Pages that earlier tests of the process have left, whatever their stand. */
const unused: Visit[] = [];

/**
 * Runs tests on one stand. In every test, no page of ours may contact another host, open a dialog, or log an error. A
 * page is cleared and reused by the next test in its language, also by that of another file in the same process, since
 * a new one costs half a second.
 */
export function atPages(name: string, options: StandOptions, tests: (at: AtPages) => void): void {
  describe(name, { skip: browserPath ? false : noBrowser, timeout: 1_800_000 }, () => {
    let stand: Stand;
    const open: Visit[] = [];
    before(async () => {
      clearTimeout(closing);
      stand = await startStand(options);
      origins.splice(0, origins.length, stand.url, stand.adminUrl);
      browser ??= await openBrowser(browserPath ?? '');
    });
    after(async () => {
      closing = setTimeout(closeBrowser, idleMs);
      await stand?.close();
    });
    afterEach(async () => {
      stand.model.setScript(undefined);
      stand.model.clearFaults();
      stand.pubmed.clearFaults();
      for (const visited of open.splice(0)) {
        await resetPage(visited.page, origins);
        assert.deepEqual(visited.watch, emptyWatch());
        unused.push(visited);
      }
    });
    tests({
      get stand() {
        return stand;
      },
      async visit(language = 'en') {
        const again = unused.findIndex((each) => each.language === language);
        const [visited = await openAt(language)] = again < 0 ? [] : unused.splice(again, 1);
        open.push(visited);
        return visited.page;
      },
      takeWatch(page) {
        const { watch } = open.find((visited) => visited.page === page) ?? { watch: emptyWatch() };
        const { foreign, dialogs, errors } = watch;
        return { foreign: foreign.splice(0), dialogs: dialogs.splice(0), errors: errors.splice(0) };
      },
    });
  });
}

async function openAt(language: Language): Promise<Visit> {
  if (!browser) throw new Error('The browser is opened before the tests.');
  const options = { locale: locales[language], acceptDownloads: true };
  return { ...(await openPage(browser, origins, options)), language };
}

function closeBrowser(): void {
  const idle = browser;
  browser = undefined;
  unused.length = 0;
  // It may have crashed, after the last test.
  idle?.close().catch(() => undefined);
}
