/**
 * Everything the contract says, a row each: what it is, and the test that holds it. `file` is below `src/`; `test` is how the name of
 * the test begins, … standing for what is filled in. A row that waits for its endpoint says so in `pending` and is shown as such.
 */
export type ContractRow = { id: string; says: string; file: string; test: string; pending?: string };

const files = {
  admit: 'http/guards/admit.test.ts',
  answer: 'features/answers/answer.test.ts',
  apply: 'features/applications/apply.test.ts',
  ask: 'features/answers/ask.test.ts',
  capacity: 'http/server/capacity.test.ts',
  attached: 'features/answers/attached.test.ts',
  authenticate: 'http/guards/authenticate.test.ts',
  avatar: 'features/chat/avatar-chat.test.ts',
  canary: 'app/canary.test.ts',
  expert: 'features/reviews/expert.test.ts',
  expertModel: 'features/reviews/expert-model.test.ts',
  factcheck: 'features/citation-checks/factcheck.test.ts',
  http2: 'http/server/http2.test.ts',
  json: 'http/body/json-body.test.ts',
  keys: 'features/admin/keys.test.ts',
  lists: 'features/answers/lists.test.ts',
  mixed: 'app/mixed-run.test.ts',
  openapi: 'http/openapi/openapi.test.ts',
  operator: 'cli/accounts/operator.test.ts',
  polish: 'features/polishing/polish.test.ts',
  posts: 'features/answers/metered-posts.test.ts',
  pubmed: 'literature/sources/pubmed/client.test.ts',
  replies: 'app/contract.test.ts',
  runs: 'http/calls/run-call.test.ts',
  search: 'features/library-search/local-search.test.ts',
  sse: 'http/calls/sse.test.ts',
  stream: 'features/answers/ask-stream.test.ts',
  tests: 'http/body/text-fields.test.ts',
  busy: 'app/busy-source.test.ts',
  missing: 'app/missing-records.test.ts',
  toolCall: 'features/answers/tool-call.test.ts',
  usage: 'features/usage/usage-route.test.ts',
  web: '../../web/test/journeys.test.ts',
  demonstration: 'features/answers/demonstration.test.ts',
  discussion: 'features/reviews/discussion.test.ts',
  workingDays: 'accounting/applications/working-days.test.ts',
} as const;

type Lines = [id: string, says: string, file: keyof typeof files, test: string, pending?: string][];

const general: Lines = [
  ['rule.1', 'every path begins with /ai/api/', 'openapi', 'describes every route that exists'],
  ['rule.2.https', 'HTTPS', 'http2', 'speaks HTTP/1.1 where the client does'],
  ['rule.2.json', 'replies are JSON', 'ask', 'answers with exactly answer and references'],
  ['rule.2.sse', 'streams are Server-Sent Events', 'sse', 'a frame'],
  ['rule.3', 'bodies are JSON, and say so', 'json', 'the body of … is one JSON object'],
  [
    'rule.4',
    'metered by the tokens that the provider counts',
    'mixed',
    'is in my_usage as the provider has it',
  ],
  ['rule.5.mail', 'the key comes by mail after approval', 'apply', 'apply, confirm by the link in the mail'],
  ['rule.5.days', 'within 1 to 3 working days', 'workingDays', 'is the end of the third working day'],
  ['rule.5.overdue', 'what takes longer is told', 'apply', 'says that a decision is overdue'],
  ['rule.6', 'Chinese or English', 'attached', 'is the question’s, or the one forced'],
];

const reference: Lines = ['pmid', 'title', 'authors', 'journal', 'year'].map((field) => [
  `reference.${field}`,
  'a text of every element of references',
  'replies',
  'references have exactly the five texts',
]);

