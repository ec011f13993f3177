import { chatCompletionRequest } from './chat-completion-schema.ts';
import { chatCompletion, chatCompletionChunk, modelsResponse } from './completion-schema.ts';
import { responsesRequest } from './responses-request-schema.ts';
import { responseObject, responseStreamEvent } from './responses-schema.ts';

/** Named schemas of /openapi.json. */
export const openAiComponents = {
  ChatCompletionRequest: chatCompletionRequest,
  ChatCompletion: chatCompletion,
  ChatCompletionChunk: chatCompletionChunk,
  ResponsesRequest: responsesRequest,
  ResponseObject: responseObject,
  ResponseStreamEvent: responseStreamEvent,
  ModelsResponse: modelsResponse,
};
