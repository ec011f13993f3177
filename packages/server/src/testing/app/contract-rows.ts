/**
 * One statement of the API contract: `id` is the tag that the tests proving it carry (`it('…', { tags: ['ask'] }, …)`), in
 * lower case. `npm test` fails if no test with the tag of a row ran and passed.
 */
export type ContractRow = { id: string; says: string };

type Lines = [id: string, says: string][];

const general: Lines = [
  ['rule.1', 'every path begins with /ai/api/'],
  ['rule.2.https', 'HTTPS'],
  ['rule.2.json', 'replies are JSON'],
  ['rule.2.sse', 'streams are Server-Sent Events'],
  ['rule.3', 'bodies are JSON, and say so'],
  ['rule.4', 'metered by the tokens that the provider counts'],
  ['header.unknown_fields', 'an addition: names fields that do not exist'],
  ['rule.5.mail', 'the key comes by mail after approval'],
  ['rule.5.days', 'within 1 to 3 working days'],
  ['rule.5.overdue', 'what takes longer is told'],
  ['rule.6', 'Chinese or English'],
];

const reference: Lines = ['pmid', 'title', 'authors', 'journal', 'year'].map((field) => [
  `reference.${field}`,
  'a text of every element of references',
]);

const ask: Lines = [
  ['ask', 'synthesized answer with cited references'],
  ['ask.request.question', 'required text'],
  ['ask.request.date_from', 'first year, as text'],
  ['ask.request.date_to', 'last year, as text'],
  ['ask.request.max_refs', 'default 10, maximum 30'],
  ['ask.request.max_refs.default', 'ten'],
  ['ask.request.max_refs.holds', 'no more are cited'],
  ['ask.request.category_id', 'restricts to one category'],
  ['ask.request.category_id.searched', 'the filter is in every search'],
  ['ask.request.category_id.listed', 'which there are'],
  ['ask.request.file_content', 'text of a PDF or TXT'],
  ['ask.request.file_content.size', 'at most 2 MB'],
  ['ask.request.file_content.used', 'what matters of it'],
  ['ask.request.file_content.orders', 'its orders are none'],
  ['ask.request.exclude_pmids', 'an addition: not to be cited'],
  ['ask.request.full_text', 'an addition: false reads abstracts alone'],
  ['ask.response.trust.full_text', 'an addition: the full text that was read, and the statement used'],
  ['ask.response.verification.full_text', 'an addition: statements of full texts that a sentence rests on'],
  ['ask.request.include', 'an addition: what a reply holds besides'],
  ['ask.response.answer', 'citations as ordinals in brackets'],
  ['ask.response.references', 'the cited articles'],
  ['reference.demonstration', 'an addition: marks an invented record'],
];

const stream: Lines = [
  ['ask_stream', 'the same as ask, pushed'],
  ['ask_stream.request.question', 'required text'],
  ['ask_stream.request.file_content', 'attachment text'],
  ['ask_stream.request.lang', 'zh or en; forces the language'],
  ['ask_stream.request.lang.holds', 'in all that is said'],
  ['ask_stream.request.history', 'objects of the texts q and a'],
  ['ask_stream.request.history.rounds', 'the last 6 rounds'],
  ['ask_stream.request.images', 'Base64 images'],
  ['ask_stream.request.images.kinds', 'nothing else'],
  ['ask_stream.request.images.addresses', 'nothing is fetched'],
  ['ask_stream.request.images.pixels', '25 megapixels'],
  ['ask_stream.request.images.bytes', '5 MB'],
  ['ask_stream.request.images.vision', 'a model that sees'],
  ['ask_stream.request.images.searched', 'what they show of medicine is searched for'],
  ['ask_stream.request.images.cited', 'never literature'],
  ['ask_stream.request.mode', 'answer'],
  ['ask_stream.mode.discussion', 'the discussion section of a review'],
];

const expert: Lines = [
  ['expert', 'a structured review'],
  ['expert.model', 'written by a model'],
  ['expert.early_end', 'what is finished, as JSON too'],
  ['expert.response.incomplete', 'what ended a review before its end'],
  ['expert.request.question', 'more specific is better'],
  ['expert.request.date_from', 'first year'],
  ['expert.request.date_to', 'last year'],
  ['expert.request.max_refs', 'references at most'],
  ['expert.request.lang', 'an addition: forces the language'],
  ['expert.request.category_id', 'an addition: one category'],
  ['expert.request.exclude_pmids', 'an addition: not to be cited'],
  ['expert.request.full_text', 'an addition: false reads abstracts alone'],
  ['expert.request.include', 'an addition: what a reply holds besides'],
  ['expert.request.rewrite', 'an addition: one section written again'],
  ['expert.module', 'expert_agent'],
  ['expert_stream', 'the same events as ask_stream'],
];

