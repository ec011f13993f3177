import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { repositoryFile } from './markdown.ts';

/** Ports, interfaces with more than one implementation, by their file. */
const ports: readonly [name: string, file: string][] = [
  ['LedgerStore', 'packages/server/src/accounting/ledger-store.ts'],
  ['OperatorStore', 'packages/server/src/accounting/operator-store.ts'],
  ['UsageReader', 'packages/server/src/accounting/usage/usage.ts'],
  ['ApplicationStore', 'packages/server/src/accounting/applications/application.ts'],
  ['OutboxStore', 'packages/server/src/accounting/applications/outbox.ts'],
  ['Meter', 'packages/server/src/accounting/meter.ts'],
  ['AdministratorStore', 'packages/server/src/identity/administrator.ts'],
  ['Model', 'packages/server/src/llm/model.ts'],
  ['Verifier', 'packages/server/src/features/citation-checks/verifier/verifier.ts'],
  ['ChatProvider', 'packages/server/src/llm/providers/provider.ts'],
  ['Reranker', 'packages/server/src/literature/ranking/reranker.ts'],
  ['Retriever', 'packages/server/src/literature/sources/retriever.ts'],
  ['RemoteRetriever', 'packages/server/src/literature/sources/retriever.ts'],
  ['LiteratureCache', 'packages/server/src/literature/sources/cache.ts'],
  ['RateLimiter', 'packages/server/src/literature/sources/remote/rate-limiter.ts'],
  ['MailTransport', 'packages/server/src/features/applications/mail-delivery.ts'],
  ['LanguageWorkers', 'packages/server/src/language-work/language-work.ts'],
  ['RateLimitStore', 'packages/server/src/literature/sources/remote/sliding-window.ts'],
  ['ResultStore', 'packages/server/src/accounting/idempotency/stored-results.ts'],
  ['KeyAdministration', 'packages/server/src/accounting/accounts.ts'],
  ['Accounts', 'packages/server/src/accounting/accounts.ts'],
  ['AdmittedCall', 'packages/server/src/accounting/accounts.ts'],
  ['CitationSink', 'packages/server/src/features/answers/verification/verify-answer.ts'],
  ['LibraryStore', 'packages/search-index/src/segments/segment-store.ts'],
  ['WriteTransaction', 'packages/search-index/src/segments/segment-store.ts'],
  ['LibraryWriteStore', 'packages/search-index/src/segments/segment-store.ts'],
  ['Embedder', 'packages/server/src/library/vectors/embedder.ts'],
  ['VectorPool', 'packages/server/src/library/vectors/vector-pool.ts'],
  ['Library', 'packages/core/src/records/library.ts'],
  ['LibraryWriter', 'packages/core/src/records/library.ts'],
];

/** Documentation of an interface: its own comment, its methods, and those that lack a comment, their errors or units. */
type PortDocs = {
  comment: string;
  methods: string[];
  undocumented: string[];
  withoutErrors: string[];
  withoutUnits: string[];
};

function readPort(name: string, file: string): PortDocs {
  const source = readFileSync(repositoryFile(file), 'utf8');
  const at = source.search(new RegExp(String.raw`\nexport interface ${name}\b`));
  assert.ok(at > 0, `${name} in ${file}`);
  const comment = source.slice(source.lastIndexOf('/**', at), at);
  const body = source.slice(at + 1, source.indexOf('\n}', at));
  const lines = body.split('\n');
  const undocumented = lines.flatMap((line, index) => {
    const method = /^ {2}(\w+)\??[(<]/.exec(line)?.[1];
    return method && !lines[index - 1]?.trimEnd().endsWith('*/') ? [method] : [];
  });
  const withoutErrors = [
    ...body.matchAll(/((?: {2}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?) {2}(\w+)\??[(<]/g),
  ].flatMap(([, ofMethod = '', method = '']) =>
    ofMethod.includes('@throws') || method === 'close' ? [] : [method],
  );
  const withoutUnits = [
    ...body.matchAll(/( {2}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n) {2}(\w+)\??\(([^)]*)\)/g),
  ].flatMap(([, ofMethod = '', method = '', parameters = '']) =>
    [...parameters.matchAll(/(\w+)\??: number\b/g)]
      .map(([, parameter = '']) => parameter)
      .filter(
        (parameter) => !ofMethod.includes(`\`${parameter}\``) && !ofMethod.includes(`@param ${parameter} `),
      )
      .map((parameter) => `${method}: ${parameter}`),
  );
  const methods = [...body.matchAll(/\n {2}(\w+)\??[(<]/g)].map(([, method = '']) => method);
  return { comment, methods, undocumented, withoutErrors, withoutUnits };
}

describe('the documentation of ports', () => {
  for (const [name, file] of ports) {
    const { comment, methods, undocumented, withoutErrors, withoutUnits } = readPort(name, file);
    it(`${name} states its errors, once for all methods or at each`, () => {
      if (!comment.includes('@throws')) assert.deepEqual(withoutErrors, []);
    });
    it(`${name} has an example that calls its methods`, () => {
      const [, example = ''] = comment.split('@example');
      assert.ok(methods.some((method) => example.includes(`.${method}(`)));
    });
    it(`${name} states the unit of every number that its methods take`, () =>
      assert.deepEqual(withoutUnits, []));
    it(`${name} has a comment on every method`, () => assert.deepEqual(undocumented, []));
  }
});
