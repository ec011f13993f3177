import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Where pictures are left to be looked at. */
const pictures = fileURLToPath(new URL('../../../artefacts/web/', import.meta.url));
export const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** Takes the page's picture on a wide screen and on a phone. */
export type Look = (name: string) => Promise<void>;

/** `found` gets what axe finds serious, and what is too wide for a phone. */
export function lookAt(page: Page, { found, suffix }: { found: string[]; suffix: string }): Look {
  mkdirSync(pictures, { recursive: true });
  return async (name) => {
    for (const violation of await auditAtRest(page)) found.push(`${name}: ${violation}`);
    await page.screenshot({ path: `${pictures}${name}-${suffix}-wide.png` });
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
    for (const violation of await auditAtRest(page)) found.push(`${name} on a phone: ${violation}`);
    await page.screenshot({ path: `${pictures}${name}-${suffix}-phone.png` });
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
  await page.evaluate(axe.source);
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
