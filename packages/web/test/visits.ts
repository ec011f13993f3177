import { buffer } from 'node:stream/consumers';
import type { Download, Page } from 'playwright-core';
import { adminPassword, type Stand } from './stand.ts';

/** Languages in which the pages are visited, in tests and pictures alike. */
export type Language = 'en' | 'zh';

export const locales = { en: 'en-GB', zh: 'zh-CN' } as const;

/**
 * Width of the window in tests of what depends on it, in CSS pixels. Each begins in the width of its language and looks
 * at the other as well (`lookAtBothWidths`); tours of the pages (look.ts) measure in both languages what is too wide for
 * a phone.
 */
export const widths = { en: 390, zh: 1440 } as const;

/** Looks at a page on a phone and on a wide screen, its present width last; nothing may be wider than the window. */
export async function lookAtBothWidths(
  page: Page,
  look: (width: number) => Promise<void> = async () => {},
): Promise<void> {
  const { width: present = widths.zh, height = 900 } = page.viewportSize() ?? {};
  for (const width of Object.values(widths).toSorted((one, other) =>
    one === present ? 1 : other === present ? -1 : 0,
  )) {
    await page.setViewportSize({ width, height });
    // Floating or drawn elements reach their new position some frames later.
    await page.waitForFunction(
      (wanted) => window.innerWidth === wanted && document.documentElement.scrollWidth <= window.innerWidth,
      width,
    );
    await look(width);
  }
}

export const words = {
  en: {
    signIn: 'Sign in',
    signOut: 'Sign out',
    key: 'API key',
    question: 'Your question',
    ask: 'Does metformin lower cardiovascular risk in type 2 diabetes?',
    copy: 'Copy with references',
    stop: /^Stop/,
    name: 'Name',
    password: 'Password',
    check: 'Check',
    search: 'Search',
  },
  zh: {
    signIn: '登录',
    signOut: '退出',
    key: 'API 密钥',
    question: '您的问题',
    ask: '二甲双胍能降低2型糖尿病患者的心血管风险吗？',
    copy: '复制（含参考文献）',
    stop: /^停止/,
    name: '用户名',
    password: '密码',
    check: '核查',
    search: '检索',
  },
} as const;

/** Signs the browser in without opening a page. */
export async function startSession(page: Page, { url, key }: Stand): Promise<void> {
  const reply = await page.context().request.post(`${url}/web/session`, {
    headers: { origin: url, 'x-citewell-page': '1' },
    data: { key },
  });
  if (!reply.ok()) throw new Error(await reply.text());
}

/** Opens a page signed in, by default the ask page; `enterKey` signs in by hand. */
export async function signIn(page: Page, stand: Stand, language: Language, path = '/'): Promise<void> {
  await startSession(page, stand);
  await page.goto(stand.url + path);
  await page.getByRole('button', { name: words[language].signOut }).waitFor();
}

/** Opens another page like a link within the pages, without reloading. */
export async function openWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.skeleton').length === 0);
}

/** Signs in at the page that is open. */
export async function enterKey(page: Page, key: string, language: Language): Promise<void> {
  const labels = words[language];
  await page.getByRole('banner').getByRole('button', { name: labels.signIn }).click();
  await page.getByLabel(labels.key).fill(key);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

export async function ask(
  page: Page,
  language: Language,
  question: string = words[language].ask,
): Promise<void> {
  await page.getByLabel(words[language].question).fill(question);
  await page.keyboard.press('Enter');
}

/** Waits until the answer is complete and its charge has arrived. */
export async function answered(page: Page, language: Language): Promise<void> {
  await page.getByRole('button', { name: words[language].copy }).last().waitFor();
  await page.locator('.charged').last().waitFor();
}

export async function signInOperator(
  page: Page,
  { adminUrl }: Stand,
  language: Language,
  name = 'mei',
): Promise<void> {
  const labels = words[language];
  await page.goto(adminUrl);
  await page.getByLabel(labels.name).fill(name);
  await page.getByLabel(labels.password).fill(adminPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').getByRole('link').first().waitFor();
}

/** Sentence without a statement, which no record needs to support. */
const frame = { en: 'The evidence is as follows. ', zh: '证据如下。' } as const;

/** Words of a slow model. */
export const slowly = (language: Language) => ({ text: frame[language].repeat(400), delayMs: 25 });

/** Waits until the answer on the page contains this many sentences of a slow model. */
export async function slowlyWritten(page: Page, language: Language, sentences: number): Promise<void> {
  await page.waitForFunction(
    (least) => (document.querySelector('.prose')?.textContent?.length ?? 0) >= least,
    sentences * frame[language].length - 1,
  );
}

export async function assertFocus(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);
}

/** Presses Tab until this is reached, and not further. */
export async function tabTo(page: Page, selector: string, presses: number): Promise<void> {
  for (let press = 0; press < presses; press += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  await assertFocus(page, selector);
}

/** Returns the calls that have ended, newest first, once none is running. */
export async function settledCalls(
  { url, key }: Stand,
  endpoint: string,
): Promise<{ outcome: string | null; state: string }[]> {
  for (;;) {
    const reply = await fetch(`${url}/ai/api/my_usage?endpoint=${endpoint}`, {
      headers: { 'x-api-key': key },
    });
    const { records } = (await reply.json()) as { records: { outcome: string | null; state: string }[] };
    if (records.every(({ state }) => state !== 'running')) return records;
  }
}

/**
 * Returns the content of a file that a page saved; its path is unknown if the browser belongs to the whole test run.
 */
export async function readDownload(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream());
}
