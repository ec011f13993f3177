import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  fileContentMaxMegabytes,
  historyMaxKilobytes,
  historyRounds,
  imageMaxMegabytes,
  imagesMax,
} from '@citewell/sdk';
import { bill, givesQuotaBack, type JournalStep, type StepSource } from '../accounting/ledger/billing.ts';
import type { Outcome } from '../accounting/settlement.ts';
import { askStreamMaxBytes } from '../features/answers/read-question.ts';
import { defaultCapacityLimits } from '../http/server/capacity.ts';
import { remoteSources } from '../literature/sources/remote-sources.ts';
import { readConfig } from '../platform/config.ts';
import { addressVariable } from '../platform/source-addresses.ts';
import { buildTestApp, type TestApp } from '../testing/app/build-test-app.ts';
import { scriptedModel } from '../testing/app/scripted.ts';
import { codeIn, readDocument, repositoryFile, tablesUnder } from '../testing/documents/markdown.ts';

/** Compares statements of the documentation with the code. */
const srcFolder = fileURLToPath(new URL('..', import.meta.url));
const source = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

describe('docs/operator/settings.md', () => {
  const rows = tablesUnder('setting', readDocument('docs/operator/settings.md'));
  const nameOf = (row: Record<string, string>) => codeIn(row.setting)[0] ?? '';
  const [, variables = ''] = /^const variables = \{\n(.*?)^\};/ms.exec(source('../platform/config.ts')) ?? [];
  const definitions = new Map(
    variables.split(/^ {2}(?=CITEWELL_)/m).map((text) => [text.replace(/:.*/s, ''), text] as const),
  );

  it('lists every setting and no other', () => {
    const inExample = readDocument('.env.example').match(/^#?CITEWELL_\w+(?==)/gm) ?? [];
    assert.deepEqual(rows.map(nameOf).sort(), inExample.map((name) => name.replace('#', '')).sort());
  });

  it('states every default', () => {
    const nothing = readConfig({});
    for (const row of rows) {
      const name = nameOf(row);
      const [value] = codeIn(row.default);
      const hasDefault = !row.default?.startsWith('none');
      const source = remoteSources.find((each) => addressVariable(each.name) === name);
      if (source) assert.equal(value, source.baseUrl);
      else assert.equal(hasDefault, /\.default\((?!'')/.test(definitions.get(name) ?? ''), name);
      if (hasDefault && !source) assert.deepEqual(readConfig({ [name]: value }), nothing, name);
    }
  });

  it('marks the settings that are never printed', () => {
    const [, list = ''] = /const secret = new Set\(\[([^\]]+)\]/.exec(source('../platform/config.ts')) ?? [];
    const marked = rows.filter(({ takes }) => /\bsecret$/.test(takes ?? ''));
    assert.deepEqual(marked.map(nameOf).sort(), (list.match(/CITEWELL_\w+/g) ?? []).sort());
  });
});

describe('docs/operator/billing.md', () => {
  const page = readDocument('docs/operator/billing.md');
  const outcomes = {
    ok: true,
    not_found: true,
    client_disconnected: true,
    upstream_error: true,
    insufficient_balance: true,
    key_disabled: true,
    deadline: true,
    internal_error: true,
    interrupted: true,
  } satisfies Record<Outcome, true>;

  it('has a row for every outcome of a call', () => {
    const rows = tablesUnder('outcome', page).flatMap((row) =>
      deliveries(row).map((delivered) => `${codeIn(row.outcome)[0]} ${delivered}`),
    );
    const wanted = Object.keys(outcomes).flatMap((outcome) =>
      outcome === 'ok' ? ['ok true'] : [`${outcome} true`, `${outcome} false`],
    );
    assert.deepEqual(rows.sort(), wanted.sort());
  });

  it('states for each outcome the charge, the unbilled reason and the quota, as the code has it', () => {
    const step = (source: StepSource, completionTokens: number): JournalStep => ({
      ...{ model: 'm', promptTokens: 0 },
      ...{ completionTokens, source },
    });
    for (const row of tablesUnder('outcome', page)) {
      const outcome = codeIn(row.outcome)[0] as Outcome;
      for (const delivered of deliveries(row)) {
        for (const [title, steps] of [
          ['finished requests', [step('provider', 100), step('estimated', 20)]],
          ['open requests', [step('open', 7), step('seen', 3)]],
        ] as const) {
          const { charged, tokens } = bill(outcome, delivered, steps, 1_000);
          const words = charged === tokens ? 'charged' : charged === 0 ? 'not charged' : 'in part';
          assert.equal(row[title], words, `${outcome} ${title}`);
        }
        const both = bill(outcome, delivered, [step('provider', 100), step('open', 7)], 1_000);
        assert.equal(codeIn(row['`unbilled` because of'])[0], both.unbilledReason, outcome);
      }
      const counted = givesQuotaBack(outcome, 0) ? 'given back' : 'counted';
      assert.equal(row['quota, if no token was used'], counted, outcome);
      assert.equal(givesQuotaBack(outcome, 1), false);
    }
    const scarce = bill('ok', true, [step('provider', 100)], 60);
    assert.deepEqual([scarce.charged, scarce.unbilledReason], [60, 'insufficient_balance']);
  });

  it('states for each rejection by a guard that it is free, not counted and not recorded', async (t) => {
    const rows = tablesUnder('code', page);
    const test = await buildTestApp(t, { services: { model: scriptedModel({}) } });
    const rejections = await rejectEach(test);
    assert.deepEqual(
      rows.map(({ code, status }) => [codeIn(code)[0], Number(status)]),
      [...rejections].map(([code, { status }]) => [code, status]),
    );
    for (const { charged, quota, record } of rows)
      assert.deepEqual([charged, quota, record], ['no', 'no', 'no']);
    for (const [code, { recorded }] of rejections) assert.deepEqual(recorded, nothingRecorded, code);
    assert.deepEqual(test.settled, []);
  });
});

function deliveries(row: Record<string, string>): boolean[] {
  return { yes: [true], no: [false], either: [true, false] }[row['part of the answer was sent'] ?? ''] ?? [];
}

const nothingRecorded = { used: 0, requests: 0, charged: 0, held: 0 };

/** Every rejection by a guard, in the order of the page, and the ledger's entries for its key afterwards. */
async function rejectEach({ app, services, createKey }: TestApp) {
  const { keys, usage, clock } = services;
  const created = async (change: object) => {
    const secret = await createKey(change);
    const key = (await keys.list()).find(({ hint }) => hint.endsWith(secret.slice(-4)));
    return { secret, id: key?.id ?? '' };
  };
  const plain = await created({ label: 'plain' });
  type Attempt = { key: { secret: string; id: string }; body?: object; headers?: object };
  const attempts: Attempt[] = [
    { key: plain, headers: { 'x-api-key': '' } },
    { key: plain, headers: { 'x-api-key': `${plain.secret.slice(0, -1)}_` } },
    { key: await created({ status: 'disabled' }) },
    { key: await created({ expiresAt: 1 }) },
    { key: await created({ modules: ['factcheck'] }) },
    { key: await created({}), body: { question: 7 } },
    { key: await created({ dailyQuota: 0 }) },
    { key: await created({ balance: 1 }) },
  ];
  const found = new Map<string, { status: number; recorded: typeof nothingRecorded }>();
  for (const { key, body = { question: 'Does metformin work?' }, headers } of attempts) {
    const reply = await app.inject({
      ...{ method: 'POST', url: '/ai/api/ask', payload: body },
      headers: { 'content-type': 'application/json', 'x-api-key': key.secret, ...headers },
    });
    const { code } = reply.json() as { code: string };
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const report = await usage.reportUsage(
      { keyId: key.id, from: day, to: day, endpoint: undefined, outcome: undefined },
      'day',
      { after: undefined, limit: 10 },
    );
    assert.ok(report);
    const { charged, held } = report.key;
    found.set(code.replace(/:.*/, ''), {
      status: reply.statusCode,
      recorded: { used: report.quota.used, requests: report.calls.length, charged, held },
    });
  }
  return found;
}

describe('docs/operator/monitoring.md', () => {
  it('explains every log event and no other', () => {
    const files = globSync('**/*.ts', { cwd: srcFolder }).filter(
      (file) => !file.endsWith('.test.ts') && !file.startsWith('testing/'),
    );
    const code = files.map((file) => source(`../${file}`)).join('\n');
    const explained = tablesUnder('event', readDocument('docs/operator/monitoring.md')).flatMap(({ event }) =>
      codeIn(event),
    );
    const logged = [...code.matchAll(/\blog\([^()']*(?:'\w+' : )?'(?:info|warn|error)', '(\w+)'/g)].map(
      ([, event]) => event,
    );
    assert.ok(logged.length > 20);
    assert.deepEqual(
      logged.filter((event) => !explained.includes(event ?? '')),
      [],
    );
    assert.deepEqual(
      explained.filter((event) => !code.includes(`'${event}'`)),
      [],
    );
  });
});

describe('docs/operator/install.md', () => {
  const page = readDocument('docs/operator/install.md');

  it('starts an existing program, and sets proxy limits no smaller than those of the service', () => {
    const [, program = ''] = /^ExecStart=\S+ \/opt\/citewell\/(\S+) serve$/m.exec(page) ?? [];
    assert.ok(existsSync(repositoryFile(program)), program);
    assert.match(source('main.ts'), /const exitConfig = 78;/);
    assert.match(page, /^RestartPreventExitStatus=78$/m);
    const mebibytes = askStreamMaxBytes / 1024 / 1024;
    assert.ok(page.includes(`accept bodies of ${mebibytes} MB`));
    assert.ok(page.includes(`${defaultCapacityLimits.bodyBytesOfKey / 1024 / 1024} MB per API key`));
    assert.ok(defaultCapacityLimits.bodyBytesOfKey >= askStreamMaxBytes);
    const nginxMebibytes = Number(/client_max_body_size (\d+)m/.exec(page)?.[1]);
    const caddyBytes = Number(/max_size (\d+)MB/.exec(page)?.[1]) * 1_000_000;
    assert.ok(nginxMebibytes >= mebibytes && caddyBytes >= askStreamMaxBytes);
  });
});

describe('a limit of requests', () => {
  const [ask, askStream, avatarChat] = ['ask', 'ask_stream', 'avatar_chat'].map(
    (name) => `docs/api/${name}.md`,
  );
  const compatible = ['docs/clients/openai-compatible.md', 'docs/clients/openai-compatible.zh.md'];
  const python = 'clients/python/src/citewell/types/requests.py';
  for (const [limit, value, pages] of [
    [
      'size of an attachment',
      fileContentMaxMegabytes,
      [
        [ask, /`file_content` .*\b(\d+) MB/],
        ...compatible.map((page) => [page, /`file_data`.*? (\d+) MB/] as const),
        ['docs/operator/web.md', /with (\d+) MB of text together/],
        [python, /Text of an attachment, at most (\d+) MB/],
      ],
    ],
    [
      'size of an image',
      imageMaxMegabytes,
      [
        [askStream, /each at most (\d+) MB/],
        ...compatible.map((page) => [page, /`image_url`.*? (\d+) MB/] as const),
      ],
    ],
    ['number of images', imagesMax, [[askStream, /`images` .*\b(\d+) images/]]],
    [
      'size of a history',
      historyMaxKilobytes,
      [
        [askStream, /`history` .*\b(\d+) KB/],
        [avatarChat, /`history` .*\b(\d+) KB/],
        [compatible[0], /become the history.*? (\d+) KB/],
        [compatible[1], /作为历史.*? (\d+) KB/],
        [python, /Earlier rounds, oldest first, at most (\d+) KB/],
      ],
    ],
    [
      'number of rounds of a history',
      historyRounds,
      [
        [askStream, /`history` .*the last (\d+) are used/],
        [avatarChat, /`history` .*the last (\d+) are used/],
        ['packages/sdk/README.md', /\(the last (\d+) are used\)/],
        ['packages/sdk/src/protocol.ts', /only the last (\d+) \(`historyRounds`\) are used/],
        [python, /only the last (\d+) are used/],
        [compatible[0], /become the history: the last (\d+) rounds/],
        [compatible[1], /作为历史：最近 (\d+) 轮/],
      ],
    ],
  ] as const)
    it(`is the same wherever it is written by hand: the ${limit}`, () => {
      for (const [page = '', text] of pages) {
        const written = [...readDocument(page).matchAll(new RegExp(text, 'g'))].map(([, found]) =>
          Number(found),
        );
        assert.deepEqual(new Set(written), new Set([value]), page);
      }
    });
});

describe('docs/decisions/README.md', () => {
  it('lists every record with its title, status and date', () => {
    const records = globSync('docs/decisions/*/[0-9]*.md', { cwd: repositoryFile('') }).map((path) => {
      const [, number, title] = /^# ADR (\d+): (.*)$/m.exec(readDocument(path)) ?? [];
      const [, status = ''] = /^Status: (.*)$/m.exec(readDocument(path)) ?? [];
      const [, date] = /^Date: (.*)$/m.exec(readDocument(path)) ?? [];
      return [
        `[${number}](${path.replace('docs/decisions/', '')})`,
        title,
        status.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1'),
        date,
      ];
    });
    const rows = tablesUnder('number', readDocument('docs/decisions/README.md'));
    assert.deepEqual(
      rows.map(({ number, title, status, date }) => [number, title, status, date]).sort(),
      records.sort(),
    );
  });
});

/** Returns the fragments to which links to a page may lead: one for each heading, as GitHub forms them. */
function fragmentsOf(page: string): string[] {
  return Array.from(readDocument(page).matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading
      .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('docs/architecture.md', () => {
  it('names files and folders by paths that lead to them', () => {
    const spans = [...readDocument('docs/architecture.md').matchAll(/`([^`\s]+)`/g)].map(
      ([, text = '']) => text,
    );
    const paths = spans.filter((text) => !text.startsWith('/') && /\/|\.(?:ts|tsv|js|md)$/.test(text));
    assert.ok(paths.length > 150, `${paths.length} paths`);
    const roots = [srcFolder, repositoryFile('')];
    const lost = paths.filter((path) => !roots.some((cwd) => globSync(path, { cwd }).length > 0));
    assert.deepEqual(lost, []);
  });
});

describe('all pages', () => {
  it('contain only working links', () => {
    const pages = globSync(['*.md', '{bench,clients,docs,eval,packages}/**/*.md'], {
      cwd: repositoryFile(''),
      exclude: ['**/node_modules'],
    });
    assert.ok(pages.length > 80, `${pages.length} pages`);
    const broken = pages.flatMap((page) =>
      [...readDocument(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
        .filter(([, target = '', fragment]) => {
          const path = target === '' ? page : join(dirname(page), target);
          if (!existsSync(repositoryFile(path))) return true;
          return fragment !== undefined && path.endsWith('.md') && !fragmentsOf(path).includes(fragment);
        })
        .map(([link]) => `${page}: ${link}`),
    );
    assert.deepEqual(broken, []);
  });

  it('name only sources that exist', () => {
    const root = repositoryFile('');
    const sources = globSync('*/**/*.{ts,tsx,py}', {
      cwd: root,
      exclude: ['**/node_modules', '**/dist', 'data'],
    });
    const pages = globSync(['*.md', '{bench,docs,eval,packages}/**/*.md'], {
      cwd: root,
      exclude: ['**/node_modules', 'CHANGELOG.md'],
    });
    const named = pages.flatMap((page) =>
      [...readDocument(page).matchAll(/`(?:\.{0,2}\/)*([\w./-]+\.(?:tsx?|py))`/g)].map(([, path = '']) => ({
        page,
        path,
      })),
    );
    assert.ok(named.length > 100);
    const missing = named.filter(({ path }) => !sources.some((source) => `/${source}`.endsWith(`/${path}`)));
    assert.deepEqual(missing, []);
  });
});
