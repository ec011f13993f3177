import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isClientTask } from './client-tasks.ts';
import { readScope } from './read-scope.ts';

/** Prompts of chat clients, and others of their kind. */
const prompts = [
  'You are a professional conversation summarizer. Generate a concise title that captures the essence of the conversation.',
  '请总结上述对话为10个字以内的标题，不需要包含标点符号，输出语言语种为：zh-CN',
  'Summarize in a 10-word Title. Give the title only. Here is the message: "does aspirin prevent stroke"',
  'Summarize in no more than 5 words: "is metformin safe in pregnancy"',
  'Give a short title to this chat',
  'Please summarize our conversation so far about diabetes in one sentence to use as context.',
  'Name the conversation above.',
  'Respond with one emoji that best describes the mood of this message: my mother has cancer',
  'Suggest three follow-up questions the user might ask next about hypertension',
  'Come up with a name for this chat about migraine treatments',
  'Here is a dialogue between a user and an assistant.\nUser: is aspirin safe?\nAssistant: yes [1].\n\nReply with a title of at most six words.',
  'You will be given a conversation about flu. Your job: produce 3 tags for the conversation.',
  '根据聊天内容推荐三个用户可能继续问的问题',
  '将下面这段会话用不超过10个字概括成标题：\n用户：高血压吃什么药',
  '请用一个emoji概括这条消息：我妈得了癌症',
  '给这个会话命名，只返回名称',
  '归纳对话主题，五个字以内，不要标点',
  'Below is a chat between a patient and an AI about asthma. Write a short title for it.',
  "Based on the chat history, give this conversation a name.\nKeep it short - 10 characters max, no quotes.\nUse English.\nJust provide the name, nothing else.\n\nHere's the conversation:\n\n```\nDoes aspirin prevent colorectal cancer?\n```",
  'Analyze the given short conversation (every line is truncated) and extract a concise chat title that summarizes the conversation in as little as a couple of words.\nOnly respond with the lowercase short title and nothing else.\n\n```\nUser: Does aspirin prevent cancer\n```',
  'Your task is to reflect the speaker\'s likely facial expression through a fitting emoji. Interpret emotions from the message and reflect their facial expression using fitting, diverse emojis (e.g., 😊, 😢, 😡, 😱).\n\nMessage: """Aspirin lowers the risk of cancer"""',
  'Summarize this conversation in at most 4 words: Does aspirin prevent colorectal cancer?',
  '使用四到五个字直接返回这句话的简要主题，不要解释、不要标点、不要语气词、不要多余文本，不要加粗，如果没有主题，请直接返回“闲聊”',
  'title this chat: aspirin',
  '简要总结一下对话内容，用作后续的上下文提示 prompt，控制在 200 字以内',
  'Summarize the discussion briefly in 200 words or less to use as a prompt for future context.',
  'Please generate a four to five word title summarizing our conversation without any lead-in, punctuation, quotation marks, periods, symbols, bold text, or additional text. Remove enclosing quotation marks.',
  '你是一名擅长会话的助理，你需要将用户的会话总结为 10 个字以内的标题',
  'Write a concise title for this conversation, of at most 5 words, in English: User: Is ibuprofen safe? AI: It is.',
  'Detect user language and write in the same language an extremely concise title for this conversation, which you must accurately identify. Write in the detected language. Title must be 5 Words or Less. No Punctuation or Quotation. All first letters of every word should be capitalized and complete only the title in User Language only.\n\n||>User:\n"Does aspirin prevent cancer?"\n||>Response:\n"Yes."\n\n||>Title:',
  "You are an assistant who is good at conversation. You need to summarize the user's conversation into a title of 10 words or less",
  'Generate 1-3 broad tags categorizing the main themes of the chat history, along with 1-3 more specific subtopic tags.',
  '请为以下对话生成一个不超过10个字的标题：\n用户：阿司匹林能预防癌症吗',
  '请根据以上对话，总结出一个简短的主题名称，不要超过六个字，只输出名称',
  '给这段聊天选一个合适的表情符号',
];
/** Questions about titles, names, tags, pictograms and conversations. */
const questions = [
  'What titles do physicians prefer to be addressed by?',
  'Do emojis help children rate pain?',
  'Can emoji scales measure mood in patients with depression?',
  'Does naming the emotion during a conversation calm patients?',
  'Summarise the evidence on statins in primary prevention in five bullet points',
  'Summarize the evidence for aspirin in colorectal cancer in 100 words.',
  'How does the tag of a GFP fusion protein affect folding?',
  'Do conversation aids help patients choose a treatment?',
  'Does a conversation with the family before ICU admission reduce stress?',
  '表情符号能用来评估儿童疼痛吗',
  '面部表情能反映疼痛程度吗？',
  '医患对话时间长短影响满意度吗',
  'Write a summary of the evidence on tonsillectomy in children',
  'Give me the best evidence for exercise in fibromyalgia',
  'Is the title of doctor associated with patient trust?',
  '聊天机器人对抑郁有效吗',
  'What keywords should the search strategy for delirium include?',
];

describe('isClientTask', () => {
  for (const prompt of prompts)
    it(`recognizes a prompt by what it asks for: ${prompt.slice(0, 80)}`, () => {
      const scope = readScope({ message: prompt, history: [], thisYear: 2026 });
      assert.ok(isClientTask(prompt) || scope !== 'medical', scope);
    });
  for (const question of questions)
    it(`leaves a question to the search: ${question}`, () => assert.equal(isClientTask(question), false));
});
