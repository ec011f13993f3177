import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findBrowser, noBrowser } from './browser.ts';

it('a missing browser skips the tests locally and fails them in CI', () => {
  const nowhere = ['/nowhere/chromium'];
  assert.equal(findBrowser(nowhere, {}), undefined);
  assert.equal(findBrowser(nowhere, { CI: 'false' }), undefined);
  assert.throws(() => findBrowser(nowhere, { CI: '1' }), { message: noBrowser });
  assert.equal(findBrowser([...nowhere, process.execPath], { CI: '1' }), process.execPath);
});
