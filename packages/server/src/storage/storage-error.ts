export { StorageError } from '../data-file.ts';