const ask: Lines = [
  ['ask', 'synthesized answer with cited references', 'ask', 'answers with exactly answer and references'],
  ['ask.request.question', 'required text', 'tests', 'is needed'],
  ['ask.request.date_from', 'first year, as text', 'ask', 'refuses years that are not four ASCII digits'],
  ['ask.request.date_to', 'last year, as text', 'ask', 'refuses a range that ends before it begins'],
  [
    'ask.request.max_refs',
    'default 10, maximum 30',
    'ask',
    'refuses a max_refs that is not a whole number from 1 to 30',
  ],
  ['ask.request.max_refs.default', 'ten', 'ask', 'fills in what the contract says is the default'],
  ['ask.request.max_refs.holds', 'no more are cited', 'answer', 'cites no more papers than were asked for'],
  ['ask.request.category_id', 'restricts to one category', 'ask', 'refuses an unknown category'],
  [
    'ask.request.category_id.searched',
    'the filter is in every search',
    'pubmed',
    'years go as both dates or not at all',
  ],
  [
    'ask.request.category_id.listed',
    'which there are',
    'lists',
    'is every category with its names and both of its filters',
  ],
  [
    'ask.request.file_content',
    'text of a PDF or TXT',
    'ask',
    'refuses files that nobody extracted the text of',
  ],
  ['ask.request.file_content.size', 'at most 2 MB', 'ask', 'answers text over 2 MB with 413'],
  [
    'ask.request.file_content.used',
    'what matters of it',
    'attached',
    'gives the passages that bear on the question',
  ],
  [
    'ask.request.file_content.orders',
    'its orders are none',
    'attached',
    'whose text gives orders changes no search',
  ],
  [
    'ask.request.exclude_pmids',
    'an addition: not to be cited',
    'replies',
    'holds what the contract leaves open',
  ],
  [
    'ask.request.include',
    'an addition: what a reply holds besides',
    'ask',
    'takes what a reply shall hold besides',
  ],
  [
    'ask.response.answer',
    'citations as ordinals in brackets',
    'answer',
    'says that it quotes, and quotes word for word',
  ],
  [
    'ask.response.references',
    'the cited articles',
    'answer',
    'says that it quotes, and quotes word for word',
  ],
  [
    'reference.demonstration',
    'an addition: marks an invented record',
    'demonstration',
    'says so in its first words, in either language, and marks each reference',
  ],
];

const stream: Lines = [
  [
    'ask_stream',
    'the same as ask, pushed',
    'stream',
    'pushes the pipeline’s events in their order, then one done',
  ],
  ['ask_stream.request.question', 'required text', 'tests', 'is needed'],
  [
    'ask_stream.request.file_content',
    'attachment text',
    'ask',
    'refuses files that nobody extracted the text of',
  ],
  [
    'ask_stream.request.lang',
    'zh or en; forces the language',
    'stream',
    'takes zh and en, and refuses every other lang',
  ],
  [
    'ask_stream.request.lang.holds',
    'in all that is said',
    'attached',
    'is the question’s, or the one forced',
  ],
  [
    'ask_stream.request.history',
    'objects of the texts q and a',
    'stream',
    'refuses items that are not a q and an a of text',
  ],
  [
    'ask_stream.request.history.rounds',
    'the last 6 rounds',
    'stream',
    'uses the last 6 rounds of any number',
  ],
  ['ask_stream.request.images', 'Base64 images', 'stream', 'takes PNG, JPEG and WebP as Base64'],
  ['ask_stream.request.images.kinds', 'nothing else', 'stream', 'refuses what is no such image'],
  [
    'ask_stream.request.images.addresses',
    'nothing is fetched',
    'stream',
    'never opens a connection to an address',
  ],
  [
    'ask_stream.request.images.pixels',
    '25 megapixels',
    'stream',
    'refuses a small file that would be a large bitmap',
  ],
  ['ask_stream.request.images.bytes', '5 MB', 'stream', 'answers an image over 5 MB with 413'],
  [
    'ask_stream.request.images.vision',
    'a model that sees',
    'stream',
    'refuses images where no model can see them',
  ],
  [
    'ask_stream.request.images.searched',
    'what they show of medicine is searched for',
    'toolCall',
    'adds what is of medicine to the search',
  ],
  [
    'ask_stream.request.images.cited',
    'never literature',
    'attached',
    'is searched for, called the image, and never cited',
  ],
  ['ask_stream.request.mode', 'answer', 'stream', 'stands in records of usage with its mode'],
  [
    'ask_stream.mode.discussion',
    'the discussion section of a review',
    'discussion',
    'discusses given findings beside the literature, …',
  ],
];

