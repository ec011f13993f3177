import { fileURLToPath } from 'node:url';
import { findBrowser, openBrowser, openPage } from './browser.ts';
import { startStand } from './stand.ts';
import { answered, ask, signIn } from './visits.ts';

/** `npm run screenshot`: takes the README's picture of the real pages over the demonstration records. */
const target = fileURLToPath(new URL('../../../docs/screenshot-ask.png', import.meta.url));

const browserPath = findBrowser();
if (!browserPath) {
  process.stderr.write('There is no Chromium here to take the picture with.\n');
  process.exit(1);
}
const stand = await startStand();
const browser = await openBrowser(browserPath);
try {
  const { page } = await openPage(browser, [stand.url], {
    viewport: { width: 1360, height: 880 },
    deviceScaleFactor: 1.5,
    locale: 'en-GB',
    colorScheme: 'light',
  });
  await signIn(page, stand, 'en');
  await ask(page, 'en');
  await answered(page, 'en');
  await page.locator('button.cite').nth(1).click();
  await page.locator('.card-abstract mark:not(.mark-faint)').waitFor();
  await page.mouse.move(700, 850);
  await page.screenshot({ path: target });
  process.stdout.write(`${target}\n`);
} finally {
  await browser.close();
  await stand.close();
}
