import assert from 'node:assert/strict';
import { after, afterEach, before, describe } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { findBrowser, noBrowser, openBrowser, openPage, type Watch } from './browser.ts';
import { type Stand, type StandOptions, startStand } from './stand.ts';
import { type Language, locales } from './visits.ts';

const browserPath = findBrowser();

export type AtPages = {
  readonly stand: Stand;
  /** A page in a browser that has never been here. */
  visit(language?: Language): Promise<Page>;
};

/** Tests at one stand. Whatever a test is about: no page of ours asks another host, opens a dialog, or logs an error. */
export function atPages(name: string, options: StandOptions, tests: (at: AtPages) => void): void {
  describe(name, { skip: browserPath ? false : noBrowser, timeout: 1_800_000 }, () => {
    let stand: Stand;
    let browser: Browser;
    const open: { context: BrowserContext; watch: Watch }[] = [];
    before(async () => {
      stand = await startStand(options);
      browser = await openBrowser(browserPath ?? '');
    });
    after(async () => {
      await browser?.close();
      await stand?.close();
    });
    afterEach(async () => {
      stand.model.setScript(undefined);
      stand.model.clearFaults();
      stand.pubmed.clearFaults();
      for (const { context, watch } of open.splice(0)) {
        await context.close();
        assert.deepEqual(watch, { foreign: [], dialogs: [], errors: [] });
      }
    });
    tests({
      get stand() {
        return stand;
      },
      async visit(language = 'en') {
        const visited = await openPage(browser, [stand.url, stand.adminUrl], {
          locale: locales[language],
          acceptDownloads: true,
        });
        open.push(visited);
        return visited.page;
      },
    });
  });
}
