import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildAdminTest } from '../../testing/app/build-admin-app.ts';

type Operation = {
  operationId: string;
  security: Record<string, string[]>[];
  parameters: { name: string; in: string }[];
};
type Document = { paths: Record<string, Record<string, Operation>> };

it('GET /admin/api/openapi.json describes every admin route to any signed-in role', async (t) => {
  const test = await buildAdminTest(t);
  const auditor = await test.signIn('auditor');
  const document = await auditor.get<Document>('/admin/api/openapi.json');
  const ids = new Set<string>();
  for (const [template, operations] of Object.entries(document.paths)) {
    const url = template.replace(/\{(\w+)\}/g, ':$1');
    for (const [method, operation] of Object.entries(operations)) {
      assert.ok(test.admin.hasRoute({ url, method: method.toUpperCase() as 'GET' }), `${method} ${url}`);
      assert.ok(!ids.has(operation.operationId));
      ids.add(operation.operationId);
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
      assert.deepEqual(
        inPath.map(({ name }) => `{${name}}`),
        template.match(/\{\w+\}/g) ?? [],
      );
      const wanted =
        operation.operationId === 'signIn' ? [] : method === 'get' ? ['session'] : ['session', 'csrf'];
      assert.deepEqual(operation.security.flatMap(Object.keys), wanted, operation.operationId);
    }
  }
  const text = JSON.stringify(document);
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
    assert.ok(text.includes(`"${name}":{`), name);
  assert.ok(ids.size >= 15);
});
