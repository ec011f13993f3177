import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { type Config, ConfigError } from '../../app/config.ts';
import { readRegularFile } from '../../platform/files/regular-file.ts';

export type TlsMaterial = { cert: Buffer; key: Buffer };

/** The certificate and key the Config names. Throws ConfigError where they cannot be used, with both problems at once. */
export function readTls({ certPath, keyPath }: NonNullable<Config['tls']>): TlsMaterial {
  const problems: string[] = [];
  const note = (variable: string, path: string, what: string) =>
    problems.push(`${variable} (${JSON.stringify(path)}): ${what}`);
  const read = (variable: string, path: string) => {
    try {
      return readRegularFile(path);
    } catch (error) {
      note(variable, path, `cannot be read: ${(error as Error).message}`);
      return undefined;
    }
  };
  const cert = read('CITEWELL_TLS_CERT', certPath);
  const key = read('CITEWELL_TLS_KEY', keyPath);
  if (cert && !isUsable({ cert })) note('CITEWELL_TLS_CERT', certPath, 'is no PEM certificate');
  if (key && !isUsable({ key }))
    note('CITEWELL_TLS_KEY', keyPath, 'is no PEM private key, or one with a passphrase');
  if (problems.length === 0 && cert && key) {
    if (isUsable({ cert, key })) return { cert, key };
    note('CITEWELL_TLS_KEY', keyPath, 'is not the key of the certificate in CITEWELL_TLS_CERT');
  }
  throw new ConfigError(problems);
}

function isUsable(material: SecureContextOptions): boolean {
  try {
    createSecureContext(material);
    return true;
  } catch {
    return false;
  }
}
