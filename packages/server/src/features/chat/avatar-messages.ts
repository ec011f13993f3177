import type { Language } from '@citewell/sdk';

/** Progress messages of a chat. */
export type AvatarMessages = {
  reading: string;
  nothingFound: string;
  /** Message in place of `nothingFound` if some sources could not be searched. */
  notRetrieved: string;
  nothingCited: string;
  unavailable(sources: readonly string[]): string;
};

export const avatarMessages: Record<Language, AvatarMessages> = {
  en: {
    reading: 'Reading the message.',
    nothingFound:
      'I searched and found no paper on this, so I will not answer from memory. Different wording may help: name the disease, the drug or the procedure, and what you want to know about it.',
    notRetrieved:
      'Some of my search results could not be retrieved, and the rest are not relevant, so I will not answer from memory. This says nothing about the evidence; please ask again later.',
    nothingCited:
      'I found papers on this but could not write a reply that they support. Ask about one drug, disease or outcome at a time, or use literature Q&A for a full answer.',
    unavailable: (sources) =>
      `Note: ${sources.join(' and ')} could not be reached, so there may be literature I did not find.`,
  },
  zh: {
    reading: '正在阅读消息。',
    nothingFound:
      '我检索后没有找到相关文献，因此不会凭记忆作答。可以换一种说法：写明疾病、药物或诊疗操作，以及您想了解的方面。',
    notRetrieved:
      '检索到的内容未能全部获取，已获取的部分与此无关，因此不会凭记忆作答。这并不代表没有相关证据，请稍后再问。',
    nothingCited:
      '我找到了相关文献，但未能给出有文献支持的回复。请每次只问一种药物、疾病或结局，或使用文献问答获取完整回答。',
    unavailable: (sources) => `注意：未能连接${sources.join('、')}，可能还有未检索到的文献。`,
  },
};
