import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from '../../platform/config.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';

it('the start page explains how to ask, in both languages, and loads nothing from other origins', async (t) => {
  const { app } = await buildTestApp(t);
  const { statusCode, headers, body } = await app.inject({
    url: '/',
    headers: { host: 'cite.example:8787' },
  });
  assert.equal(statusCode, 200);
  assert.equal(headers['content-type'], 'text/html; charset=utf-8');
  assert.match(String(headers['content-security-policy']), /default-src 'none'/);
  assert.match(body, /curl -s http:\/\/cite\.example:8787\/ai\/api\/ask/);
  assert.match(body, /lang="zh">提问/);
  for (const [, url] of body.matchAll(/(?:src|<link[^>]*href)="([^"]*)"/g)) assert.match(String(url), /^\//);
  assert.equal((await app.inject('/start.css')).headers['content-type'], 'text/css; charset=utf-8');
});

it('the start page keeps only the letters of a hostile Host header', async (t) => {
  const { app } = await buildTestApp(t);
  const { body } = await app.inject({ url: '/', headers: { host: '"><script>alert(1)</script>' } });
  assert.doesNotMatch(body, /<script/);
});

it('the start page names the sources that the service searches, in both languages', async (t) => {
  const { app } = await buildTestApp(t, {
    services: { config: readConfig({ CITEWELL_SOURCES: 'europepmc,library' }) },
  });
  const { body } = await app.inject('/');
  assert.match(body, /a real record: Europe PMC and the local library\./);
  assert.match(body, /来源为 Europe PMC、本地文献库。/);
  assert.doesNotMatch(body, /\{\{/);
});
