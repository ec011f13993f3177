import type { LocalizedMessage } from '../errors.ts';

/** Notice at the beginning of every text based on demonstration records. */
export const demonstrationNotice: LocalizedMessage = {
  en: '**Demonstration data: the papers cited here are invented.** None of these studies took place; do not use anything in this text as evidence.',
  zh: '**演示数据：此处引用的文献均为虚构**。这些研究并不存在，文中任何内容都不能作为证据使用。',
};

/** Label of a demonstration record wherever it is listed. */
export const demonstrationMark: LocalizedMessage = {
  en: 'invented demonstration record',
  zh: '虚构的演示记录',
};
