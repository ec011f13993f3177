import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LinkToken } from '../../../accounting/applications/link-token.ts';
import type { KeyTerms, MailContent } from '../../../accounting/applications/mail.ts';
import { composeFor } from './compose.ts';

const compose = composeFor('https://cite.example');
const token = (letter: string) => letter.repeat(43) as LinkToken;
const until = Date.UTC(2026, 0, 18, 12);
const terms: KeyTerms = {
  ...{ modules: ['ask_agent', 'factcheck'], dailyQuota: 1_200, balance: 2_000_000 },
  expiresAt: Date.UTC(2027, 0, 31, 16),
};

const contents: MailContent[] = [
  { kind: 'confirm', confirmToken: token('c'), statusToken: token('s'), until },
  { kind: 'key', name: '李伟', secret: 'cw_SECRET', terms },
  { kind: 'claim', name: '李伟', claimToken: token('k'), until, terms },
  { kind: 'rejected', name: '李伟', reason: 'first line\nsecond line' },
  { kind: 'reissued', name: '李伟', secret: 'cw_SECRET', hint: 'cw_SE…RET', graceMs: 48 * 3_600_000 },
];

describe('e-mails to applicants', () => {
  it('contain every link, figure and time, in both languages', () => {
    const expected = {
      confirm: [
        `/apply/confirm?token=${token('c')}`,
        `/apply/status?token=${token('s')}`,
        '2026-01-18 12:00 UTC',
      ],
      key: [
        '  cw_SECRET\n',
        "-H 'X-API-Key: cw_SECRET'",
        'ask_agent',
        '1,200',
        '2,000,000',
        '2027-01-31 16:00 UTC',
      ],
      claim: [`/apply/claim?token=${token('k')}`, '2026-01-18 12:00 UTC', 'factcheck', '1,200', '2,000,000'],
      rejected: ['李伟', '  first line\n  second line\n'],
      reissued: ['李伟', '  cw_SECRET\n', '48', 'GET https://cite.example/ai/api/my_usage'],
    };
    for (const content of contents)
      for (const language of ['en', 'zh'] as const) {
        const { text } = compose(content, language);
        for (const part of expected[content.kind])
          assert.ok(text.includes(part), `${content.kind} ${language}: ${part}`);
        assert.doesNotMatch(text, /undefined|null|NaN|\[object/);
        assert.equal(/\p{Script=Han}{4}/u.test(text), language === 'zh', `${content.kind} is in ${language}`);
      }
  });

  it('state that there is no quota and no expiry', () => {
    const free = { ...terms, dailyQuota: null, expiresAt: null };
    const mail = (language: 'en' | 'zh') =>
      compose({ kind: 'key', name: 'A', secret: 's', terms: free }, language).text;
    assert.match(mail('en'), /daily quota {2}no limit\n.*\n {2}expires {6}never\n/);
    assert.match(mail('zh'), /每日配额：不限\n.*\n {2}过期时间：永不过期\n/);
  });

  it('announce a reissued key without its secret where keys are not mailed, and the end of the old key', () => {
    const mail = (language: 'en' | 'zh', graceMs: number | null) =>
      compose({ kind: 'reissued', name: 'A', secret: null, hint: 'cw_ab…yz', graceMs }, language).text;
    for (const graceMs of [0, null]) {
      assert.match(mail('en', graceMs), /cw_ab…yz[\s\S]+ask your operator[\s\S]+no longer works/);
      assert.match(mail('zh', graceMs), /cw_ab…yz[\s\S]+请向管理员索取[\s\S]+原密钥已失效/);
    }
  });

  it('have fixed subjects without text from the applicant', () => {
    for (const language of ['en', 'zh'] as const) {
      const subjects = (name: string) =>
        contents.map(
          (content) => compose({ ...content, name, reason: name } as MailContent, language).subject,
        );
      assert.deepEqual(subjects('A\r\nBcc: x@y.z'), subjects('B'));
    }
  });
});
