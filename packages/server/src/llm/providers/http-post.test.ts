import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { Agent, type Dispatcher } from 'undici';
import { post } from './http-post.ts';

it('the bytes of a reply’s head are not kept while its body arrives', async (t) => {
  const server = createServer((_request, response) => response.end('body')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const agent = new Agent();
  t.after(() => agent.close());
  let controller: Dispatcher.DispatchController | undefined;
  const dispatcher = agent.compose(
    (dispatch) => (options, handler) =>
      dispatch(options, {
        ...handler,
        onResponseStart(started, status, headers) {
          controller = started;
          assert.ok(started.rawHeaders);
          handler.onResponseStart?.(started, status, headers);
        },
      }),
  );
  const kept: unknown[] = [];
  await post({
    ...{ dispatcher, path: '/', headers: {}, body: '', signal: new AbortController().signal },
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onHead: () => () => {
      kept.push(controller?.rawHeaders);
      return undefined;
    },
  });
  assert.deepEqual(kept, [null]);
});
