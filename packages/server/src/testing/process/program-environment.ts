import { join } from 'node:path';

/** The environment of a program that a test starts: none of ours but where programs are and where compiled code is cached. */
export function programEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}

/**
 * Environment of a service that listens on any free port, keeps its data in `folder` and makes no external requests.
 */
export function serviceEnvironment(folder: string): Record<string, string> {
  return {
    ...programEnvironment(),
    CITEWELL_PORT: '0',
    CITEWELL_SOURCES: 'library',
    CITEWELL_DATA_DIR: join(folder, 'data'),
  };
}
