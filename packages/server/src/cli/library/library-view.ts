import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { demonstrationMark } from '@citewell/core/records/demonstration.ts';
import type { Language } from '@citewell/sdk';

export type StatsJson = {
  records: number;
  /** Number of invented demonstration records among them. */
  demonstration: number;
  newest: string | null;
  changed_at: string | null;
  synced_at: string | null;
  bytes: number;
  bytes_per_record: number | null;
  segments: number;
};

const statsNames: Record<Language, Record<keyof StatsJson, string>> = {
  en: {
    records: 'records',
    demonstration: 'of these invented demonstration records',
    newest: 'newest',
    changed_at: 'changed',
    synced_at: 'last sync',
    bytes: 'bytes',
    bytes_per_record: 'bytes a record',
    segments: 'segments',
  },
  zh: {
    records: '文献数',
    demonstration: '其中虚构的演示记录',
    newest: '最新文献',
    changed_at: '最近更改',
    synced_at: '最近同步',
    bytes: '字节数',
    bytes_per_record: '每篇字节数',
    segments: '段数',
  },
};

export function statsLines(stats: StatsJson, language: Language): string {
  return Object.entries(stats)
    .map(([name, value]) => {
      const shown = typeof value === 'number' ? value.toLocaleString('en-US') : (value ?? '-');
      return `${statsNames[language][name as keyof StatsJson]}: ${shown}\n`;
    })
    .join('');
}

/** Formats a record for people, omitting empty fields. */
export function describeArticle(article: Article, language: Language): string {
  const isZh = language === 'zh';
  const notices = [...article.retractions, ...article.concerns, ...article.errata];
  const lines: [string, string][] = [
    article.demonstration ? [demonstrationMark[language], article.pmid] : ['PMID', article.pmid],
    [isZh ? '标题' : 'title', article.title],
    [isZh ? '原文标题' : 'vernacular title', article.vernacularTitle ?? ''],
    [isZh ? '作者' : 'authors', article.authors.join(', ')],
    [isZh ? '期刊' : 'journal', article.journal],
    [isZh ? '发表日期' : 'published', article.published ?? article.year],
    ['DOI', article.doi ?? ''],
    [isZh ? '语种' : 'languages', article.languages.join(', ')],
    [isZh ? '文献类型' : 'types', article.publicationTypes.join(', ')],
    ['MeSH', article.mesh.join('; ')],
    [isZh ? '关键词' : 'keywords', article.keywords.join('; ')],
    [isZh ? '撤稿' : 'retracted', article.retracted ? (isZh ? '是' : 'yes') : ''],
    ...notices.map(({ pmid, citation }): [string, string] => [
      isZh ? '声明' : 'notice',
      [citation, pmid && `PMID ${pmid}`].filter(Boolean).join(' · '),
    ]),
  ];
  const head = lines.filter(([, value]) => value).map(([name, value]) => `${name}: ${value}\n`);
  const body = abstractText(article);
  return `${head.join('')}${body && `\n${body}\n`}`;
}
