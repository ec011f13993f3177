import assert from 'node:assert/strict';
import { until } from '@citewell/simulators/until.ts';
import { secretPattern } from '../../accounting/keys/secret.ts';
import type { Place } from './evidence.ts';
import type { Installation, Service } from './installation.ts';
import type { Operator } from './story.ts';

/** Mail as delivered or printed: it may contain its recipient's own links and key. */
type Letter = { text: string; place: Place };

const json = { 'content-type': 'application/json' };
const body = (value: object): RequestInit => ({ method: 'POST', headers: json, body: JSON.stringify(value) });
const browser = { accept: 'text/html' };

/**
 * Keys by mail: one whose mails the server rejects at first, repeating them in its reply, approved through the API; and one
 * approved on the command line.
 */
export async function mailKeys(
  installation: Installation,
  service: Service,
  operator: Operator,
): Promise<void> {
  const { evidence, mailServer, acceptMails, takeStock, cli } = installation;
  const read = new Map<object, Letter>();
  const letterTo = (recipient: string, subject: RegExp): Promise<Letter> =>
    arrived(() => {
      const mail = mailServer.mails.find(
        (each) => each.recipients.includes(`${recipient}@example.org`) && subject.test(each.subject),
      );
      if (!mail) return undefined;
      const letter = read.get(mail) ?? { text: mail.text, place: evidence.place('a mail', mail.text) };
      read.set(mail, letter);
      return letter;
    });

  await apply(installation, service, 'first');
  const failed = () => service.logLines.some((line) => line.includes('"mail_failed"'));
  await until(failed);
  await takeStock('while mails wait');
  const outbox = await service.operate('the outbox', '/outbox', operator);
  acceptMails();
  const [mail] = (JSON.parse(outbox.text) as { mails: { id: string }[] }).mails;
  await change(service, operator, `/outbox/${mail?.id}/resend`, {});
  await confirm(installation, service, 'first', await letterTo('first', /Confirm/));
  const id = await waiting(service, operator);
  const terms = { daily_quota: 10, balance: 10_000, reason: 'as applied for' };
  await change(service, operator, `/applications/${id}/approve`, terms);
  takeKey(installation, 'first', await letterTo('first', /Your .* key/));

  await apply(installation, service, 'second');
  await confirm(installation, service, 'second', await letterTo('second', /Confirm/));
  const approved = await cli(['applications', 'approve', await waiting(service, operator), '--json']);
  assert.equal(approved.code, 0);
  takeKey(installation, 'second', await letterTo('second', /Your .* key/));
}

/** Keys by a link that shows them, with printed mails; the first link is lost, and a new one sent. */
export async function printLinks(
  installation: Installation,
  service: Service,
  operator: Operator,
): Promise<void> {
  const { evidence } = installation;
  const taken = new Set<string>();
  const nextLetter = (subject: RegExp): Promise<Letter> =>
    arrived(() => {
      const text = service.printed.find((each) => subject.test(each) && !taken.has(each));
      if (text === undefined) return undefined;
      taken.add(text);
      return { text, place: evidence.place('a printed mail', text) };
    });

  await apply(installation, service, 'third');
  await confirm(installation, service, 'third', await nextLetter(/apply\/confirm/));
  const id = await waiting(service, operator);
  await change(service, operator, `/applications/${id}/approve`, { daily_quota: 10, balance: 10_000 });
  const lost = await nextLetter(/apply\/claim/);
  evidence.secret('a claim token that was replaced', tokenIn(lost, 'claim'), lost.place);
  await change(service, operator, `/applications/${id}/resend`, {});
  await claim(installation, service, 'third', await nextLetter(/apply\/claim/));

  await apply(installation, service, 'fourth');
  await confirm(installation, service, 'fourth', await nextLetter(/apply\/confirm/));
  const reason = 'Please say which course this is for.';
  await change(service, operator, `/applications/${await waiting(service, operator)}/reject`, { reason });
  await nextLetter(/which course/);
}

/** Creates an application, whose status page shows its own token and no other. */
async function apply({ evidence }: Installation, { ask }: Service, applicant: string): Promise<void> {
  const form = {
    name: '李伟',
    email: `${applicant}@example.org`,
    purpose: '为课程查找临床试验文献',
    lang: 'en',
  };
  const reply = await ask('POST apply', '/apply', body(form));
  assert.equal(reply.status, 202);
  const token = reply.json().status_token ?? '';
  const pages = [reply.place];
  for (const accept of ['text/html', 'application/json'])
    pages.push((await ask('the status page', `/apply/status?token=${token}`, { headers: { accept } })).place);
  evidence.secret(`the status token of ${applicant}`, token, ...pages);
}

/** Follows the link in the first mail, as a browser and as a program. */
async function confirm(
  { evidence }: Installation,
  { ask }: Service,
  applicant: string,
  letter: Letter,
): Promise<void> {
  const token = tokenIn(letter, 'confirm');
  const page = await ask('the confirmation page', `/apply/confirm?token=${token}`, {
    headers: browser,
  });
  evidence.secret(`the confirmation token of ${applicant}`, token, letter.place, page.place);
  letter.place.shown.add(`the status token of ${applicant}`);
  assert.equal((await ask('POST confirm', '/apply/confirm', body({ token }))).status, 200);
}

/** Claims the key behind a mailed link; a second attempt does not show it. */
async function claim(
  { evidence }: Installation,
  { ask }: Service,
  applicant: string,
  letter: Letter,
): Promise<void> {
  const token = tokenIn(letter, 'claim');
  const page = await ask('the claim page', `/apply/claim?token=${token}`, { headers: browser });
  evidence.secret(`the claim token of ${applicant}`, token, letter.place, page.place);
  const claimed = await ask('POST claim', '/apply/claim', {
    method: 'POST',
    headers: { ...browser, 'content-type': 'application/x-www-form-urlencoded' },
    body: `token=${token}`,
  });
  const [secret = ''] = secretPattern.exec(claimed.text) ?? [];
  evidence.secret(`the claimed key of ${applicant}`, secret, claimed.place);
  assert.equal((await ask('a second POST claim', '/apply/claim', body({ token }))).status, 409);
}

function tokenIn({ text }: Letter, page: string): string {
  const link = new RegExp(`/apply/${page}\\?token=([\\w-]{43})`).exec(text);
  return link?.[1] ?? assert.fail(`no link to ${page} in ${text}`);
}

/** Returns the id of the only application that can be decided. */
async function waiting({ operate }: Service, operator: Operator): Promise<string> {
  const reply = await operate('the applications', '/applications?state=confirmed', operator);
  const { applications } = JSON.parse(reply.text) as { applications: { id: string }[] };
  return applications[0]?.id ?? assert.fail('no application waits');
}

/** Returns the key from the mail for which its owner has been waiting. */
function takeKey({ evidence }: Installation, applicant: string, letter: Letter): void {
  const [secret = ''] = secretPattern.exec(letter.text) ?? [];
  evidence.secret(`the mailed key of ${applicant}`, secret, letter.place);
}

async function change(service: Service, operator: Operator, path: string, fields: object): Promise<void> {
  const headers = { ...json, ...operator.headers };
  const reply = await service.operate(`POST ${path.replace(/\w{12,}/, 'ID')}`, path, {
    ...body(fields),
    headers,
  });
  assert.equal(reply.status, 200, reply.text);
}

async function arrived(find: () => Letter | undefined): Promise<Letter> {
  let letter: Letter | undefined;
  await until(() => {
    letter = find();
    return letter !== undefined;
  });
  return letter ?? assert.fail('no letter');
}
