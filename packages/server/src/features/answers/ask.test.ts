import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import { buildTestApp, fixedReference } from '../../testing/app/build-test-app.ts';
import { buildCapturingApp } from '../../testing/app/capturing-app.ts';
import { answerPaths, assertErrorResponse } from '../../testing/app/error-response.ts';
import { makeDocx } from '../../testing/documents/make-docx.ts';

const question = 'Does metformin work?';

describe('POST /ai/api/ask', () => {
  it('replies with exactly answer and references, and states the charge in a header', {
    tags: ['rule.2.json', 'ask'],
  }, async (t) => {
    const { post, settled } = await buildCapturingApp(t);
    const reply = await post('/ai/api/ask', { question });
    assert.equal(reply.status, 200);
    assert.deepEqual(JSON.parse(reply.body), { answer: 'It works [1].', references: [fixedReference] });
    assert.equal(reply.headers['x-tokens-charged'], '0');
    assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8');
    assert.deepEqual(settled, [{ endpoint: 'ask', outcome: 'ok', delivered: true }]);
  });

  it('fills in the defaults of the contract', {
    tags: ['ask.request.max_refs.default'],
  }, async (t) => {
    const { accepted } = await buildCapturingApp(t);
    assert.deepEqual(await accepted('/ai/api/ask', { question }), {
      question,
      language: undefined,
      years: {},
      maxReferences: 10,
      category: undefined,
      fileContent: undefined,
      history: [],
      images: [],
      include: [],
    });
  });

  it('ignores fields of the stream', async (t) => {
    const { accepted } = await buildCapturingApp(t);
    const request = await accepted('/ai/api/ask', {
      question,
      lang: 'fr',
      history: 'x',
      images: [1],
      mode: 5,
    });
    assert.equal(request.language, undefined);
  });

  it('answers a failed source with 502 in the language of the question, for free', async (t) => {
    const test = await buildCapturingApp(t, {
      async answer() {
        throw new ServiceError('upstream_unavailable');
      },
    });
    const reply = await test.post('/ai/api/ask', { question: '二甲双胍有效吗？' });
    assert.match(assertErrorResponse(reply, 502, 'upstream_unavailable'), /并不代表没有相关证据/);
    assert.deepEqual(test.settled, [{ endpoint: 'ask', outcome: 'upstream_error', delivered: false }]);
  });

  it('answers an internal error with 500, and logs its place but no detail', {
    tags: ['error.internal_error'],
  }, async (t) => {
    const test = await buildCapturingApp(t, {
      async answer() {
        throw new TypeError('secret detail');
      },
    });
    const reply = await test.post('/ai/api/ask', { question });
    assert.doesNotMatch(assertErrorResponse(reply, 500, 'internal_error'), /secret/);
    assert.deepEqual(test.settled, [{ endpoint: 'ask', outcome: 'internal_error', delivered: false }]);
    const line = test.logLines.find((each) => each.includes('request_failed')) ?? '';
    assert.match(line, /"errorName":"TypeError"/);
    assert.doesNotMatch(line, /secret/);
    assert.equal(JSON.parse(line).requestId, reply.headers['x-request-id']);
    assert.match(JSON.parse(line).errorStack[0], /answers\/ask\.test\.ts:\d+:\d+/);
  });
});

