import { extname } from 'node:path';

/** Program of a worker thread for language tasks, compiled or not, like this file. */
export const languageProgram = new URL(`./language-worker${extname(import.meta.url)}`, import.meta.url);
