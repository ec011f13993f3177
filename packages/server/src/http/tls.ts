import { readFileSync } from 'node:fs';
import { type Config, ConfigError } from '../config.ts';

export type TlsMaterial = { cert: Buffer; key: Buffer };

/** The certificate and key the Config names. Throws ConfigError, with both problems at once. */
export function readTls({ certPath, keyPath }: NonNullable<Config['tls']>): TlsMaterial {
  const problems: string[] = [];
  const read = (variable: string, path: string) => {
    try {
      return readFileSync(path);
    } catch (error) {
      problems.push(`${variable} (${JSON.stringify(path)}): cannot be read: ${(error as Error).message}`);
      return Buffer.alloc(0);
    }
  };
  const tls = { cert: read('CITEWELL_TLS_CERT', certPath), key: read('CITEWELL_TLS_KEY', keyPath) };
  if (problems.length > 0) throw new ConfigError(problems);
  return tls;
}
