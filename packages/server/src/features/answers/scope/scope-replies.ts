import type { Language } from '@citewell/sdk';
import type { MessageScope } from './read-scope.ts';

type OutOfScope = Exclude<MessageScope, 'medical'>;

/** Fixed replies to anything but medical or biological questions: nothing is searched, cited or charged for them. */
export const scopeReplies: Record<Language, Record<OutOfScope, string>> = {
  en: {
    greeting:
      'Hello. Ask a medical or biomedical question, and the answer quotes and cites the literature found for it.',
    thanks: 'You are welcome. Feel free to ask another medical question.',
    assistant:
      'This service answers medical and biomedical questions from the literature, with citations. Ask it about a disease, a drug or a procedure.',
    'client-task':
      'This service answers medical questions only; it does not write titles, tags or suggestions.',
    incomplete:
      'Which subject is this about? Please name the disease, drug or procedure in the question. Nothing was searched for this message, and nothing is charged for it.',
    other:
      'This service answers medical and biomedical questions only. Nothing was searched for this message, and nothing is charged for it.',
  },
  zh: {
    greeting: '您好。请提出医学或生物医学问题，回答会摘录并引用检索到的文献。',
    thanks: '不客气。如有其他医学问题，欢迎随时提问。',
    assistant: '本服务根据文献回答医学和生物医学问题，并注明出处。请就疾病、药物或诊疗操作提问。',
    'client-task': '本服务只回答医学问题，不生成标题、标签或提问建议。',
    incomplete: '请问具体指什么？请在问题中写明疾病、药物或诊疗操作。此消息未进行检索，也不计费。',
    other: '本服务只回答医学和生物医学问题。此消息未进行检索，也不计费。',
  },
};

/** Headings for a review or discussion that was not written. */
export const scopeTitles: Record<Language, string> = {
  en: 'Outside the scope of this service',
  zh: '超出本服务范围',
};
