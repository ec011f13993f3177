import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { it } from 'node:test';
import { elsewhere } from '../elsewhere.ts';
import { sizeTable } from '../measure.ts';
import { root } from '../places.ts';
import { useService } from '../service.ts';
import { makeContainer, untilHealthy } from './container.ts';
import { buildImage, layersOf, whyNoContainer, whyNoImage } from './image.ts';

const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
/** Maximum bytes of the files of an image. */
const bytesMax = 250e6;

/** Variables that the image sets, except PATH, which refers to its inside. */
const settings = Object.fromEntries(
  [...dockerfile.matchAll(/\b(CITEWELL_\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

it('the image is small, contains no tools, and serves answers and pages as an unprivileged user on a read-only root', {
  timeout: 900_000,
  skip: whyNoImage() ?? false,
}, async (t) => {
  const image = await buildImage(elsewhere(t));
  t.diagnostic(`\n${sizeTable(image.sizes)}`);
  assert.deepEqual(layersOf(dockerfile), ['system', 'runtime', 'dependencies', 'application', 'state']);
  const [, total = 0] = image.sizes.at(-1) ?? [];
  assert.ok(total <= bytesMax, `${total} bytes`);

  const files = readdirSync(image.files, { recursive: true, encoding: 'utf8' });
  const programs = files.filter((file) => /^(?:usr\/)?(?:local\/)?s?bin\/./.test(file));
  assert.deepEqual(programs.sort(), ['usr/local/bin/citewell', 'usr/local/bin/node']);
  const forDevelopment =
    /\.tsx?$|\.map$|\.test\.|(?:^|\/)(?:typescript|vite|playwright-core|simulators)(?:\/|$)/;
  assert.deepEqual(files.filter((file) => forDevelopment.test(file)).slice(0, 10), []);
  assert.ok(files.includes('var/lib/dpkg/status.d/libc6'), 'scanners find the packages of the system');

  const reason = whyNoContainer();
  if (reason !== undefined) return t.skip(`built, but not run: ${reason}`);
  const port = await freePort();
  const container = makeContainer(t, image, {
    ...{ ...settings, CITEWELL_PORT: String(port), CITEWELL_SOURCES: 'library' },
  });
  const service = container.start('serve');
  await untilHealthy(container, service);
  const { key } = JSON.parse(await container.exec('citewell', 'keys', 'create', '--json')) as { key: string };
  await useService({ url: `http://127.0.0.1:${port}`, key });

  const probe = `
    const { appendFileSync } = require('node:fs');
    const write = (path) => { try { appendFileSync(path, ''); return 'written'; } catch ({ code }) { return code; } };
    const places = ['/x', '/opt/citewell/x', '/usr/local/bin/x', '/tmp/x', '/data/x'];
    process.stdout.write(JSON.stringify([process.getuid(), process.getgroups(), ...places.map(write)]));`;
  assert.deepEqual(JSON.parse(await container.exec('node', '--eval', probe)), [
    ...[65_532, [65_532]],
    ...['EROFS', 'EROFS', 'EROFS', 'written', 'written'],
  ]);
  await assert.rejects(container.exec('sh'), /No such file/);
  assert.equal(await service.stop(), 0);
  assert.match(service.said(), /"event":"stopped"/);
  await assert.rejects(container.exec('citewell', 'health'), /cannot be reached/);
});
