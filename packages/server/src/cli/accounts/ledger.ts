import { counted } from '@citewell/core/text/counted.ts';
import type { VerificationReport } from '../../accounting/ledger/verify-accounts.ts';
import { invariants } from '../../audit/invariants.ts';
import { ledgerVerificationJson } from '../../features/admin/operator-view.ts';
import { type CliIo, printMessage, terminalLanguage } from '../io.ts';
import { tokens } from '../keys/key-view.ts';
import { readOptions } from '../options.ts';
import { jsonLine, pickAction, withAdministration } from './with-administration.ts';

const actions = { verify };

/** `citewell ledger …`. */
export async function ledgerCommand([name = '', ...argv]: readonly string[], io: CliIo): Promise<number> {
  return pickAction('ledger', name, actions)(argv, io);
}

/** Verifies the whole ledger next to a running server; 1 if there are discrepancies. */
async function verify(argv: readonly string[], io: CliIo): Promise<number> {
  const { flags } = readOptions(argv, { values: [], flags: ['json'] });
  const report = await withAdministration(io, (administration) => administration.verify());
  if (flags.has('json')) io.out(jsonLine(ledgerVerificationJson(report)));
  else print(report, io);
  return report.drifts.length === 0 ? 0 : 1;
}

function print({ keys, calls, entries, auditEntries, drifts }: VerificationReport, io: CliIo): void {
  const [keyCount, callCount, entryCount, auditCount] = [keys, calls, entries, auditEntries].map(tokens);
  printMessage(io, {
    en: `Verified ${counted(keys, 'key')}, ${counted(calls, 'call')}, ${counted(entries, 'ledger entry', 'ledger entries')} and ${counted(auditEntries, 'audit entry', 'audit entries')}.`,
    zh: `已核对 ${keyCount} 个密钥、${callCount} 次调用、${entryCount} 条账目和 ${auditCount} 条审计记录。`,
  });
  const language = terminalLanguage(io.environment);
  for (const [rule, sentence] of Object.entries(invariants)) {
    const broken = drifts.filter(({ invariant }) => invariant === rule);
    io.out(`${broken.length === 0 ? 'ok  ' : 'BAD '} ${rule}  ${sentence[language]}\n`);
    for (const { keyId, where, expected, found } of broken) {
      const place = [keyId, where].filter(Boolean).join(' ');
      printMessage(io, {
        en: `        ${place}: expected ${expected}, found ${found}`,
        zh: `        ${place}：应为 ${expected}，实为 ${found}`,
      });
    }
  }
}
