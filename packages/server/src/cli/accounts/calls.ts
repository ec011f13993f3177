import { systemClock } from '@citewell/core/clock.ts';
import { counted } from '@citewell/core/text/counted.ts';
import type { RunningCallRecord } from '../../accounting/operator-store.ts';
import type { Administration } from '../../features/admin/administration.ts';
import { runningCallJson, settlementJson } from '../../features/admin/operator-view.ts';
import { type CliIo, printMessage, terminalLanguage } from '../io.ts';
import { requireReason } from '../keys/key-options.ts';
import { tokens } from '../keys/key-view.ts';
import { readOptions } from '../options.ts';
import { formatTable } from '../table.ts';
import { attributionOf, jsonLine, pickAction, withAdministration } from './with-administration.ts';

type Action = (argv: readonly string[], administration: Administration, io: CliIo) => Promise<number>;

const actions: Record<string, Action> = { list, release: stop };

const callsAtOnce = 200;

/** `citewell calls …`: lists running calls of every process that shares the database. */
export async function callsCommand([name = '', ...argv]: readonly string[], io: CliIo): Promise<number> {
  const action = pickAction('calls', name, actions);
  return withAdministration(io, (administration) => action(argv, administration, io));
}

async function list(argv: readonly string[], administration: Administration, io: CliIo): Promise<number> {
  const { values, flags } = readOptions(argv, { values: ['key'], flags: ['json'] });
  const calls: RunningCallRecord[] = [];
  let after: string | undefined;
  do {
    const page = await administration.runningCalls({ keyId: values.key, after, limit: callsAtOnce });
    calls.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  const rows = calls.map((call) => runningCallJson(call, systemClock.now()));
  if (flags.has('json')) io.out(jsonLine(rows));
  else if (rows.length === 0) printMessage(io, { en: 'No calls are running.', zh: '没有进行中的调用。' });
  else {
    const titles =
      terminalLanguage(io.environment) === 'zh'
        ? ['ID', '密钥 ID', '接口', '秒', '预留', '已用', '名称']
        : ['ID', 'KEY', 'ENDPOINT', 'SECONDS', 'HELD', 'USED', 'LABEL'];
    const lines = rows.map((call) => [
      call.id,
      call.key_id,
      call.endpoint,
      tokens(call.age_seconds),
      tokens(call.held),
      tokens(call.tokens),
      call.key_label,
    ]);
    io.out(formatTable([titles, ...lines], [3, 4, 5]));
  }
  return 0;
}

async function stop(argv: readonly string[], administration: Administration, io: CliIo): Promise<number> {
  const { parameters, values, flags } = readOptions(argv, {
    values: ['reason'],
    flags: ['json'],
    parameters: ['ID'],
  });
  const by = attributionOf(io, requireReason(values.reason));
  const settlement = await administration.stopCall(parameters.ID, by);
  const [charged, unbilled] = [tokens(settlement.charged), tokens(settlement.unbilled)];
  if (flags.has('json')) io.out(jsonLine(settlementJson(settlement)));
  else
    printMessage(io, {
      en: `${parameters.ID} stopped: ${counted(settlement.charged, 'token')} charged, ${unbilled} unbilled.`,
      zh: `${parameters.ID} 已停止：计费 ${charged} 个 Token，不计费 ${unbilled} 个。`,
    });
  return 0;
}