const factcheck: Lines = [
  ['factcheck', 'whether a sentence agrees with the abstract'],
  ['factcheck.request.sentence', 'required'],
  ['factcheck.request.pmid', 'required'],
  ['factcheck.request.pmid.trimmed', 'white space around it is none of it'],
  ['factcheck.request.abstract', 'avoids the look-up'],
  ['factcheck.request.include', 'an addition: how the verdict came about'],
  ['factcheck.response.verification.parts', 'an addition: where each word of the sentence was found'],
  ['factcheck.request.full_text', 'an addition: false reads abstracts alone'],
  ['factcheck.response.verification.full_text', 'an addition: the sentence of the full text that supports'],
  ['factcheck.response.consistent', 'true where they agree'],
  ['factcheck.response.is_review_citation', 'whether the article is a review'],
  ['factcheck.response.reason', 'why'],
  ['factcheck.response.deviation_analysis', 'how it deviates'],
  ['factcheck.response.suggestion', 'a corrected sentence'],
  ['factcheck.response.demonstration', 'an addition: the cited article is an invented record'],
  ['factcheck.response.pmid', 'echoed'],
  ['factcheck.response.abstract', 'what was used'],
  ['factcheck.module', 'factcheck'],
];

const polish: Lines = [
  ['polish', 'streams polished text'],
  ['polish.request.text', 'required'],
  ['polish.request.text.length', 'at most 20,000 characters'],
  ['polish.request.text.whole', 'all of them'],
  ['polish.request.requirement', 'how to polish'],
  ['polish.request.insert_refs', 'default true'],
  ['polish.kept', 'numbers, marks, formulas and meaning stay'],
  ['polish.faults', 'a fault at any segment loses nothing'],
  ['polish.request.insert_refs.supported', 'supporting references'],
  ['polish.module', 'ask_agent'],
  ['polish.events', 'the same protocol'],
];

const search: Lines = [
  ['search', 'a list of matching articles, without AI'],
  ['search.request.terms', 'conditions of field and value'],
  ['search.request.year_from', 'lower bound'],
  ['search.request.year_to', 'upper bound'],
  ['search.request.sort', 'date_desc by default, or relevance'],
  ['search.request.limit', 'default 50, maximum 100'],
  ['search.request.limit.most', 'refused beyond'],
  ['search.request.offset', 'default 0'],
  ['search.module', 'billed under ask_agent'],
  ['search.tokens', '200 to 500'],
];

const rest: Lines = [
  ['my_usage', 'the caller’s own consumption and trend'],
  ['my_usage.steps', 'what a call consisted of'],
  ['my_usage.page', 'on a page as well'],
  ['my_usage.own', 'nobody else’s'],
  ['avatar_chat', 'a reply with references'],
  ['avatar_chat.request.message', 'text'],
  ['avatar_chat.request.persona', 'one of those listed'],
  ['avatar_chat.request.history', 'the last 6 rounds'],
  ['avatar_chat.request.lang', 'forces the language'],
  ['avatar_chat.request.stream', 'events instead'],
  ['avatar_chat.tokens', '500 to 2,000'],
  ['avatar_chat.danger', 'the fixed reply'],
  ['personas', 'who there is'],
];

const openAi: Lines = [
  ['v1.models', 'an addition: the models whose module the key has'],
  ['v1.chat', 'an addition: a completion in the shape of OpenAI’s API'],
  ['v1.chat.stream', 'chunks, the last one [DONE]'],
  ['v1.chat.usage', 'the tokens that my_usage has'],
  ['v1.chat.history', 'earlier turns'],
  ['v1.chat.images', 'data URLs'],
  ['v1.chat.files', 'text files as data URLs'],
  ['v1.chat.citations', 'a list of references, annotations and addresses'],
  ['v1.chat.parameters', 'ignored, or refused'],
  ['v1.chat.errors', 'the shape of OpenAI’s API with our codes'],
  ['v1.chat.idempotent', 'whole and streamed'],
  ['v1.chat.client_task', 'titles and tags cost nothing'],
  ['v1.chat.left', 'a client that leaves closes what it had asked for'],
  ['v1.review', 'a review by the model citewell-review'],
  ['v1.check', 'a sentence and its PMID by the model citewell-check'],
  ['mcp', 'an addition: tools of the Model Context Protocol, billed as the calls they are'],
  ['mcp.progress', 'notifications of progress'],
  ['mcp.left', 'a call that is cancelled closes what it had asked for'],
  ['mcp.errors', 'refusals with our codes'],
  ['mcp.modules', 'the tools of the modules that the key has'],
  ['mcp.origin', 'no page of another site'],
  ['mcp.versions', 'the revisions of the protocol'],
  ['mcp.stdio', 'on standard input and output'],
];

