import { createSecureContext } from 'node:tls';
import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { ConfigError } from '../../../../platform/config.ts';
import { readRegularFile } from '../../../../platform/files/regular-file.ts';

/**
 * Reads the certificate of the authority that CITEWELL_LIBRARY_CA names.
 * @throws ConfigError if it cannot be used.
 */
export function readAuthority(path: string): Buffer {
  const unusable = ({ en, zh }: LocalizedMessage) =>
    new ConfigError([
      {
        en: `CITEWELL_LIBRARY_CA (${JSON.stringify(path)}): ${en}`,
        zh: `CITEWELL_LIBRARY_CA（${JSON.stringify(path)}）：${zh}`,
      },
    ]);
  let pem: Buffer;
  try {
    pem = readRegularFile(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw unusable({ en: `cannot be read: ${message}`, zh: `无法读取（${code ?? message}）` });
  }
  try {
    createSecureContext({ cert: pem });
    return pem;
  } catch {
    throw unusable({ en: 'is not a PEM certificate', zh: '不是 PEM 证书' });
  }
}
