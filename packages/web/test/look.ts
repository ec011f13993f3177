import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { Language } from './visits.ts';

/** Where pictures are left to be looked at, if TEST_PICTURES=1 asks for them: each takes a fifth of a second. */
const pictures = fileURLToPath(new URL('../../../artefacts/web/', import.meta.url));
const takesPictures = process.env.TEST_PICTURES === '1';
export const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/**
 * Every theme meets every language and every screen, and every language every screen; the third of the three that two
 * decide would repeat what the others find.
 */
const themes = { en: { wide: 'light', phone: 'dark' }, zh: { wide: 'dark', phone: 'light' } } as const;

/** Examines the page on a wide screen and on a phone. */
export type Look = (name: string) => Promise<void>;

/** `found` gets what axe finds serious, and what is too wide for a phone. */
export function lookAt(page: Page, language: Language, found: string[]): Look {
  async function examine(name: string, screen: 'wide' | 'phone'): Promise<void> {
    const theme = themes[language][screen];
    await page.emulateMedia({ colorScheme: theme });
    for (const violation of await auditAtRest(page)) found.push(`${name}, ${theme}, ${screen}: ${violation}`);
    if (!takesPictures) return;
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: `${pictures}${name}-${language}-${theme}-${screen}.png` });
  }

  return async (name) => {
    await examine(name, 'wide');
    await page.setViewportSize(phone);
    // What floats or is drawn finds its new place some frames later.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 60; frame += 1) {
        await new Promise(requestAnimationFrame);
        if (frame > 1 && document.documentElement.scrollWidth <= window.innerWidth) return;
      }
    });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (overflow > 0) found.push(`${name}: ${overflow} px too wide for a phone`);
    await examine(name, 'phone');
    await page.setViewportSize(desktop);
  };
}

/** Names what axe finds twice: a button that is enabled again between two of its steps looks pale to the first alone. */
async function auditAtRest(page: Page): Promise<string[]> {
  const first = await audit(page);
  if (first.length === 0) return [];
  const second = new Set(await audit(page));
  return first.filter((violation) => second.has(violation));
}

async function audit(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(async () => {
    const { axe: auditor } = window as unknown as { axe: typeof axe };
    return auditor.run(document, { resultTypes: ['violations'] });
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id} at ${nodes.map(({ target, any }) => `${target} ${any[0]?.message ?? ''}`).join('; ')}`,
    );
}
