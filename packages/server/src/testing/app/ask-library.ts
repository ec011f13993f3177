import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import type { Article } from '@citewell/core/records/article.ts';
import type { AskResponse } from '@citewell/sdk';
import { buildApp } from '../../app/app.ts';
import { inlineWorkers } from '../../app/language-tasks/inline-work.ts';
import { buildServices } from '../../app/services.ts';
import { openLibraryWriter } from '../../library/open-library.ts';
import { readConfig } from '../../platform/config.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';

/** Asks the real app over a real library of these records, without a model. */
export async function askLibrary(
  t: TestContext,
  records: readonly Article[],
  question: string,
): Promise<AskResponse> {
  const config = readConfig({
    CITEWELL_DATA_DIR: temporaryFolder(t),
    CITEWELL_SOURCES: 'library',
    CITEWELL_SAMPLE: 'off',
  });
  const writer = await openLibraryWriter(config.library, systemClock);
  await writer.write({
    put: records.map((article) => ({ article, revisedAt: undefined })),
    remove: [],
    notices: [],
  });
  await writer.close();
  const services = await buildServices(config);
  t.after(() => services.close());
  // Without worker threads, which would load the word lists again for each test.
  const app = buildApp({ ...services, languageWorkers: inlineWorkers }, { webFolder: null });
  t.after(() => app.close());
  const { secret } = await services.keys.create({
    ...{ label: 'test', modules: ['ask_agent'], balance: 1_000_000, dailyQuota: null },
    ...{ expiresAt: undefined, status: 'enabled' },
  });
  const reply = await app.inject({
    method: 'POST',
    url: '/ai/api/ask',
    payload: { question },
    headers: { 'x-api-key': secret },
  });
  assert.equal(reply.statusCode, 200, reply.body);
  return reply.json() as AskResponse;
}