const expert: Lines = [
  ['expert', 'a structured review', 'expert', 'quotes a whole review, in …'],
  [
    'expert.model',
    'written by a model',
    'expertModel',
    'writes a whole review and charges what the provider reported',
  ],
  [
    'expert.early_end',
    'what is finished, as JSON too',
    'expertModel',
    'replies with the finished part as JSON, the same as the stream, says what ended it',
  ],
  [
    'expert.response.incomplete',
    'what ended a review before its end',
    'expertModel',
    'replies with the finished part as JSON, the same as the stream, says what ended it',
  ],
  ['expert.request.question', 'more specific is better', 'expert', 'says how a broad topic was narrowed'],
  ['expert.request.date_from', 'first year', 'expert', 'keeps to the years asked for'],
  ['expert.request.date_to', 'last year', 'expert', 'keeps to the years asked for'],
  ['expert.request.max_refs', 'references at most', 'expert', 'cites no more than max_refs, from 1 to 30'],
  [
    'expert.request.lang',
    'an addition: forces the language',
    'expert',
    'refuses what it would not do, naming the field',
  ],
  [
    'expert.request.category_id',
    'an addition: one category',
    'expert',
    'refuses what it would not do, naming the field',
  ],
  [
    'expert.request.exclude_pmids',
    'an addition: not to be cited',
    'expert',
    'refuses what it would not do, naming the field',
  ],
  [
    'expert.request.include',
    'an addition: what a reply holds besides',
    'expert',
    'gives trust cards and the run',
  ],
  ['expert.module', 'expert_agent', 'expert', 'asks for the module expert_agent'],
  [
    'expert_stream',
    'the same events as ask_stream',
    'expert',
    'streams the same review that expert collects',
  ],
];

const factcheck: Lines = [
  [
    'factcheck',
    'whether a sentence agrees with the abstract',
    'factcheck',
    'answers with exactly the fields of the contract',
  ],
  ['factcheck.request.sentence', 'required', 'factcheck', 'refuses …'],
  ['factcheck.request.pmid', 'required', 'factcheck', 'refuses …'],
  ['factcheck.request.pmid.trimmed', 'white space around it is none of it', 'factcheck', 'trims a PMID'],
  [
    'factcheck.request.abstract',
    'avoids the look-up',
    'factcheck',
    'is what the sentence is checked against, and nothing is looked up',
  ],
  [
    'factcheck.request.include',
    'an addition: how the verdict came about',
    'factcheck',
    'tells how the verdict came about',
  ],
  [
    'factcheck.response.consistent',
    'true where they agree',
    'factcheck',
    'answers with exactly the fields of the contract',
  ],
  [
    'factcheck.response.is_review_citation',
    'whether the article is a review',
    'factcheck',
    'knows a review by its publication types',
  ],
  ['factcheck.response.reason', 'why', 'factcheck', 'says that the abstract does not tell'],
  [
    'factcheck.response.deviation_analysis',
    'how it deviates',
    'factcheck',
    'names what deviates and proposes a correction',
  ],
  [
    'factcheck.response.suggestion',
    'a corrected sentence',
    'factcheck',
    'names what deviates and proposes a correction',
  ],
  [
    'factcheck.response.demonstration',
    'an addition: the cited article is an invented record',
    'demonstration',
    'says so in its first words, in either language, and marks each reference',
  ],
  ['factcheck.response.pmid', 'echoed', 'factcheck', 'answers with exactly the fields of the contract'],
  [
    'factcheck.response.abstract',
    'what was used',
    'factcheck',
    'answers with exactly the fields of the contract',
  ],
  ['factcheck.module', 'factcheck', 'factcheck', 'checks key, module, body, quota and balance in this order'],
];

const polish: Lines = [
  ['polish', 'streams polished text', 'polish', 'streams the polished text, then references, then one done'],
  ['polish.request.text', 'required', 'polish', 'refuses what is no text, requirement or switch'],
  [
    'polish.request.text.length',
    'at most 20,000 characters',
    'polish',
    'takes 20,000 code points of any kind, and refuses one more',
  ],
  ['polish.request.text.whole', 'all of them', 'polish', 'go through the model in segments'],
  ['polish.request.requirement', 'how to polish', 'polish', 'asks the engine with the requirement'],
  ['polish.request.insert_refs', 'default true', 'polish', 'are not looked for with insert_refs false'],
  [
    'polish.kept',
    'numbers, marks, formulas and meaning stay',
    'polish',
    '…: it is done once more, told what was lost, then kept as it was',
  ],
  [
    'polish.faults',
    'a fault at any segment loses nothing',
    'polish',
    'lose nothing to a fault at any segment',
  ],
  [
    'polish.request.insert_refs.supported',
    'supporting references',
    'polish',
    'stand only behind sentences that an article supports',
  ],
  ['polish.module', 'ask_agent', 'polish', 'wants a key with the module, a quota and a balance'],
  [
    'polish.events',
    'the same protocol',
    'polish',
    'streams the polished text, then references, then one done',
  ],
];

