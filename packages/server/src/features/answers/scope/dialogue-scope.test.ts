import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readScope } from './read-scope.ts';

const medical = [{ q: 'Does metformin lower HbA1c in type 2 diabetes?', a: 'It did [1].' }];
const refused = [{ q: 'What is the capital of France?', a: 'This service answers medical questions only.' }];
const scopeOf = (message: string, rest: { history?: typeof medical; hasAttachment?: boolean } = {}) =>
  readScope({ message, history: [], thisYear: 2026, ...rest });

/** Follow-up questions without a subject of their own. */
const followUps = [
  '样本量多大',
  '样本量是多少',
  '研究规模多大',
  '纳入了多少例',
  '费用如何',
  '可以更详细吗',
  '继续',
  'What was the sample size?',
  'which one is best?',
  '那儿童呢',
  '副作用呢',
  'What about the cost?',
  'and in children?',
  'Is it safe in pregnancy?',
  'What are the side effects?',
  '那成人呢',
  'how large was that trial',
  'go on',
  'more',
  'Any limitations?',
  'who funded it?',
  '为什么',
  'Why?',
  'Are there others?',
  'How many people took part?',
  'tell me more',
  '孕妇能用吗',
  'NNT?',
  'n?',
  'p value?',
  'what was the p value?',
  'false positives?',
  'in Asia?',
  'how many were randomised?',
  'who should not take it?',
  'what monitoring is needed?',
  'for how long?',
  '假阳性多吗',
  '阳性率多少',
  '需要监测什么',
  '谁不能用',
  '有没有相反的证据',
  '老人也适用吗',
  '停药后会复发吗',
  'how long do you apply it?',
  'what was the control?',
  'where was it done',
  'explain simply',
  'no i meant in adults',
  'so yes or no?',
  'application site reactions',
  'with taxanes',
  'severity',
  'walking',
  '对照组是什么',
  '什么意思',
  '所以到底用不用',
  '中国人群有数据吗',
  '国内有研究吗',
  '局部反应',
  '血钾',
  '失败率',
  '走路能力',
  '年轻人',
];
const incomplete = [
  'and in children?',
  '那儿童呢',
  '副作用呢',
  'What about the cost?',
  'Is it safe?',
  '样本量多大',
  'What about the elderly?',
  'which one is best?',
  'How large was that trial?',
  '继续讲呢',
  '它安全吗？',
  'What are the side effects?',
  '费用如何',
];
const remarks = [
  'Thanks, that helps!',
  'What is the capital of France?',
  'ok',
  'How do I sort a dictionary by value?',
  '今天天气怎么样',
  'hello',
  '谢谢',
  'How are you?',
  '再见',
  "What's the weather?",
  'Which phone is best?',
  '猪肉价格多少',
  'hello?',
  'in Paris tonight?',
  'and football?',
  'any good jokes?',
  'How many stars are in the sky?',
  '在吗？',
  '要带伞吗',
  '吃了吗',
  '那足球呢',
  '谁赢了世界杯',
  'football',
  'my holiday',
  '电影',
  '明天下雨吗',
];

describe('the scope of a message in a dialogue', () => {
  for (const message of followUps)
    it(`is medical for a follow-up to a medical question: ${message}`, () =>
      assert.equal(scopeOf(message, { history: medical }), 'medical'));
  for (const message of incomplete)
    it(`is incomplete without such a question: ${message}`, () => {
      assert.equal(scopeOf(message), 'incomplete');
      assert.equal(scopeOf(message, { history: refused }), 'incomplete');
    });
  for (const message of remarks)
    it(`is not medical for a remark or another subject: ${message}`, () =>
      assert.notEqual(scopeOf(message, { history: medical }), 'medical'));
});

const aboutAttachment = [
  'Summarize this',
  'does this agree with the literature?',
  '总结附件',
  'Please summarise it.',
  'What do you think?',
  'Thoughts?',
  '怎么看',
  'Here is my paper.',
  'Thanks! Now summarize this.',
  '这个研究可靠吗',
  'Explain the results',
  'Hi, please look at the attached',
  'Is it significant?',
  '请看附件',
  'key points?',
  'Any similar trials?',
  'Does it work in children?',
  '这是什么？',
  'What is this?',
  '?',
  'What should I do?',
  'Is the sample large enough?',
  'Does this trial agree with the literature?',
  '这篇文章的结论是什么',
  '帮我看看',
  'and in children?',
  'Limitations?',
  '有类似研究吗',
  '与文献一致吗？',
  'What does it show?',
  'Please analyze.',
  'TL;DR',
];
const unrelated = [
  'Thanks!',
  'hello',
  'What is the capital of France?',
  'Thanks, that helps!',
  'Thanks, this helps a lot',
  '谢谢',
  '你好',
  'hi there',
  '法国的首都是哪里？',
  'Write me a poem',
  'How do I sort a dictionary by value?',
  'ok',
  'Great, thanks for the summary',
  'Who won the world cup in 2018?',
  '今天天气怎么样',
  'good morning',
  'bye',
  'Are you a robot?',
  'Thank you for reading the file.',
  '早',
];

describe('the scope of a message with an attachment or image', () => {
  for (const message of aboutAttachment)
    it(`is medical for a request about it: ${message}`, () =>
      assert.equal(scopeOf(message, { hasAttachment: true }), 'medical'));
  for (const message of unrelated)
    it(`is not medical for anything else: ${message}`, () =>
      assert.notEqual(scopeOf(message, { hasAttachment: true }), 'medical'));
});
