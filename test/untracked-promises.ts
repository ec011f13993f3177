import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded into the processes of a whole run: `node:test` follows every promise to the test that created it, in order to
 * name that test if a rejection stays unhandled, and this takes about a sixteenth of the tests' CPU time. Without it, such
 * a rejection fails its process; the file, run again alone and without this, names the test.
 */
if (isMainThread) {
  const hooks = process.getBuiltinModule('node:async_hooks');
  const { createHook } = hooks;
  hooks.createHook = (options) => createHook({ ...options, trackPromises: false });
  await import('node:test');
  hooks.createHook = createHook;
}
