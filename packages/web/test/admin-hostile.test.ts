import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { atPages } from './at-pages.ts';
import { payloads } from './payloads.ts';
import { openWithin, signInOperator } from './visits.ts';

atPages('40 script injections on the operator’s pages', {}, (at) => {
  it('are shown as text in names of keys, files and categories', async () => {
    const { libraryIncoming: folder } = at.stand.services.config;
    mkdirSync(folder);
    for (const [index, payload] of payloads.entries()) {
      const label = [...payload].filter((character) => !/[\p{Cc}\u202e]/u.test(character)).join('');
      await at.stand.makeKey({ label });
      const name = `${index} ${label.replaceAll('/', '∕').slice(0, 60)}.jsonl`;
      writeFileSync(join(folder, name), '');
    }
    const { categoryList } = at.stand.services;
    const { version } = await categoryList.read();
    const name = { en: payloads[0] ?? '', zh: payloads[1] ?? '' };
    const hostile = { id: 'hostile', name, pubmed: 'x[tiab]', terms: payloads.slice(0, 10) };
    await categoryList.edit({ add: hostile }, { version }, { actor: 'system' });
    const page = await at.visit('en');
    await signInOperator(page, at.stand, 'en');
    for (const [path, shown] of [
      ['/keys', 35],
      ['/library', 35],
      ['/categories', 1],
      ['/audit', 0],
      ['/', 0],
    ] as const) {
      await openWithin(page, path);
      const main = page.getByRole('main');
      const made = main.locator(
        'script, iframe, img, object, embed, base, meta, link, style, video, [onerror], [onload], a[href^="javascript:" i]',
      );
      assert.equal(await made.count(), 0, path);
      // Most of them contain one of these words.
      const text = await main.innerText();
      assert.ok((text.match(/alert|evil\.example|msgbox/g) ?? []).length >= shown, path);
    }
  });
});
