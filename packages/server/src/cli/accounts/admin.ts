import type { Administration } from '../../features/admin/administration.ts';
import { administratorJson } from '../../features/admin/operator-view.ts';
import { type Administrator, roles } from '../../identity/administrator.ts';
import { type CliIo, printMessage, terminalLanguage } from '../io.ts';
import { statusWord } from '../keys/key-view.ts';
import { readOneOf, readOptions, usage } from '../options.ts';
import { formatTable } from '../table.ts';
import { attributionOf, jsonLine, pickAction, withAdministration } from './with-administration.ts';

type Action = (argv: readonly string[], administration: Administration, io: CliIo) => Promise<number>;

const actions: Record<string, Action> = {
  add,
  list,
  disable: setStatus('disabled'),
  enable: setStatus('enabled'),
  'set-password': setPassword,
};

/** `citewell admin …`: manages administrators. Only here, so that nobody with a session can create others. */
export async function adminCommand([name = '', ...argv]: readonly string[], io: CliIo): Promise<number> {
  const action = pickAction('admin', name, actions);
  return withAdministration(io, (administration) => action(argv, administration, io), {
    create: action === add,
  });
}

async function add(argv: readonly string[], { administrators }: Administration, io: CliIo): Promise<number> {
  const { parameters, values, flags } = readOptions(argv, {
    values: ['role'],
    flags: ['password-stdin', 'json'],
    parameters: ['NAME'],
  });
  if (values.role === undefined)
    throw usage('--role is missing: give operator or auditor', '缺少 --role：operator 或 auditor');
  const role = readOneOf('--role', values.role, roles);
  const password = await readPassword(flags.has('password-stdin'), io);
  const added = await administrators.add({ name: parameters.NAME, role, password }, attributionOf(io));
  return report(added, flags.has('json'), io, {
    en: `${added.name} can now sign in as ${role}.`,
    zh: `${added.name} 现可以 ${role} 身份登录。`,
  });
}

async function list(argv: readonly string[], { administrators }: Administration, io: CliIo): Promise<number> {
  const { flags } = readOptions(argv, { values: [], flags: ['json'] });
  const all = await administrators.list();
  const language = terminalLanguage(io.environment);
  if (flags.has('json')) io.out(jsonLine(all.map(administratorJson)));
  else if (all.length === 0)
    printMessage(io, {
      en: 'There are no administrators. Add one with admin add.',
      zh: '还没有管理员。请用 admin add 添加。',
    });
  else {
    const titles =
      language === 'zh' ? ['用户名', '角色', '状态', '密码设于'] : ['NAME', 'ROLE', 'STATUS', 'PASSWORD SET'];
    const lines = all
      .map(administratorJson)
      .map(({ name, role, status, password_set_at: set }) => [
        name,
        role,
        statusWord(status, language),
        set.slice(0, 10),
      ]);
    io.out(formatTable([titles, ...lines]));
  }
  return 0;
}

function setStatus(status: Administrator['status']): Action {
  return async (argv, { administrators }, io) => {
    const { parameters, flags } = readOptions(argv, { values: [], flags: ['json'], parameters: ['NAME'] });
    const changed = await administrators.setStatus(parameters.NAME, status, attributionOf(io));
    return report(changed, flags.has('json'), io, {
      en:
        status === 'enabled'
          ? `${changed.name} may sign in again.`
          : `${changed.name} is disabled and signed out everywhere.`,
      zh:
        status === 'enabled'
          ? `${changed.name} 可以再次登录。`
          : `${changed.name} 已停用，所有会话均已结束。`,
    });
  };
}

async function setPassword(
  argv: readonly string[],
  { administrators }: Administration,
  io: CliIo,
): Promise<number> {
  const { parameters, flags } = readOptions(argv, {
    values: [],
    flags: ['password-stdin', 'json'],
    parameters: ['NAME'],
  });
  const password = await readPassword(flags.has('password-stdin'), io);
  const changed = await administrators.setPassword(parameters.NAME, password, attributionOf(io));
  return report(changed, flags.has('json'), io, {
    en: `The password of ${changed.name} was changed and all sessions were ended.`,
    zh: `${changed.name} 的密码已更新，所有会话均已结束。`,
  });
}

/**
 * Reads a password from the standard input or the terminal, never from the command line, which other users of the machine
 * can read.
 */
async function readPassword(fromInput: boolean, io: CliIo): Promise<string> {
  if (fromInput) return (await io.readInput()).replace(/\r?\n$/, '');
  const password = await io.askSecretly({ en: 'Password:', zh: '密码：' });
  if (password === undefined)
    throw usage(
      'type the password at a terminal, or pass it with --password-stdin',
      '密码需在终端输入，或通过 --password-stdin 提供',
    );
  if ((await io.askSecretly({ en: 'Repeat password:', zh: '再次输入：' })) !== password)
    throw usage('the passwords do not match', '两次输入的密码不一致');
  return password;
}

function report(
  administrator: Administrator,
  json: boolean,
  io: CliIo,
  sentence: Parameters<typeof printMessage>[1],
): number {
  if (json) io.out(jsonLine(administratorJson(administrator)));
  else printMessage(io, sentence);
  return 0;
}
