import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { type Config, ConfigError } from '../../platform/config.ts';
import { readRegularFile } from '../../platform/files/regular-file.ts';

export type TlsMaterial = { cert: Buffer; key: Buffer };

/**
 * Reads the certificate and key named in the Config.
 * @throws ConfigError if they cannot be used, with the problems of both.
 */
export function readTls({ certPath, keyPath }: NonNullable<Config['tls']>): TlsMaterial {
  const problems: LocalizedMessage[] = [];
  const note = (variable: string, path: string, { en, zh }: LocalizedMessage) =>
    problems.push({
      en: `${variable} (${JSON.stringify(path)}): ${en}`,
      zh: `${variable}（${JSON.stringify(path)}）：${zh}`,
    });
  const read = (variable: string, path: string) => {
    try {
      return readRegularFile(path);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      note(variable, path, {
        en: `cannot be read: ${message}`,
        zh: `无法读取（${code ?? message}）`,
      });
      return undefined;
    }
  };
  const cert = read('CITEWELL_TLS_CERT', certPath);
  const key = read('CITEWELL_TLS_KEY', keyPath);
  if (cert && !isUsable({ cert })) note('CITEWELL_TLS_CERT', certPath, noCertificate);
  if (key && !isUsable({ key })) note('CITEWELL_TLS_KEY', keyPath, noKey);
  if (problems.length === 0 && cert && key) {
    if (isUsable({ cert, key })) return { cert, key };
    note('CITEWELL_TLS_KEY', keyPath, otherKey);
  }
  throw new ConfigError(problems);
}

const noCertificate = { en: 'is not a PEM certificate', zh: '不是 PEM 证书' };
const noKey = {
  en: 'is not a PEM private key, or has a passphrase',
  zh: '不是 PEM 私钥，或私钥设有口令',
};
const otherKey = {
  en: 'is not the key of the certificate in CITEWELL_TLS_CERT',
  zh: '与 CITEWELL_TLS_CERT 中的证书不匹配',
};

function isUsable(material: SecureContextOptions): boolean {
  try {
    createSecureContext(material);
    return true;
  } catch {
    return false;
  }
}