const search: Lines = [
  [
    'search',
    'a list of matching articles, without AI',
    'search',
    'answers with total, whole records and the offset of the next page',
  ],
  ['search.request.terms', 'conditions of field and value', 'search', 'passes on every condition'],
  ['search.request.year_from', 'lower bound', 'search', 'passes on every condition'],
  ['search.request.year_to', 'upper bound', 'search', 'passes on every condition'],
  [
    'search.request.sort',
    'date_desc by default, or relevance',
    'search',
    'fills in what the contract says is the default',
  ],
  [
    'search.request.limit',
    'default 50, maximum 100',
    'search',
    'fills in what the contract says is the default',
  ],
  ['search.request.limit.most', 'refused beyond', 'search', 'refuses …'],
  ['search.request.offset', 'default 0', 'search', 'fills in what the contract says is the default'],
  [
    'search.module',
    'billed under ask_agent',
    'search',
    'checks key, module, body, quota and balance in this order',
  ],
  ['search.tokens', '200 to 500', 'search', 'is 200 tokens at least and 500 at most'],
];

const rest: Lines = [
  ['my_usage', 'the caller’s own consumption and trend', 'usage', 'equals, to the token, what a mixed run'],
  [
    'my_usage.steps',
    'what a call consisted of',
    'usage',
    'names its steps, which are its tokens to the last one',
  ],
  ['my_usage.page', 'on a page as well', 'web', 'usage shows the figures of my_usage'],
  ['my_usage.own', 'nobody else’s', 'usage', 'shows its own key and no other'],
  ['avatar_chat', 'a reply with references', 'avatar', 'answers with exactly reply and references'],
  ['avatar_chat.request.message', 'text', 'avatar', 'refuses what is no message'],
  ['avatar_chat.request.persona', 'one of those listed', 'avatar', 'speaks as the persona asked for'],
  ['avatar_chat.request.history', 'the last 6 rounds', 'avatar', 'uses the last 6 rounds'],
  [
    'avatar_chat.request.lang',
    'forces the language',
    'avatar',
    'uses the last 6 rounds, and the language that is forced',
  ],
  ['avatar_chat.request.stream', 'events instead', 'avatar', 'streams the same with stream: true'],
  ['avatar_chat.tokens', '500 to 2,000', 'avatar', 'takes 500 to 2,000 tokens'],
  ['avatar_chat.danger', 'the fixed reply', 'avatar', 'gets the fixed reply in their language'],
  ['personas', 'who there is', 'lists', 'is every persona with its names'],
];

const access: Lines = [
  [
    'key.headers',
    'X-API-Key or Authorization: Bearer',
    'authenticate',
    'a key is presented in one of two headers',
  ],
  ['key.reissue', 'lost keys are reissued', 'keys', 'are reissued'],
  [
    'key.exposed',
    'a secret stands nowhere but where it is shown',
    'canary',
    'no key, password, session or link is left in clear',
  ],
  ['key.status', 'enabled or disabled', 'authenticate', 'at …: disabled comes before expired'],
  ['key.expiry', 'an instant', 'authenticate', 'at …: disabled comes before expired'],
  ['key.modules', 'authorized modules', 'authenticate', 'at …: a key without the module'],
  ['key.quota', 'requests a day', 'admit', 'at … of 64 callers for the last call of a quota one gets it'],
  ['key.balance', 'tokens', 'admit', 'at … too low a balance is 403'],
  ['key.topup', 'by the administrator', 'operator', 'adjusts up and down, once for an operation key'],
  [
    'key.every-endpoint',
    'each call is checked',
    'posts',
    'refuses keys that are disabled, have expired, or lack the module',
  ],
];

