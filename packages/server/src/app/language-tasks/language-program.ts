import { extname } from 'node:path';

/** The program of a worker thread for language tasks, compiled or not, as this file is. */
export const languageProgram = new URL(`./language-worker${extname(import.meta.url)}`, import.meta.url);