for (const path of answerPaths)
  describe(`years, max_refs, category_id, file_content and include at ${path}`, () => {
    it('rejects years other than four ASCII digits from 1000 to 2999', async (t) => {
      const { refused } = await buildCapturingApp(t);
      for (const field of ['date_from', 'date_to'])
        for (const year of [2020, '24', '2020-01', 'abcd', '0000', '２０２０', '-1', ' 2020', '20200'])
          assert.match(
            await refused(path, { question, [field]: year }),
            new RegExp(`^"${field}" must be a year`),
          );
    });

    it('accepts one bound, both, equal bounds and future years', {
      tags: ['ask.request.date_from', 'ask.request.date_to'],
    }, async (t) => {
      const { accepted } = await buildCapturingApp(t);
      const years = async (body: object) => (await accepted(path, { question, ...body })).years;
      assert.deepEqual(await years({ date_from: '2020' }), { from: 2020 });
      assert.deepEqual(await years({ date_to: '2010' }), { to: 2010 });
      assert.deepEqual(await years({ date_from: '2020', date_to: '2020' }), { from: 2020, to: 2020 });
      assert.deepEqual(await years({ date_from: '2099' }), { from: 2099 });
    });

    it('rejects a range that ends before it begins', async (t) => {
      const { refused } = await buildCapturingApp(t);
      const sentence = await refused(path, { question, date_from: '2020', date_to: '2010' });
      assert.match(sentence, /"date_from" must be a year not after "date_to"; got "2020"/);
    });

    it('rejects max_refs unless it is a whole number from 1 to 30', {
      tags: ['ask.request.max_refs', 'limit.max_refs'],
    }, async (t) => {
      const { refused, accepted } = await buildCapturingApp(t);
      for (const value of [0, -1, 31, 10.5, '10', 1e9, true, [10]])
        assert.match(
          await refused(path, { question, max_refs: value }),
          /"max_refs" .* whole number from 1 to 30/,
        );
      await refused(path, `{"question":"x","max_refs":1e999}`);
      assert.equal((await accepted(path, { question, max_refs: 30 })).maxReferences, 30);
      assert.equal((await accepted(path, '{"question":"x","max_refs":1.0}')).maxReferences, 1);
    });

    it('rejects an unknown category and names the known ones', {
      tags: ['ask.request.category_id'],
    }, async (t) => {
      const { refused, accepted, services } = await buildCapturingApp(t);
      const [id = ''] = services.categories.keys();
      for (const unknown of ['1 OR 1=1', '../x', 'x'.repeat(1024), 'toString', '__proto__'])
        assert.match(
          await refused(path, { question, category_id: unknown }),
          new RegExp(`^"category_id".*${id}`),
        );
      assert.equal((await accepted(path, { question, category_id: id })).category?.id, id);
    });

    it('accepts exclude_pmids with up to 100 valid PMIDs only', async (t) => {
      const { refused, accepted } = await buildCapturingApp(t);
      const { excludedPmids } = await accepted(path, { question, exclude_pmids: ['31733182', '1'] });
      assert.deepEqual(excludedPmids, new Set(['31733182', '1']));
      for (const exclude_pmids of [['x'], [1], ['12345678901'], '1', Array(101).fill('1')])
        assert.match(await refused(path, { question, exclude_pmids }), /"exclude_pmids/);
    });

    it('rejects binary files without extracted text', {
      tags: ['ask.request.file_content', 'ask_stream.request.file_content'],
    }, async (t) => {
      const { refused, accepted } = await buildCapturingApp(t);
      const refuse = (file_content: unknown) => refused(path, { question, file_content });
      assert.match(await refuse('%PDF-1.7 ...'), /send its extracted text/);
      for (const pdf of [
        '\uFEFF%PDF-1.4',
        '\n %PDF-2.0',
        'JVBERi0xLjcKJeLjz9M',
        'data:application/pdf;base64,JVBERi0x',
      ])
        assert.match(await refuse(pdf), /send its extracted text/);
      assert.match(await refuse('x\n12 0 obj\n<</Type /Page>>\nendobj\n'), /send its extracted text/);
      assert.match(await refuse('\u0000\u0001\u0002text'), /send its extracted text/);
      assert.match(await refuse('\ufffd'.repeat(40) + 'a'.repeat(60)), /send its extracted text/);
      const docx = makeDocx('# Findings\n\nText.');
      for (const file of [
        docx.toString('latin1'),
        docx.toString('utf8'),
        docx.toString('base64'),
        '{\\rtf1\\ansi text}',
      ])
        assert.match(await refuse(file), /^"file_content" must be text extracted .*Word, Excel/);
      for (const file of [
        'iVBORw0KGgoAAAANSUhEUg',
        'data:image/png;base64,AAAA',
        Buffer.alloc(2_000, 'binary:1A').toString('base64'),
      ])
        assert.match(await refuse(file), /a binary file/);
      const chinese = '糖尿病患者的血糖控制在治疗后得到改善，而且是安全的。';
      const garbled = [
        Buffer.from(chinese).toString('latin1'),
        new TextDecoder('windows-1252').decode(Buffer.from(chinese)),
        new TextDecoder('gb18030').decode(Buffer.from(chinese.repeat(2))),
        new TextDecoder('utf-8').decode(
          Buffer.from('cc c7 c4 f2 b2 a1 bb bc d5 df'.repeat(4).replaceAll(' ', ''), 'hex'),
        ),
        Buffer.from('cc c7 c4 f2 b2 a1 bb bc d5 df'.repeat(4).replaceAll(' ', ''), 'hex').toString('latin1'),
      ];
      for (const file of garbled)
        assert.match(await refuse(file), /wrong character encoding|a binary file/, file);
      assert.match(await refuse(' \n\f'), /without a word/);
      assert.match(await refuse('a\ud800'), /surrogate/);
      assert.match(await refuse(5), /"file_content" must be text extracted/);
      const accept = async (file_content: string) =>
        (await accepted(path, { question, file_content })).fileContent;
      assert.equal(await accept('page one\fpage two\r\nend\u0007'), 'page one\npage two\nend');
      assert.equal(await accept(''), undefined);
      for (const text of [
        chinese,
        '本院在2020年收治的患者中，可见鲜有报道的并发症，之后均痊愈。',
        'Élevé à l’âge de 60 ans, le patient présentait une hypoxémie sévère, traitée par oxygénothérapie à haut débit.',
        'Die Übelkeit ließ nach; größere Blutungen traten für längere Zeit nicht mehr auf (95 %-KI 0,8–1,2; 37 °C; ±2 µg).',
        'ACDEFGHIKLMNPQRSTVWY'.repeat(80),
        'PK values were measured. %PDF- is how such files begin.',
      ])
        assert.equal(await accept(text), text);
    });

    it('rejects text above 2 MB with 413', { tags: ['ask.request.file_content.size'] }, async (t) => {
      const { refused } = await buildCapturingApp(t);
      const file_content = '字'.repeat((2 * 1024 * 1024) / 3 + 1);
      await refused(path, { question, file_content }, 413, 'payload_too_large');
    });

    it('accepts known supplements in include and rejects others by name', {
      tags: ['ask.request.include'],
    }, async (t) => {
      const { accepted, refused, post } = await buildCapturingApp(t);
      assert.deepEqual((await accepted(path, { question, include: ['run', 'trust'] })).include, [
        'run',
        'trust',
      ]);
      assert.deepEqual((await accepted(path, { question, include: [] })).include, []);
      assert.match(
        await refused(path, { question, include: ['trust', 'something new'] }),
        /^"include\[1\]" must be one of "trust", "run", "verification", "bibliography"; got "something new"/,
      );
      const chinese = await post(path, { question, include: ['全文'] }, { 'accept-language': 'zh' });
      assert.match(
        assertErrorResponse(chinese, 400, 'invalid_request'),
        /^"include\[0\]" 应为 "trust"、"run"、"verification"、"bibliography" 之一；收到的是 "全文"/,
      );
      for (const include of ['trust', { trust: true }, 5])
        assert.match(await refused(path, { question, include }), /^"include" must be an array of/);
    });

    it('accepts a Chinese question of 3,000 characters unchanged', async (t) => {
      const { accepted } = await buildCapturingApp(t);
      const long = '二甲双胍'.repeat(750);
      assert.equal((await accepted(path, { question: long })).question, long);
    });
  });

it('uses no quota for a rejected request', async (t) => {
  const { app, createKey } = await buildTestApp(t);
  const headers = { 'content-type': 'application/json', 'x-api-key': await createKey({ dailyQuota: 1 }) };
  const post = (payload: object) => app.inject({ method: 'POST', url: '/ai/api/ask', headers, payload });
  for (let attempt = 0; attempt < 3; attempt += 1)
    assert.equal((await post({ question, max_refs: 31 })).statusCode, 400);
  assert.equal((await post({ question })).statusCode, 200);
  assert.equal((await post({ question })).statusCode, 429);
});