const events: Lines = [
  [
    'event.frame',
    'an event line and a data line of JSON',
    'sse',
    'is an event line, one data line of JSON and a blank line',
  ],
  ['event.thinking', 'message', 'stream', 'pushes the pipeline’s events in their order, then one done'],
  ['event.tool_call', 'tool and input', 'replies', 'streams hold every event of the contract, in shape'],
  [
    'event.tool_call.category',
    'the category it keeps to',
    'toolCall',
    'is the category that the question is restricted to',
  ],
  ['event.tool_result', 'what was found', 'replies', 'streams hold every event of the contract, in shape'],
  [
    'event.tool_result.shortfall',
    'what a source found and did not give',
    'missing',
    'a tool_result tells it',
  ],
  [
    'event.tool_result.busy',
    'a source that would have to be waited for',
    'busy',
    'Europe PMC is searched instead',
  ],
  ['run.busy', 'sources in whose place another one was asked', 'busy', 'Europe PMC is searched instead'],
  [
    'run.shortfalls',
    'what sources found and did not give',
    'missing',
    'ask says which record could not be had, and not that there is none',
  ],
  [
    'event.answer_chunk',
    'their texts are the answer',
    'replies',
    'streams hold every event of the contract, in shape',
  ],
  ['event.references', 'refs', 'replies', 'streams hold every event of the contract, in shape'],
  ['event.trust', 'an addition, where asked for', 'replies', 'holds what the contract leaves open'],
  ['event.run', 'an addition, where asked for', 'replies', 'holds what the contract leaves open'],
  ['event.verification', 'an addition, where asked for', 'replies', 'holds what the contract leaves open'],
  ['event.done', 'the last one, once', 'sse', 'has one done, at the very end'],
  [
    'event.error',
    'message; a failure during generation',
    'stream',
    '…, after … chunks, is one error, then done',
  ],
];

const errors: Lines = [
  ['error.shape', 'exactly error and code', 'openapi', 'gives every operation its error responses'],
  ['error.missing_key', '401', 'authenticate', 'at …: a key in the query or the body is missing_key'],
  ['error.invalid_key', '401', 'authenticate', 'at …: a key with its case changed'],
  ['error.key_disabled', '401', 'authenticate', 'at …: disabled comes before expired'],
  ['error.key_expired', '401', 'authenticate', 'at …: disabled comes before expired'],
  [
    'error.no_permission',
    '403 with the module',
    'authenticate',
    'at …: a key without the module is no_permission',
  ],
  ['error.quota_exceeded', '429 with used and limit', 'admit', 'at … a used-up quota is 429'],
  ['error.insufficient_balance', '403 with balance and cost', 'admit', 'at … too low a balance is 403'],
  ['error.invalid_request', '400, naming the field', 'tests', 'is text: … is refused, naming the field'],
  ['error.internal_error', '500', 'ask', 'answers an error of ours with 500'],
  ['error.order', 'key, module, body, quota, balance', 'admit', 'at … the checks come in order'],
  [
    'error.language',
    'by Accept-Language',
    'stream',
    'is told in the language of the answer, unless the header asks for the other',
  ],
];

const limits: Lines = [
  ['limit.max_refs', '10, 30', 'ask', 'refuses a max_refs that is not a whole number from 1 to 30'],
  ['limit.history', '6 rounds', 'stream', 'uses the last 6 rounds of any number'],
  ['limit.text', '20,000', 'polish', 'takes 20,000 code points of any kind'],
  ['limit.limit', '50, 100', 'search', 'fills in what the contract says is the default'],
  ['limit.offset', '0', 'search', 'fills in what the contract says is the default'],
  ['limit.issuance', '1 to 3 working days', 'workingDays', 'is the end of the third working day'],
  ['limit.quota', 'requests of the day, by key', 'admit', 'at … a used-up quota is 429'],
  ['limit.tokens.ask', '3,000 tokens and more', 'admit', 'at … the checks come in order'],
  [
    'limit.tokens.factcheck',
    '800 tokens and more',
    'factcheck',
    'checks key, module, body, quota and balance in this order',
  ],
  [
    'limit.tokens.polish',
    '5,000 tokens and more',
    'polish',
    'wants a key with the module, a quota and a balance',
  ],
  ['version.none', 'no version in a path or a header', 'replies', 'has no version in a path or a header'],
  ['limit.deadline', 'a call ends', 'runs', 'has a deadline, after which it is told so and settled'],
  ['limit.running', 'calls of a key at once', 'capacity', 'runs so many calls of one key at once'],
  ['limit.places', 'a share for other keys', 'capacity', 'leaves a fifth of the places to keys that run few'],
  [
    'header.running',
    'RateLimit of calls at once',
    'admit',
    'at … every decision tells where it leaves the quota',
  ],
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
    access,
    events,
    errors,
    limits,
  ],
]
  .flat()
  .map(([id, says, file, test, pending]) => ({
    ...{ id, says, file: files[file], test },
    ...(pending && { pending }),
  }));
