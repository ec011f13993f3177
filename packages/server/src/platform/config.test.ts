import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { sourceNames } from '@citewell/sdk';
import { ConfigError, readConfig } from './config.ts';
import { allowedValues } from './config-words.ts';
import { defaultSources } from './default-sources.ts';

function problems(environment: Record<string, string>, language: 'en' | 'zh' = 'en'): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems.map((problem) => problem[language]);
  }
  return [];
}

describe('settings', () => {
  it('are complete without any: loopback, SQLite in ./data, all sources, no model', () => {
    const config = readConfig({});
    assert.equal(`${config.host}:${config.port}`, '127.0.0.1:8787');
    assert.deepEqual(config.database, { kind: 'sqlite', path: resolve('data', 'citewell.db') });
    assert.deepEqual(config.sources, defaultSources);
    assert.equal(config.llm, undefined);
    assert.deepEqual(new Set(Object.values(config.sourceAddresses)), new Set([undefined]));
  });

  it('treat empty values as unset', () => {
    assert.deepEqual(readConfig({ CITEWELL_PORT: '', CITEWELL_LLM_MODEL: ' ' }), readConfig({}));
  });

  it('report every problem at once, each with the variable, its value and what is allowed', () => {
    const found = problems({
      CITEWELL_PORT: '99999',
      CITEWELL_SOURCES: 'pubmed,google',
      CITEWELL_PUBMED_BASE_URL: 'ftp://x',
      CITEWELL_TLS_CERT: 'cert.pem',
      CITEWELL_QUOTA_TZ: 'Mars/Olympus',
      CITEWELL_CORS_ORIGINS: 'https://intranet.example.org/page',
    });
    assert.equal(found.length, 6);
    assert.ok(found.includes('CITEWELL_PORT ("99999"): a port number from 0 to 65535'));
    assert.ok(
      found.some((line) =>
        line.startsWith(`CITEWELL_SOURCES ("pubmed,google"): one or more of ${sourceNames.join(', ')}`),
      ),
    );
    assert.ok(found.some((line) => line.startsWith('CITEWELL_TLS_KEY (not set)')));
  });

  it('explain in Chinese, too, what each setting allows, without secret values', () => {
    const wrong = { CITEWELL_PORT: 'x', CITEWELL_GUEST_KEY: 'secret', CITEWELL_TLS_CERT: 'cert.pem' };
    assert.deepEqual(problems({ ...wrong, CITEWELL_PROT: '1' }, 'zh'), [
      'CITEWELL_PROT：没有此设置；是否要用 CITEWELL_PORT？',
      'CITEWELL_PORT（"x"）：0 到 65535 的端口号',
      'CITEWELL_GUEST_KEY（已设置，不显示）：本服务的完整 API 密钥：cw_ 加 38 个字母和数字',
      'CITEWELL_TLS_KEY（未设置）：PEM 私钥的路径，须与 CITEWELL_TLS_CERT 同时设置',
    ]);
    assert.throws(
      () => readConfig(wrong),
      (error: ConfigError) =>
        /^Invalid settings:\n {2}- /.test(error.sentence.en) && /^设置无效：\n {2}- /.test(error.sentence.zh),
    );
    for (const [name, { en, zh }] of Object.entries(allowedValues)) {
      assert.equal(detectLanguage(zh.replace(/https?\S+|postgres\S+/g, '')), 'zh', `${name}: ${zh}`);
      assert.equal(detectLanguage(en), 'en', `${name}: ${en}`);
      // Figures and names of settings are the same in both languages.
      const facts = (text: string) => text.match(/CITEWELL_\w+|\d[\d,]*\d/g)?.sort() ?? [];
      assert.deepEqual(facts(zh.replaceAll(',', '')), facts(en.replaceAll(',', '')), name);
    }
    for (const llm of [{ CITEWELL_LLM_MODEL: 'm' }, { CITEWELL_LLM_PROVIDER: 'anthropic' }])
      for (const line of problems(llm, 'zh'))
        assert.equal(detectLanguage(line.split('）：')[1] ?? ''), 'zh', line);
  });

  it('locate PubMed’s files, schedule the sync and switch the demonstration records', () => {
    const { pubmedFilesUrl, librarySync, demonstration } = readConfig({});
    assert.deepEqual(
      [pubmedFilesUrl, librarySync, demonstration],
      ['https://ftp.ncbi.nlm.nih.gov/pubmed', undefined, true],
    );
    const set = readConfig({
      CITEWELL_PUBMED_FILES_URL: 'http://mirror.example.org/pubmed/',
      CITEWELL_LIBRARY_SYNC: '0 5 * * MON-FRI',
      CITEWELL_SAMPLE: 'off',
    });
    assert.deepEqual(
      [set.pubmedFilesUrl, set.librarySync, set.demonstration],
      ['http://mirror.example.org/pubmed', '0 5 * * MON-FRI', false],
    );
    const wrong = {
      CITEWELL_PUBMED_FILES_URL: 'ftp://ftp.ncbi.nlm.nih.gov/pubmed',
      CITEWELL_LIBRARY_SYNC: 'every day',
      CITEWELL_SAMPLE: 'no',
    };
    assert.deepEqual(
      problems(wrong).map((line) => line.split(' ')[0]),
      Object.keys(wrong),
    );
  });

  it('never print a secret', () => {
    const [line] = problems({ CITEWELL_NCBI_API_KEY: 'not a key!' });
    assert.equal(line, 'CITEWELL_NCBI_API_KEY (set, not shown): an NCBI API key: 8 to 64 letters and digits');
  });

  it('never print the user part of an address', () => {
    for (const [name, value] of [
      ['CITEWELL_PUBMED_BASE_URL', 'postgres://u:secret@h/db'],
      ['CITEWELL_LLM_BASE_URL', 'ftp://user:se/cr@et@host:1/v1'],
      ['CITEWELL_EUROPEPMC_BASE_URL', 'user:secret@host'],
      ['CITEWELL_SOURCES', 'https://secret@host'],
    ] as const) {
      const lines = problems({ CITEWELL_LLM_MODEL: 'm', [name]: value }).join();
      assert.match(lines, new RegExp(`${name} \\("(?:\\w+://)?\\*\\*\\*@h`));
      assert.doesNotMatch(lines, /secret|cr@|user/);
    }
    assert.match(problems({ CITEWELL_MAIL_FROM: 'a@b, c@d' }).join(), /"a@b, c@d"/);
  });

  it('accept a port only as plain digits', () => {
    for (const value of [
      '1e3',
      '0x50',
      '80.0',
      '-1',
      '+80',
      '8 0',
      '٨٠',
      '65536',
      '123456',
      'tcp://10.0.0.1:80',
    ])
      for (const name of ['CITEWELL_PORT', 'CITEWELL_ADMIN_PORT'])
        assert.match(problems({ [name]: value }).join(), new RegExp(`^${name} \\(`), value);
    assert.equal(readConfig({ CITEWELL_PORT: '0' }).port, 0);
    assert.equal(readConfig({ CITEWELL_PORT: ' 65535 ' }).port, 65_535);
  });

  it('reject an unknown name, suggest the nearest one, and never print its value', () => {
    assert.deepEqual(problems({ CITEWELL_PROT: '80', CITEWELL_LLM_APIKEY: 'sk-secret' }), [
      'CITEWELL_PROT: not a setting; did you mean CITEWELL_PORT?',
      'CITEWELL_LLM_APIKEY: not a setting; did you mean CITEWELL_LLM_API_KEY?',
    ]);
    // Variables of other programs, and of neighbours in a cluster.
    const others = [
      'BENCH_RUNS',
      'URL',
      'API_KEY',
      'DB_SERVICE_HOST',
      'DB_SERVICE_PORT',
      'DB_PORT_5432_TCP_ADDR',
    ];
    const set = Object.fromEntries(others.map((name) => [`CITEWELL_${name}`, 'x']));
    assert.deepEqual(
      problems({ ...set, CITEWELL_DB_PORT: 'tcp://10.0.0.1:5432', CITEWELL_PROT: '', PORT: 'x' }),
      [],
    );
  });

  it('reject an API key that no header can carry, without printing it', () => {
    for (const key of ['sk-“quoted”', 'sk-密钥', 'sk-a\nb', 'sk-\u0000', 'sk-\u200b1'])
      assert.deepEqual(
        problems({
          CITEWELL_LLM_BASE_URL: 'http://h/v1',
          CITEWELL_LLM_MODEL: 'm',
          CITEWELL_LLM_API_KEY: key,
        }).map((line) => line.split(':')[0]),
        ['CITEWELL_LLM_API_KEY (set, not shown)'],
      );
  });

  it('require what a model needs', () => {
    assert.deepEqual(
      problems({ CITEWELL_LLM_MODEL: 'm' }).map((line) => line.split(' ')[0]),
      ['CITEWELL_LLM_BASE_URL'],
    );
    assert.deepEqual(
      problems({ CITEWELL_LLM_PROVIDER: 'anthropic' }).map((line) => line.split(' ')[0]),
      ['CITEWELL_LLM_MODEL', 'CITEWELL_LLM_API_KEY'],
    );
  });

  it('use the one model for every role without its own; images require a vision model', () => {
    const base = { CITEWELL_LLM_BASE_URL: 'http://127.0.0.1:1/v1/', CITEWELL_LLM_MODEL: 'big' };
    const { llm } = readConfig({ ...base, CITEWELL_LLM_PLANNER_MODEL: 'small' });
    assert.deepEqual(llm, {
      provider: 'openai-compatible',
      baseUrl: 'http://127.0.0.1:1/v1',
      apiKey: undefined,
      models: { planner: 'small', writer: 'big', verifier: 'big', vision: undefined, reranker: undefined },
      secondSearch: false,
      firstWordMs: 15_000,
      pauseMs: 10_000,
      contextTokens: 32_000,
    });
    assert.equal(readConfig({ ...base, CITEWELL_LLM_VISION_MODEL: 'eyes' }).llm?.models.vision, 'eyes');
  });

  it('accept times in seconds within bounds', () => {
    const base = { CITEWELL_LLM_BASE_URL: 'http://127.0.0.1:1/v1', CITEWELL_LLM_MODEL: 'big' };
    const times = {
      CITEWELL_SOURCE_SECONDS: '2.5',
      CITEWELL_PUBMED_QUEUE_SECONDS: '0',
      CITEWELL_RETRIEVAL_SECONDS: '20',
    };
    const model = { CITEWELL_LLM_FIRST_WORD_SECONDS: '40', CITEWELL_LLM_PAUSE_SECONDS: '1.5' };
    const { llm, sourceTimeouts } = readConfig({ ...base, ...times, ...model });
    assert.deepEqual(
      [sourceTimeouts, llm?.firstWordMs, llm?.pauseMs],
      [{ sourceMs: 2_500, totalMs: 20_000, queueMs: 0 }, 40_000, 1_500],
    );
    for (const wrong of ['0.5', '121'])
      assert.throws(() => readConfig({ CITEWELL_LLM_PAUSE_SECONDS: wrong }), /CITEWELL_LLM_PAUSE_SECONDS/);
    for (const wrong of ['0', '61', '-1', '8s', '1e1'])
      assert.throws(() => readConfig({ CITEWELL_SOURCE_SECONDS: wrong }), /CITEWELL_SOURCE_SECONDS/);
    for (const wrong of ['0', '101'])
      assert.throws(() => readConfig({ CITEWELL_RETRIEVAL_SECONDS: wrong }), /CITEWELL_RETRIEVAL_SECONDS/);
  });

  it('accept a database as a path, a file URL or a PostgreSQL address', () => {
    const database = (url: string) => readConfig({ CITEWELL_DATABASE_URL: url }).database;
    for (const url of ['x/y.db', 'file://x/y.db', 'sqlite://x/y.db'])
      assert.deepEqual(database(url), { kind: 'sqlite', path: resolve('x/y.db') });
    for (const url of ['postgres://me:pass@db:5433/citewell', 'postgresql:///citewell?host=/run/postgresql'])
      assert.deepEqual(database(url), { kind: 'postgres', url, connections: 16 });
  });

  it('accept a library elsewhere only as the address of an OpenSearch cluster', () => {
    const library = (url: string) => readConfig({ CITEWELL_LIBRARY_URL: url }).library;
    assert.deepEqual(library(''), { kind: 'sqlite', path: resolve('data/library.db') });
    const secrets = { CITEWELL_LIBRARY_API_KEY: 'abc', CITEWELL_LIBRARY_CA: 'ca.pem' };
    const cluster = 'https://me:p%40ss@search:9200/books?shards=3';
    assert.deepEqual(readConfig({ CITEWELL_LIBRARY_URL: cluster, ...secrets }).library, {
      kind: 'opensearch',
      address: {
        ...{ origin: 'https://search:9200', name: 'books', shards: 3, apiKey: 'abc' },
        ...{ user: { name: 'me', password: 'p@ss' }, caPath: resolve('ca.pem') },
      },
      marker: resolve('data/library.opensearch'),
    });
    for (const wrong of [
      'library.db',
      'mysql://me:pass@db/x',
      'postgres://me:pass@db/x',
      'https://me:pass@db/Name',
      'https://db/x?replicas=1',
      'https://me:p%ss@db/x',
      'https://m%e:pass@db/x',
    ])
      assert.match(
        problems({ CITEWELL_LIBRARY_URL: wrong }).join(),
        /^CITEWELL_LIBRARY_URL \(set, not shown\): /,
      );
  });

  it('reject an API key or certificate authority of a cluster without its address', () => {
    const apiKey = problems({ CITEWELL_LIBRARY_API_KEY: 'abc' }).join();
    assert.match(apiKey, /^CITEWELL_LIBRARY_API_KEY \(set, not shown\): .*CITEWELL_LIBRARY_URL is not set$/);
    assert.match(problems({ CITEWELL_LIBRARY_CA: 'ca.pem' }).join(), /^CITEWELL_LIBRARY_CA \("ca.pem"\): /);
  });

  it('accept a number of connections in plain digits from 1 to 500', () => {
    const url = 'postgres://db/citewell';
    const settings = (connections: string) => ({
      CITEWELL_DATABASE_URL: url,
      CITEWELL_DATABASE_CONNECTIONS: connections,
    });
    for (const connections of [1, 40, 500])
      assert.deepEqual(readConfig(settings(String(connections))).database, {
        ...{ kind: 'postgres', url, connections },
      });
    for (const wrong of ['0', '501', '-1', '1e2', '16.0', 'many'])
      assert.deepEqual(problems(settings(wrong)), [
        `CITEWELL_DATABASE_CONNECTIONS ("${wrong}"): the maximum number of connections to PostgreSQL, from 1 to 500`,
      ]);
  });

  it('never print an unusable database address, which may contain a password', () => {
    for (const url of ['mysql://me:pass@db/x', 'postgres://me:pass@db:port/x', 'postgres://me:pa ss:@/x'])
      assert.match(
        problems({ CITEWELL_DATABASE_URL: url }).join(),
        /^CITEWELL_DATABASE_URL \(set, not shown\): /,
      );
  });

  it('accept a mail server by its address: encrypted, unless it is local or declared unencrypted', () => {
    const smtp = (url: string) =>
      readConfig({ CITEWELL_SMTP_URL: url, CITEWELL_MAIL_FROM: 'Citewell 文献 <no-reply@cite.example>' })
        .smtp;
    const from = 'Citewell 文献 <no-reply@cite.example>';
    const server = (host: string, port: number, tls: string) => ({ host, port, tls, auth: undefined, from });
    assert.deepEqual(smtp('smtp://mail.example'), server('mail.example', 587, 'required'));
    assert.deepEqual(smtp('smtp://mail.example:25?tls=off'), server('mail.example', 25, 'off'));
    assert.deepEqual(smtp('smtp://127.0.0.1:1025'), server('127.0.0.1', 1025, 'off'));
    assert.deepEqual(smtp('smtp://[::1]:1025/?tls=required'), server('::1', 1025, 'required'));
    assert.deepEqual(smtp('smtps://a%40b.c:p%3A%2F@mail.example'), {
      ...server('mail.example', 465, 'implicit'),
      auth: { user: 'a@b.c', pass: 'p:/' },
    });
  });

  it('reject implausible mail servers, senders and proxies, and print no password', () => {
    const from = { CITEWELL_MAIL_FROM: 'a@b.c' };
    for (const url of [
      'mail.example',
      'http://mail.example',
      'smtp://',
      'smtp://h/x',
      'smtp://h?tls=maybe',
      'smtp://u:%zz@h',
    ])
      assert.match(
        problems({ CITEWELL_SMTP_URL: url, ...from }).join(),
        /^CITEWELL_SMTP_URL \(set, not shown\): /,
      );
    assert.match(problems({ CITEWELL_SMTP_URL: 'smtp://h' }).join(), /^CITEWELL_MAIL_FROM \(not set\): /);
    for (const sender of [
      'a',
      'A <a@b.c',
      'a@b.c, d@e.f',
      'A, B <a@b.c>',
      'A\nBcc: x@y.z <a@b.c>',
      '<a@b.c>',
    ])
      assert.match(problems({ CITEWELL_MAIL_FROM: sender }).join(), /^CITEWELL_MAIL_FROM/, sender);
    for (const proxy of ['proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '::/129', '10.0.0'])
      assert.match(problems({ CITEWELL_TRUSTED_PROXIES: proxy }).join(), /^CITEWELL_TRUSTED_PROXIES/, proxy);
    assert.deepEqual(readConfig({ CITEWELL_TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).trustedProxies, [
      '10.0.0.0/8',
      '::1',
    ]);
  });

  it('send the key by mail if there is a mail server, and otherwise as a link', () => {
    const smtp = { CITEWELL_SMTP_URL: 'smtps://h', CITEWELL_MAIL_FROM: 'a@b.c' };
    assert.equal(readConfig(smtp).keyDelivery, 'inline');
    assert.equal(readConfig({}).keyDelivery, 'claim');
    assert.equal(readConfig({ ...smtp, CITEWELL_KEY_DELIVERY: 'claim' }).keyDelivery, 'claim');
    assert.equal(readConfig({ CITEWELL_KEY_DELIVERY: 'inline' }).keyDelivery, 'inline');
  });

  it('use the local address in links unless the public address is set', () => {
    assert.equal(readConfig({ CITEWELL_HOST: '::', CITEWELL_PORT: '80' }).publicUrl, 'http://localhost:80');
    assert.equal(
      readConfig({ CITEWELL_PUBLIC_URL: 'https://cite.example/' }).publicUrl,
      'https://cite.example',
    );
  });

  it('enable a classifier for citation checks if its address is set, with thresholds above 0.5', () => {
    assert.equal(readConfig({}).entailment, undefined);
    const url = { CITEWELL_VERIFIER_URL: 'http://127.0.0.1:9/' };
    assert.deepEqual(readConfig(url).entailment, {
      ...{ baseUrl: 'http://127.0.0.1:9', apiKey: undefined, deadlineMs: 5_000 },
      ...{ supportMin: 0.95, contradictionMin: 0.95 },
    });
    const changed = readConfig({ ...url, CITEWELL_VERIFIER_SUPPORT: '0.9', CITEWELL_VERIFIER_SECONDS: '2' });
    assert.deepEqual([changed.entailment?.supportMin, changed.entailment?.deadlineMs], [0.9, 2_000]);
    for (const odd of ['0.5', '1.1', 'often'])
      assert.throws(
        () => readConfig({ ...url, CITEWELL_VERIFIER_CONTRADICTION: odd }),
        /CITEWELL_VERIFIER_CONTRADICTION/,
      );
    assert.throws(() => readConfig({ CITEWELL_VERIFIER_KEY: 'vk-0123' }), /CITEWELL_VERIFIER_URL/);
  });

  it('enable an embedding model if its address and name are set, and report a missing one', () => {
    assert.equal(readConfig({}).embedding, undefined);
    const both = { CITEWELL_EMBEDDING_BASE_URL: 'http://127.0.0.1:9/v1/', CITEWELL_EMBEDDING_MODEL: 'small' };
    const { embedding } = readConfig({ ...both, CITEWELL_DATA_DIR: '/srv/citewell' });
    assert.deepEqual(embedding, {
      ...{ baseUrl: 'http://127.0.0.1:9/v1', apiKey: undefined, model: 'small' },
      path: '/srv/citewell/vectors.db',
      prefixes: undefined,
    });
    assert.throws(() => readConfig({ CITEWELL_EMBEDDING_MODEL: 'small' }), /CITEWELL_EMBEDDING_BASE_URL/);
    assert.throws(() => readConfig({ CITEWELL_EMBEDDING_API_KEY: 'ek-0123' }), /CITEWELL_EMBEDDING_MODEL/);
  });

  it('enable a reranker if its address and model are set, and report a missing one', () => {
    assert.equal(readConfig({}).rerank, undefined);
    const both = { CITEWELL_RERANK_BASE_URL: 'http://127.0.0.1:9/v1/', CITEWELL_RERANK_MODEL: 'ranker-1' };
    assert.deepEqual(readConfig(both).rerank, {
      ...{ kind: 'rerank', baseUrl: 'http://127.0.0.1:9/v1', apiKey: undefined, model: 'ranker-1' },
    });
    assert.equal(readConfig({ ...both, CITEWELL_RERANK_KIND: 'embeddings' }).rerank?.kind, 'embeddings');
    assert.throws(() => readConfig({ CITEWELL_RERANK_MODEL: 'ranker-1' }), /CITEWELL_RERANK_BASE_URL/);
    assert.throws(() => readConfig({ CITEWELL_RERANK_API_KEY: 'rk-0123' }), /CITEWELL_RERANK_MODEL/);
    assert.throws(() => readConfig({ ...both, CITEWELL_RERANK_KIND: 'guess' }), /CITEWELL_RERANK_KIND/);
    const model = {
      ...{ CITEWELL_LLM_BASE_URL: 'http://127.0.0.1:9/v1', CITEWELL_LLM_MODEL: 'big' },
      ...{ CITEWELL_LLM_RERANKER_MODEL: 'small', CITEWELL_LLM_SECOND_SEARCH: 'on' },
    };
    const { models, secondSearch } = readConfig(model).llm ?? {};
    assert.deepEqual([models?.reranker, secondSearch], ['small', true]);
    assert.throws(() => readConfig({ ...both, ...model }), /CITEWELL_LLM_RERANKER_MODEL/);
    assert.throws(
      () => readConfig({ ...model, CITEWELL_LLM_SECOND_SEARCH: 'maybe' }),
      /CITEWELL_LLM_SECOND_SEARCH/,
    );
  });

  it('match .env.example exactly', () => {
    const names = (text: string) => [...new Set(text.match(/\bCITEWELL_[A-Z_]*[A-Z]\b/g))].sort();
    const example = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');
    assert.deepEqual(names(example), Object.keys(allowedValues).sort());
  });
});
