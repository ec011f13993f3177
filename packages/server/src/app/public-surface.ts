import { askRequest, askResponse } from '../features/answers/ask-schema.ts';
import { answerMode, askStreamRequest, historyItem } from '../features/answers/ask-stream-schema.ts';
import { applyComponents } from '../features/applications/apply-schema.ts';
import { avatarChatRequest, avatarChatResponse, personaId } from '../features/chat/avatar-chat-schema.ts';
import { factcheckBatchEvent, factcheckComponents } from '../features/citation-checks/factcheck-schema.ts';
import { localSearchComponents } from '../features/library-search/local-search-schema.ts';
import { listComponents } from '../features/lists/lists-schema.ts';
import { chatCompletionChunk } from '../features/openai-compatible/completion-schema.ts';
import { openAiComponents } from '../features/openai-compatible/components.ts';
import { responseStreamEvent } from '../features/openai-compatible/responses-schema.ts';
import { polishRequest } from '../features/polishing/polish-schema.ts';
import { reviewComponents } from '../features/reviews/expert-schema.ts';
import { usageComponents } from '../features/usage/usage-schema.ts';
import type { ApiSurface } from '../http/openapi/openapi.ts';
import { answerEvent, eventComponents } from '../http/schemas/answer-events.ts';
import { fieldComponents } from '../http/schemas/fields.ts';
import { responseComponents } from '../http/schemas/responses.ts';

/** The public API: the schemas of its features, its event streams and its keys. */
export const publicSurface: ApiSurface = {
  summary: 'Medical questions answered with cited literature',
  schemas: {
    AskRequest: askRequest,
    AskResponse: askResponse,
    AskStreamRequest: askStreamRequest,
    PolishRequest: polishRequest,
    AvatarChatRequest: avatarChatRequest,
    AvatarChatResponse: avatarChatResponse,
    HistoryItem: historyItem,
    AnswerMode: answerMode,
    PersonaId: personaId,
    ...reviewComponents,
    ...fieldComponents,
    ...responseComponents,
    ...eventComponents,
    ...factcheckComponents,
    ...localSearchComponents,
    ...usageComponents,
    ...listComponents,
    ...applyComponents,
    ...openAiComponents,
  },
  events: {
    AnswerEvent: answerEvent,
    CitationBatchEvent: factcheckBatchEvent,
    ChatCompletionEvent: chatCompletionChunk,
    ResponseEvent: responseStreamEvent,
  },
  streamEnds: { ChatCompletionEvent: { error: 'OpenAiError', end: '[DONE]' } },
  tags: [
    {
      name: 'Answers',
      description: 'Questions answered with cited references, and chats',
      paths: ['/ai/api/ask', '/ai/api/avatar_chat', '/ai/api/categories', '/ai/api/personas'],
    },
    { name: 'Reviews', description: 'Structured reviews of a topic', paths: ['/ai/api/expert'] },
    {
      name: 'Citation checks',
      description: 'Sentences compared with the abstracts they cite',
      paths: ['/ai/api/factcheck'],
    },
    { name: 'Polishing', description: 'Academic language, with references', paths: ['/ai/api/polish'] },
    {
      name: 'Library',
      description: 'Searching the local library, without AI',
      paths: ['/ai/api/local_advanced_search'],
    },
    { name: 'Usage', description: 'Tokens, quota and balance of a key', paths: ['/ai/api/my_usage'] },
    { name: 'Applications', description: 'Applying for a key; no key required', paths: ['/apply'] },
    { name: 'OpenAI', description: 'The same features through OpenAI’s API', paths: ['/v1/'] },
    { name: 'Health', description: 'Probes of the process', paths: ['/livez', '/readyz'] },
  ],
  securitySchemes: {
    apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    bearer: { type: 'http', scheme: 'bearer' },
  },
  security: ({ module }) => (module ? [{ apiKey: [] }, { bearer: [] }] : []),
};
