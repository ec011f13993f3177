import type { ApiKey } from '../../accounting/keys/api-key.ts';
import type { KeyDetails } from '../../accounting/operator-store.ts';
import type { Administration } from '../../features/admin/administration.ts';
import { keyDetailsJson } from '../../features/admin/operator-view.ts';
import { jsonLine } from '../accounts/with-administration.ts';
import { type CliIo, printError, printMessage, terminalLanguage } from '../io.ts';
import { describeKey } from './key-view.ts';

/** Shows a secret once; `fields` are added to its JSON. */
export async function showSecret(
  { id }: ApiKey,
  secret: string,
  administration: Administration,
  io: CliIo,
  json: boolean,
  fields: object = {},
): Promise<number> {
  const key = (await administration.keyDetails(id)) as KeyDetails;
  if (json) {
    io.out(jsonLine({ ...keyDetailsJson(key), key: secret, ...fields }));
    return 0;
  }
  printMessage(io, {
    en: `The key, shown only once:\n\n  ${secret}\n`,
    zh: `以下密钥仅显示这一次：\n\n  ${secret}\n`,
  });
  io.out(describeKey(key, terminalLanguage(io.environment)));
  return 0;
}

export function unknownKey(id: string, io: CliIo): number {
  printError(io, { en: `No key has the id "${id}".`, zh: `没有 ID 为 "${id}" 的密钥。` });
  return 1;
}
