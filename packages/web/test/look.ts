import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { Language } from './visits.ts';

/** Folder for screenshots, if TEST_PICTURES=1 requests them: each takes a fifth of a second. */
const pictures = fileURLToPath(new URL('../../../artefacts/web/', import.meta.url));
const takesPictures = process.env.TEST_PICTURES === '1';
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Combinations in which axe audits every page: each language, theme and screen once, since colors do not depend on the
 * language and further audits would repeat the findings.
 */
const audits = { en: { screen: 'wide', theme: 'light' }, zh: { screen: 'phone', theme: 'dark' } } as const;

/** Audits the current page. */
export type Look = (name: string) => Promise<void>;

/**
 * Prepares the page for a tour in `language`. `found` collects serious findings of axe, and content too wide for a
 * phone, which depends on the length of words and is measured in both languages.
 */
export async function startLooking(page: Page, language: Language, found: string[]): Promise<Look> {
  const { screen, theme } = audits[language];
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize(desktop);

  async function examine(name: string): Promise<void> {
    for (const violation of await auditAtRest(page)) found.push(`${name}, ${theme}, ${screen}: ${violation}`);
    if (!takesPictures) return;
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: `${pictures}${name}-${language}-${theme}-${screen}.png` });
  }

  return async (name) => {
    if (screen === 'wide') await examine(name);
    await page.setViewportSize(phone);
    // Floating or drawn elements reach their new position some frames later.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 60; frame += 1) {
        await new Promise(requestAnimationFrame);
        if (frame > 1 && document.documentElement.scrollWidth <= window.innerWidth) return;
      }
    });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (overflow > 0) found.push(`${name}: ${overflow} px too wide for a phone`);
    if (screen === 'phone') await examine(name);
    await page.setViewportSize(desktop);
  };
}

/** Lists the violations that axe finds twice: a button enabled between two of its steps looks pale only to the first. */
async function auditAtRest(page: Page): Promise<string[]> {
  const first = await audit(page);
  if (first.length === 0) return [];
  const second = new Set(await audit(page));
  return first.filter((violation) => second.has(violation));
}

/** Rules of axe; `impact` is set if it is always the same. */
type Audited = { _audit: { rules: { id: string; impact?: string }[] } };

/** Excludes rules that find nothing serious. */
async function audit(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(async () => {
    const { axe: auditor } = window as unknown as { axe: typeof axe & Audited };
    const rules = Object.fromEntries(
      auditor._audit.rules
        .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
        .map(({ id }) => [id, { enabled: false }]),
    );
    return auditor.run(document, { resultTypes: ['violations'], preload: false, rules });
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id} at ${nodes.map(({ target, any }) => `${target} ${any[0]?.message ?? ''}`).join('; ')}`,
    );
}
