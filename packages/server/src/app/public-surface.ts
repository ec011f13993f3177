import { askRequest } from '../features/answers/ask-schema.ts';
import { askStreamRequest } from '../features/answers/ask-stream-schema.ts';
import { applyComponents } from '../features/applications/apply-schema.ts';
import { avatarChatRequest } from '../features/chat/avatar-chat-schema.ts';
import { factcheckBatchEvent, factcheckComponents } from '../features/citation-checks/factcheck-schema.ts';
import { localSearchComponents } from '../features/library-search/local-search-schema.ts';
import { openAiComponents } from '../features/openai-compatible/components.ts';
import { polishRequest } from '../features/polishing/polish-schema.ts';
import { reviewRequest } from '../features/reviews/expert-schema.ts';
import { usageComponents } from '../features/usage/usage-schema.ts';
import type { ApiSurface } from '../http/openapi/openapi.ts';
import { listComponents } from '../http/schemas/lists.ts';
import { answerEvent, responseComponents } from '../http/schemas/responses.ts';

/** The public API: the schemas of its features, its event streams and its keys. */
export const publicSurface: ApiSurface = {
  summary: 'Medical questions answered with cited literature',
  schemas: {
    AskRequest: askRequest,
    AskStreamRequest: askStreamRequest,
    ReviewRequest: reviewRequest,
    PolishRequest: polishRequest,
    AvatarChatRequest: avatarChatRequest,
    ...responseComponents,
    ...factcheckComponents,
    ...localSearchComponents,
    ...usageComponents,
    ...listComponents,
    ...applyComponents,
    ...openAiComponents,
  },
  events: { AnswerEvent: answerEvent, CitationBatchEvent: factcheckBatchEvent },
  securitySchemes: {
    apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    bearer: { type: 'http', scheme: 'bearer' },
  },
  security: ({ module }) => (module ? [{ apiKey: [] }, { bearer: [] }] : []),
};
