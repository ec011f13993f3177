import { join } from 'node:path';

/** Environment of a program started by a test: nothing of ours except PATH and the cache of compiled code. */
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
