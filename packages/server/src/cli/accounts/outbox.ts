import { mailStates } from '../../accounting/applications/outbox.ts';
import { listedByDefault } from '../../accounting/operator-store.ts';
import { mailJson } from '../../features/applications/application-view.ts';
import type { Applications } from '../../features/applications/applications.ts';
import { type CliIo, printMessage, terminalLanguage } from '../io.ts';
import { readCount, readOneOf, readOptions } from '../options.ts';
import { mailTable } from './application-view.ts';
import { withApplications } from './applications.ts';
import { attributionOf, jsonLine, pickAction } from './with-administration.ts';

type Action = (argv: readonly string[], applications: Applications, io: CliIo) => Promise<number>;

const actions: Record<string, Action> = { list, resend };
const listedAtMost = 1_000;

/** `citewell outbox …`: lists e-mails to applicants, without their contents. */
export async function outboxCommand([name = '', ...argv]: readonly string[], io: CliIo): Promise<number> {
  const action = pickAction('outbox', name, actions);
  return withApplications(io, (applications) => action(argv, applications, io));
}

async function list(argv: readonly string[], applications: Applications, io: CliIo): Promise<number> {
  const { values, flags } = readOptions(argv, {
    values: ['state', 'application', 'limit'],
    flags: ['json'],
  });
  const { items } = await applications.mails({
    state: values.state === undefined ? undefined : readOneOf('--state', values.state, mailStates),
    applicationId: values.application,
    limit: values.limit === undefined ? listedByDefault : readCount('--limit', values.limit, 1, listedAtMost),
  });
  if (flags.has('json')) io.out(jsonLine(items.map(mailJson)));
  else if (items.length > 0) io.out(mailTable(items, terminalLanguage(io.environment)));
  else printMessage(io, { en: 'No matching e-mails.', zh: '没有符合条件的邮件。' });
  return 0;
}

async function resend(argv: readonly string[], applications: Applications, io: CliIo): Promise<number> {
  const { parameters, values, flags } = readOptions(argv, {
    values: ['reason'],
    flags: ['json'],
    parameters: ['ID'],
  });
  const mail = await applications.resendMail(parameters.ID, attributionOf(io, values.reason));
  if (flags.has('json')) io.out(jsonLine(mailJson(mail)));
  else
    printMessage(io, {
      en: `${mail.id} is queued: the service will try it again now.`,
      zh: `${mail.id} 已安排立即重新发送。`,
    });
  return 0;
}
