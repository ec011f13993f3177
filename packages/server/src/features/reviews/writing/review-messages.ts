import { counted } from '@citewell/core/text/counted.ts';
import type { Language } from '@citewell/sdk';
import type { Flow } from '../gathering/screening/screen.ts';

/** Progress messages of a review. */
export type ReviewMessages = {
  reading: string;
  searching(concepts: readonly string[]): string;
  /** A count only: the sub-questions are a model's unchecked words. */
  questions(count: number): string;
  screened(flow: Flow): string;
  grouping(sentences: number, studies: number): string;
  /** `pending`: sections still to be written. */
  outlined(sections: number, pending: number): string;
  sectionFinished(heading: string, done: number, all: number): string;
  sectionFailed(heading: string): string;
  /** Progress message repeated while sections are written. */
  stillWriting(headings: readonly string[], seconds: number): string;
  /** Any other repeated progress message, without its full stop. */
  still(message: string, seconds: number): string;
  quoting: string;
  checked(kept: number, dropped: number): string;
  /** Note under the title of a review that quotes. */
  quotedNote: string;
  /** Note for a review that also quotes full texts. */
  quotedNoteWithFullTexts: string;
  /** `hasFullTexts`: full texts of included records were read. */
  writtenNote(writer: string, hasFullTexts?: boolean): string;
  /** Note above a section all of whose sentences were removed. */
  quotedInstead: string;
  /** Note below the title if fewer papers were included than a review needs. */
  tooLittle(studies: number): string;
  /** Says instead that the caller asked for no more references; `all` records were on the topic. */
  fewAsked(studies: number, all: number): string;
  /** Parts of the topic that no record included speaks of. */
  missingParts(parts: readonly string[]): string;
  /** Parts of the topic without an English name, by which English records were not tested. */
  unreadParts(parts: readonly string[]): string;
  /** Conditions that the topic says its people do not have, and that no list names. */
  uncheckedConditions(conditions: readonly string[]): string;
  /** A part of the topic that none of the `count` records on the rest of it reports. */
  noneReports(part: string, count: number): string;
  /** Records hold parts of the topic, and none all of it. */
  apart(names: readonly string[]): string;
  /** Note that the records on the topic studied other populations. */
  otherPeople(count: number): string;
  peopleNotStated(count: number): string;
  /** Text for a topic that no record is about, even if some name parts of it. */
  onlyMentioned: string;
  onlyRetracted(count: number): string;
  outOfTime: string;
  /** Papers added to those of a discussion, whose results are compared with its findings. */
  comparing(papers: number): string;
  /** Note that the evidence of an earlier call with the same idempotency key is reused. */
  continued(studies: number): string;
  rewriting(heading: string): string;
};

