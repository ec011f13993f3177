import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ownStoreEngines } from '../testing/accounting/accounts-databases.ts';
import { mailKeys, printLinks } from '../testing/canary/applicants.ts';
import { install } from '../testing/canary/installation.ts';
import * as story from '../testing/canary/story.ts';

const sqliteFiles = [
  /citewell\.db while/,
  /citewell\.db-wal while/,
  /citewell\.db-shm while/,
  /backup\.db/,
  /cache\.db/,
  /^the log/,
];
const postgresPlaces = [
  /the table outbox while mails wait/,
  /the table audit_log/,
  /file base\//,
  /file pg_wal\//,
];

/**
 * Runs everything with known secrets, and then searches all that is left: files, tables, logs, exports, replies, output and
 * mail. A secret may occur only where it is intentionally shown.
 */
for (const engine of ownStoreEngines)
  describe(`a complete run on ${engine.name}`, () => {
    it('leaves no key, password, session or link in clear except where it was shown, and the search detects a planted one', {
      tags: ['key.exposed'],
    }, async (t) => {
      const installation = await install(t, engine);
      const { evidence, takeStock, start, cli } = installation;
      await story.runAndCrash(t, installation);
      const key = await story.makeKeys(installation);

      const inline = await start({});
      const operator = await story.administer(installation, inline);
      await mailKeys(installation, inline, operator);
      await story.call(installation, inline, key);
      await story.misplace(inline, key);
      await story.exportAll(installation, inline, operator, key);
      if (engine.name === 'SQLite')
        assert.equal((await cli(['backup', join(installation.dataDir, 'backup.db')])).code, 0);
      await takeStock('while it runs');
      assert.ok(!inline.logLines.some((line) => /zelparin|stroke/i.test(line)), 'no question is in a log');
      await inline.stop();

      const claiming = await start({ CITEWELL_SMTP_URL: '', CITEWELL_KEY_DELIVERY: 'claim' });
      await printLinks(installation, claiming, operator);
      await claiming.stop();

      await story.fail(installation, key);
      await takeStock('at the end');
      await installation.takeServerFiles();

      const { places, secrets } = evidence.size();
      t.diagnostic(`looked for ${secrets} secrets in ${places.length} places`);
      for (const kind of engine.name === 'SQLite' ? sqliteFiles : postgresPlaces)
        assert.ok(
          places.some((place) => kind.test(place)),
          `looked at ${kind}`,
        );
      assert.deepEqual([...new Set(evidence.leaks())], []);

      await cli(['keys', 'update', key.id, '--label', key.secret]);
      await takeStock('with a secret in a label');
      const found = evidence.leaks().join('\n');
      const table = engine.name === 'SQLite' ? /citewell\.db with/ : /the table api_key with/;
      for (const place of [/what "citewell keys update" prints/, table]) assert.match(found, place);
    });
  });
