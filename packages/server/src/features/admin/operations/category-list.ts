import { createHash } from 'node:crypto';
import { copyFile, open, readFile, rename, rm } from 'node:fs/promises';
import { type LocalizedMessage, ServiceError } from '@citewell/core/errors.ts';
import type { Attribution, Change } from '../../../audit/audit.ts';
import { type Category, loadCategories, shippedCategories } from '../../../literature/query/category.ts';
import { CatalogError, itemsMax } from '../../../platform/load-json-catalog.ts';
import type { Administration } from '../administration.ts';

export type CategoryFile = {
  categories: Category[];
  /** Changes with every byte of the file. */
  version: string;
  /** Path of the file, existing or to be created by the first change. */
  path: string;
  /** Indicates that there is no file yet and these are the categories shipped. */
  isDefault: boolean;
  /** Indicates that the file was edited since it was read and is invalid; these are the categories still in use. */
  problems: LocalizedMessage[];
};

export type CategoryEdit =
  | { add: Category }
  | { id: string; replaceBy: Omit<Category, 'id'> }
  | { id: string; remove: true };

/** Categories and the operator's file of them. */
export type CategoryList = {
  /** Categories in use, updated as soon as the file changes. */
  current: ReadonlyMap<string, Category>;
  read(): Promise<CategoryFile>;
  /**
   * Changes the version that was seen, writes the whole file and keeps the previous one next to it.
   *
   * @throws ServiceError 409 if the file has changed since, 404 if there is no such category.
   */
  edit(edit: CategoryEdit, seen: { version: string }, by: Attribution): Promise<CategoryFile>;
};

export function createCategoryList(
  loaded: ReadonlyMap<string, Category>,
  path: string,
  recordChange: Administration['recordChange'],
): CategoryList {
  const current = new Map(loaded);
  let last: Promise<unknown> = Promise.resolve();

  async function read(): Promise<CategoryFile> {
    const own = await readFile(path).catch(() => undefined);
    const version = versionOf(own ?? (await readFile(shippedCategories)));
    try {
      const categories = [...(own ? loadCategories(path) : current).values()];
      return { categories, version, path, isDefault: !own, problems: [] };
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error;
      return { categories: [...current.values()], version, path, isDefault: false, problems: error.problems };
    }
  }

  async function apply(edit: CategoryEdit, seen: string, by: Attribution): Promise<CategoryFile> {
    const { categories, version } = await read();
    if (version !== seen) throw new ServiceError('conflict', { detail: changedMeanwhile });
    const { list, change } = edited(categories, edit);
    const text = `${JSON.stringify(list, null, 2)}\n`;
    const draft = `${path}.new`;
    try {
      await keepBoth(draft, text, path);
      await recordChange(change, by);
      await rename(draft, path);
    } finally {
      // The next change overwrites a leftover file.
      await rm(draft, { force: true }).catch(() => {});
    }
    // Synchronous, so that no request sees half of it.
    current.clear();
    for (const category of list) current.set(category.id, category);
    return { categories: list, version: versionOf(Buffer.from(text)), path, isDefault: false, problems: [] };
  }

  return {
    current,
    read,
    edit(edit, { version }, by) {
      const turn = last.then(() => apply(edit, version, by));
      last = turn.catch(() => {});
      return turn;
    },
  };
}

function edited(
  categories: readonly Category[],
  edit: CategoryEdit,
): { list: Category[]; change: Omit<Change, 'by' | 'at'> } {
  if ('add' in edit) {
    const { add } = edit;
    if (categories.some(({ id }) => id === add.id)) throw new ServiceError('conflict', { detail: idIsTaken });
    if (categories.length === itemsMax) throw new ServiceError('conflict', { detail: tooMany });
    return {
      list: [...categories, add],
      change: { action: 'category.create', target: add.id, before: null, after: add },
    };
  }
  const before = categories.find(({ id }) => id === edit.id);
  if (!before) throw new ServiceError('not_found', { detail: noSuchCategory });
  if ('remove' in edit) {
    if (categories.length === 1) throw new ServiceError('conflict', { detail: lastOne });
    return {
      list: categories.filter((category) => category !== before),
      change: { action: 'category.remove', target: before.id, before, after: null },
    };
  }
  const after = { ...edit.replaceBy, id: before.id };
  return {
    list: categories.map((category) => (category === before ? after : category)),
    change: { action: 'category.update', target: before.id, before, after },
  };
}

function versionOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

/**
 * Writes the new file and a copy of the old one next to it.
 *
 * @throws ServiceError 409 if the folder is not writable.
 */
async function keepBoth(draft: string, text: string, path: string): Promise<void> {
  try {
    await writeThrough(draft, text);
    await copyFile(path, `${path}.previous`).catch(ignoreMissing);
  } catch (cause) {
    if (typeof (cause as NodeJS.ErrnoException).code !== 'string') throw cause;
    throw new ServiceError('conflict', { detail: notWritable(path), cause });
  }
}

/** Synced to disk before the rename, so that the file is never incomplete. */
async function writeThrough(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

const changedMeanwhile = {
  en: 'The categories were changed after you loaded them. Reload them, then make your change.',
  zh: '分类在您载入之后已被更改：请重新载入后再修改。',
};
const notWritable = (path: string) => ({
  en: `The file ${path} and its folder cannot be written to. Check the folder on the server.`,
  zh: `无法写入文件 ${path} 或其所在目录：请在服务器上检查该目录。`,
});
const idIsTaken = { en: 'A category with this id already exists.', zh: '已有使用该 ID 的分类。' };
const tooMany = {
  en: `There are already ${itemsMax} categories, the maximum.`,
  zh: `已有 ${itemsMax} 个分类，达到上限。`,
};
const noSuchCategory = { en: 'No category has this id.', zh: '没有使用该 ID 的分类。' };
const lastOne = { en: 'The last category cannot be removed.', zh: '不能删除最后一个分类。' };