export const reviewMessages: Record<Language, ReviewMessages> = {
  en: {
    reading: 'Reading the topic.',
    searching: (concepts) =>
      `Searching the sources in parallel for: ${concepts.join(', ') || 'the topic as given'}.`,
    questions: (count) => `Searching for ${counted(count, 'sub-question')} as well.`,
    screened: ({ identified, duplicates, screened, included }) =>
      `${counted(identified, 'record')} identified, ${counted(duplicates, 'duplicate')} removed, ${screened} screened, ${included} included.`,
    grouping: (sentences, studies) =>
      `Grouping ${counted(sentences, 'sentence')} from ${counted(studies, 'study', 'studies')}.`,
    outlined: (sections, pending) =>
      pending > 0
        ? `The outline is ready: ${counted(sections, 'section')}, ${pending} of them being written${pending === 1 ? '' : ' in parallel'}.`
        : `The outline is ready: ${counted(sections, 'section')}.`,
    sectionFinished: (heading, done, all) => `“${heading}” is finished (${done} of ${all} sections).`,
    sectionFailed: (heading) => `“${heading}” could not be written.`,
    stillWriting: (headings, seconds) => `Still writing (${seconds} s): ${headings.join('; ')}.`,
    still: (message, seconds) => `${message} (${seconds} s so far).`,
    quoting: 'Quoting the evidence word for word.',
    checked: (kept, dropped) =>
      `${counted(kept, 'sentence')} checked against the abstracts cited, ${dropped} omitted.`,
    quotedNote:
      '*This review quotes the abstracts found, word for word, grouped by rules; it does not synthesize them.*',
    quotedNoteWithFullTexts:
      '*This review quotes the abstracts found, and open-access full texts where they say more, word for word, grouped by rules; it does not synthesize them.*',
    writtenNote: (writer, hasFullTexts = false) =>
      hasFullTexts
        ? `*Written by ${writer} from quoted sentences of abstracts and open-access full texts only; every sentence with a citation was checked by rules against the text it cites.*`
        : `*Written by ${writer} from quoted sentences of abstracts only; every sentence with a citation was checked by rules against the abstract it cites.*`,
    tooLittle: (studies) =>
      `*Too little was found for a review. Listed below: ${counted(studies, 'study', 'studies')}, with ${studies === 1 ? 'its conclusion' : 'their conclusions'} or, where marked, another sentence of the abstract, word for word.*`,
    fewAsked: (studies, all) =>
      `*You asked for at most ${counted(studies, 'reference')}, too few for a review. Below ${studies === 1 ? 'is the top-ranked' : `are the ${studies} top-ranked`} of ${counted(all, 'record')} on the topic, with ${studies === 1 ? 'its conclusion' : 'their conclusions'} or, where marked, another sentence of the abstract, word for word.*`,
    missingParts: (parts) =>
      `**None of the included records mentions ${parts.map((part) => `“${part}”`).join(' or ')}:** the text below covers only the rest of the topic.`,
    unreadParts: (parts) =>
      `**English records could not be screened for ${parts.map((part) => `“${part}”`).join(' or ')}**, for which no English name is known; the text below may not concern it.`,
    uncheckedConditions: (conditions) =>
      `**Records were not checked for ${conditions.map((words) => `“${words}”`).join(' or ')}**, which the rules cannot determine; the people studied may differ from the topic's in this.`,
    noneReports: (part, count) =>
      count === 1
        ? `No result on “${part}” was found in the one record on the rest of the topic.`
        : `No result on “${part}” was found in the ${count} records on the rest of the topic.`,
    quotedInstead:
      '*No sentence written for this section could be verified; its evidence is quoted instead.*',
    apart: (names) =>
      `No record was found on ${names.map((name) => `“${name}”`).join(' and ')}${names.length > 1 ? ' together' : ''} (automated screening).`,
    otherPeople: (count) =>
      `${count === 1 ? 'The one record' : `All ${count} records`} on the topic studied populations other than the one named in the topic.`,
    peopleNotStated: (count) =>
      `${count === 1 ? 'The one record on the topic does not clearly state' : `None of the ${count} records on the topic clearly states`} that it studied the population named in the topic.`,
    onlyMentioned:
      'Judging by titles and abstracts, the rules recognized none of the records found as a study of this topic. Some may describe it in words that the rules do not know.',
    onlyRetracted: (count) =>
      `All records that fit the topic (${count}) have been retracted; none of them is cited. No review was written.`,
    outOfTime: 'This review ran out of time. The sections above are complete; the rest are missing.',
    comparing: (papers) => `${counted(papers, 'further paper')} reported results to compare.`,
    continued: (studies) =>
      `Continuing with the evidence found before: ${counted(studies, 'study', 'studies')}. Finished parts are not written again.`,
    rewriting: (heading) => `Rewriting “${heading}” from the same evidence.`,
  },
  zh: {
    reading: '正在理解主题。',
    searching: (concepts) => `同时检索：${concepts.join('、') || '按原主题'}。`,
    questions: (count) => `另外检索 ${count} 个子问题。`,
    screened: ({ identified, duplicates, screened, included }) =>
      `检出 ${identified} 条记录，去除重复 ${duplicates} 条，筛选 ${screened} 条，纳入 ${included} 条。`,
    grouping: (sentences, studies) => `正在归类 ${studies} 项研究的 ${sentences} 个句子。`,
    outlined: (sections, pending) =>
      pending > 0
        ? `提纲已确定：共 ${sections} 个部分，其中 ${pending} 个正在同时撰写。`
        : `提纲已确定：共 ${sections} 个部分。`,
    sectionFinished: (heading, done, all) => `“${heading}”已完成（${done}/${all} 个部分）。`,
    sectionFailed: (heading) => `“${heading}”未能写成。`,
    stillWriting: (headings, seconds) => `仍在撰写（已 ${seconds} 秒）：${headings.join('；')}。`,
    still: (message, seconds) => `${message}（已用 ${seconds} 秒）。`,
    quoting: '正在逐字摘录证据。',
    checked: (kept, dropped) => `已对照所引摘要核查 ${kept} 个句子，略去 ${dropped} 个。`,
    quotedNote: '*本综述逐字摘录检索到的摘要（保留原文语言），并按规则归类，未作综合归纳。*',
    quotedNoteWithFullTexts:
      '*本综述逐字摘录检索到的摘要以及部分开放获取全文（保留原文语言），并按规则归类，未作综合归纳。*',
    writtenNote: (writer, hasFullTexts = false) =>
      hasFullTexts
        ? `*由 ${writer} 仅根据摘要和开放获取全文中摘录的句子撰写；凡带引用的句子均按规则对照所引文本核查。*`
        : `*由 ${writer} 仅根据摘要中摘录的句子撰写；凡带引用的句子均按规则对照所引摘要核查。*`,
    tooLittle: (studies) =>
      `*文献过少，不足以撰写综述：以下列出 ${studies} 项研究，并逐字摘录其结论；无结论者另行标明所摘内容。*`,
    fewAsked: (studies, all) =>
      `*参考文献上限设为 ${studies} 篇，不足以撰写综述：以下列出 ${all} 条相关记录中排序最前的 ${studies} 项研究，并逐字摘录其结论；无结论者另行标明所摘内容。*`,
    missingParts: (parts) =>
      `**所纳入的文献均未提及${parts.map((part) => `“${part}”`).join('或')}**：以下内容仅涉及主题的其余部分。`,
    unreadParts: (parts) =>
      `**无法按${parts.map((part) => `“${part}”`).join('或')}筛选英文记录**：本服务没有其英文名称，以下内容可能与之无关。`,
    uncheckedConditions: (conditions) =>
      `**未按${conditions.map((words) => `“${words}”`).join('、')}筛选记录**：规则无法判断，所研究的人群在这一点上可能与主题不同。`,
    noneReports: (part, count) => `在与主题其余部分相关的 ${count} 篇文献中，未找到关于“${part}”的结果。`,
    quotedInstead: '*为本部分撰写的句子均未通过核查，以下为逐字摘录。*',
    apart: (names) =>
      `没有检索到${names.length > 1 ? '同时' : ''}涉及${names.map((name) => `“${name}”`).join('和')}的记录（按规则自动筛选）。`,
    otherPeople: (count) => `与主题相关的 ${count} 篇文献研究的均为其他人群。`,
    peopleNotStated: (count) => `按规则无法确认与主题相关的 ${count} 篇文献研究的是主题所指人群。`,
    onlyMentioned:
      '按标题和摘要，没有一篇检索到的文献被规则判定为该主题的研究；部分文献可能使用了规则未收录的词语。',
    onlyRetracted: (count) => `符合该主题的文献（${count} 篇）均已撤稿，不予引用，因此没有生成综述。`,
    outOfTime: '本次综述的时间已用完；以上部分已完成，其余缺失。',
    comparing: (papers) => `另有 ${papers} 篇文献报告了可供比较的结果。`,
    continued: (studies) => `沿用此前检索到的证据（${studies} 项研究）继续撰写，已完成的部分不再重写。`,
    rewriting: (heading) => `正在根据同样的证据重写“${heading}”。`,
  },
};