const access: Lines = [
  ['key.headers', 'X-API-Key or Authorization: Bearer'],
  ['key.reissue', 'lost keys are reissued'],
  ['key.exposed', 'a secret stands nowhere but where it is shown'],
  ['key.status', 'enabled or disabled'],
  ['key.expiry', 'an instant'],
  ['key.modules', 'authorized modules'],
  ['key.quota', 'requests a day'],
  ['key.balance', 'tokens'],
  ['key.topup', 'by the administrator'],
  ['key.every-endpoint', 'each call is checked'],
];

const events: Lines = [
  ['event.frame', 'an event line and a data line of JSON'],
  ['event.thinking', 'message'],
  ['event.thinking.sources', 'an addition: the papers chosen, before the first word'],
  ['event.thinking.progress', 'an addition: the outline of a review and the state of its sections'],
  ['expert_stream.continue', 'an addition: a named review goes on where it broke off'],
  ['expert_stream.silence', 'what is being worked on is said again'],
  ['event.tool_call', 'tool and input'],
  ['event.tool_call.category', 'the category it keeps to'],
  ['event.tool_result', 'what was found'],
  ['event.tool_result.shortfall', 'what a source found and did not give'],
  ['event.tool_result.busy', 'a source that would have to be waited for'],
  ['run.busy', 'sources in whose place another one was asked'],
  ['run.shortfalls', 'what sources found and did not give'],
  ['event.answer_chunk', 'their texts are the answer'],
  ['event.references', 'refs'],
  ['event.trust', 'an addition, where asked for'],
  ['event.run', 'an addition, where asked for'],
  ['event.verification', 'an addition, where asked for'],
  ['event.comparison', 'an addition, where asked for of a review'],
  ['event.figures', 'an addition, where asked for of a review'],
  ['event.screening', 'an addition, where asked for of a review'],
  ['event.done', 'the last one, once'],
  ['event.error', 'message; a failure during generation'],
];

const errors: Lines = [
  ['error.shape', 'exactly error and code'],
  ['error.missing_key', '401'],
  ['error.invalid_key', '401'],
  ['error.key_disabled', '401'],
  ['error.key_expired', '401'],
  ['error.no_permission', '403 with the module'],
  ['error.quota_exceeded', '429 with used and limit'],
  ['error.insufficient_balance', '403 with balance and cost'],
  ['error.invalid_request', '400, naming the field'],
  ['error.internal_error', '500'],
  ['error.order', 'key, module, body, quota, balance'],
  ['error.language', 'by Accept-Language'],
];

const limits: Lines = [
  ['limit.max_refs', '10, 30'],
  ['limit.history', '6 rounds'],
  ['limit.text', '20,000'],
  ['limit.limit', '50, 100'],
  ['limit.offset', '0'],
  ['limit.issuance', '1 to 3 working days'],
  ['limit.quota', 'requests of the day, by key'],
  ['limit.tokens.ask', '3,000 tokens and more'],
  ['limit.tokens.factcheck', '800 tokens and more'],
  ['limit.tokens.polish', '5,000 tokens and more'],
  ['version.none', 'no version in a path or a header'],
  ['limit.deadline', 'a call ends'],
  ['limit.running', 'calls of a key at once'],
  ['limit.places', 'a share for other keys'],
  ['header.running', 'RateLimit of calls at once'],
];

export const contractRows: readonly ContractRow[] = [
  ...[
    general,
    reference,
    ask,
    stream,
    expert,
    factcheck,
    polish,
    search,
    rest,
    openAi,
    access,
    events,
    errors,
    limits,
  ],
]
  .flat()
  .map(([id, says]) => ({ id, says }));
