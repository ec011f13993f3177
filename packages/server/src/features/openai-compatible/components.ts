import { chatCompletionRequest, chatRequestComponents } from './chat-completion-schema.ts';
import {
  chatCompletion,
  chatCompletionChunk,
  completionComponents,
  modelsResponse,
} from './completion-schema.ts';
import { responsesRequest, responsesRequestComponents } from './responses-request-schema.ts';
import { responseObject, responseObjectComponents, responseStreamEvent } from './responses-schema.ts';

/** Named schemas of /openapi.json. */
export const openAiComponents = {
  ChatCompletionRequest: chatCompletionRequest,
  ChatCompletion: chatCompletion,
  ChatCompletionChunk: chatCompletionChunk,
  ResponsesRequest: responsesRequest,
  ResponseObject: responseObject,
  ResponseStreamEvent: responseStreamEvent,
  ModelsResponse: modelsResponse,
  RequestedModel: chatCompletionRequest.shape.model,
  ...chatRequestComponents,
  ...completionComponents,
  ...responsesRequestComponents,
  ...responseObjectComponents,
};
