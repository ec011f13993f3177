import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasTopic } from './avatar-topic.ts';

const earlier = [{ q: 'Does semaglutide help people with heart failure?', a: 'It may [1].' }];
const earlierChinese = [{ q: '司美格鲁肽对心力衰竭有帮助吗？', a: '可能有[1]。' }];

const talk: [string, history?: { q: string; a: string }[]][] = [
  ['Hiya, lovely to meet you!'],
  ['What is the weather like today?'],
  ['Tell me a joke.'],
  ['My boss yelled at me and I had no lunch.'],
  ['Are you a real doctor?'],
  ['What is your name?'],
  ['How do you work?'],
  ['What is the capital of France?'],
  ['Do you like jazz?'],
  ['How old are you?'],
  ['你喜欢什么颜色'],
  ['I am so happy, the sun is out and my team won.'],
  ['Cheers, that was great!', earlier],
  ['That is really kind of you, much appreciated.', earlier],
  ['OK, see you tomorrow.', earlier],
  ['今天天气怎么样？'],
  ['给我讲个笑话吧'],
  ['你是真人还是机器人？'],
  ['辛苦啦，晚安'],
  ['法国的首都是哪里？'],
  ['您叫什么名字'],
  ['我今天心情不错，球队赢了'],
  ['太感谢了，您真厉害！', earlierChinese],
];
const topics: [string, history?: { q: string; a: string }[]][] = [
  ['semaglutide'],
  ['I have a headache and a fever.'],
  ['Hello! Does zelparin prevent stroke?'],
  ['What is known of dravitomide?'],
  ['Good morning, is coffee bad for blood pressure?'],
  ['TP53 and HER2'],
  ['Please summarise PMID 31733182'],
  ['Does music therapy help in dementia?'],
  ['Why do people snore?'],
  ['And in children?', earlier],
  ['Is it safe?', earlier],
  ['Are there others?', earlier],
  ['你好，二甲双胍会引起腹泻吗？'],
  ['我最近总是头痛'],
  ['泽帕林是什么药？'],
  ['PD-1抑制剂'],
  ['音乐疗法对痴呆有效吗？'],
  ['儿童呢？', earlierChinese],
  ['它安全吗？', earlierChinese],
  ['为什么？', earlierChinese],
];

describe('what a message is', () => {
  for (const [message, history = []] of talk)
    it(`small talk: ${message}`, () => assert.equal(hasTopic(message, history, 2026), false));
  for (const [message, history = []] of topics)
    it(`a topic for literature: ${message}`, () => assert.equal(hasTopic(message, history, 2026), true));
});
