import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asksForLiterature, type MessageScope, readScope } from './read-scope.ts';

const earlier = [{ q: 'Does semaglutide help people with heart failure?', a: 'It may [1].' }];
const earlierChinese = [{ q: '司美格鲁肽对心力衰竭有帮助吗？', a: '可能有[1]。' }];

const talk: [string, history?: { q: string; a: string }[]][] = [
  ['Hiya, lovely to meet you!'],
  ['What is the weather like today?'],
  ['What does the traffic law say about parking on a hill?'],
  ['交通法规考试要考多少题？'],
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
const errands: [string][] = [
  ['What time does the pharmacy open?'],
  ['Where is the nearest hospital?'],
  ['When does the clinic close on Sundays?'],
  ['What is the phone number of the dentist?'],
  ['How do I book an appointment with my doctor?'],
  ['Can I park at the hospital?'],
  ['What are the visiting hours of the ward?'],
  ['药店几点开门？'],
  ['最近的医院在哪里？'],
  ['医院电话是多少？'],
  ['医院停车收费吗'],
  ['医院探视时间是几点到几点？'],
];
const topics: [string, history?: { q: string; a: string }[]][] = [
  ['脓毒症'],
  ['精神分裂症'],
  ['Did a stricter traffic law cut deaths on the roads of Peru?'],
  ['智利的交通法改革是否推动了警方执法？'],
  ['semaglutide'],
  ['I have a headache and a fever.'],
  ['Hello! Does zelparin prevent stroke?'],
  ['What is known of dravitomide?'],
  ['Good morning, is coffee bad for blood pressure?'],
  ['TP53 and HER2'],
  ['Please summarise PMID 31733182'],
  ['Does music therapy help in dementia?'],
  ['Why do people snore?'],
  ['Does opening general practices at weekends reduce emergency visits?'],
  ['Does the distance to the nearest hospital affect survival?'],
  ['When does the ductus arteriosus close in preterm infants?'],
  ['周末开放门诊能减少急诊就诊吗？'],
  ['到最近医院的距离是否影响生存？'],
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
    it(`small talk: ${message}`, () => assert.equal(asksForLiterature(message, history, 2026), false));
  for (const [message] of errands)
    it(`an errand: ${message}`, () => assert.equal(asksForLiterature(message, [], 2026), false));
  for (const [message, history = []] of topics)
    it(`a topic for literature: ${message}`, () =>
      assert.equal(asksForLiterature(message, history, 2026), true));
});

const outside: [string, MessageScope][] = [
  [
    '### Task:\nGenerate a concise, 3-5 word title.\n### Chat History:\nUSER: Does aspirin prevent stroke?',
    'client-task',
  ],
  [
    'Given the following... please reply with a title for the chat that is 3-4 words.\n\nDoes aspirin prevent stroke?',
    'client-task',
  ],
  ['Analyze this conversation and provide:\n1. A title\n\nUser: Does aspirin prevent stroke?', 'client-task'],
  ['### 任务：\n根据对话内容给出标签。\n用户：叶酸能预防子痫前期吗？', 'client-task'],
  ['Why do I get a headache whenever the neighbour mows the lawn after lunch?', 'medical'],
  ['My son vomits on every car trip to school, what can we do?', 'medical'],
  ['为什么邻居一割草我就头疼？', 'medical'],
  ['My boss gives me a headache, how do I quit my job?', 'other'],
  ['Thanks, that helps!', 'thanks'],
  ['谢谢，这下明白了', 'thanks'],
  ['hello', 'greeting'],
  ['你好呀，在吗？', 'greeting'],
  ['Which model are you?', 'assistant'],
  ['你是谁？', 'assistant'],
  ['Who won the world cup in 2018?', 'other'],
  ['Write me a limerick about antibiotics', 'other'],
  ['How do I center a div in CSS?', 'other'],
  ['I have 3 packs with 20 pills each. How many pills do I have?', 'other'],
  ['My cat is called Aspirin. Cute, right?', 'other'],
  ['《红楼梦》的作者是谁？', 'other'],
  ['三盒药每盒12片，一共多少片？', 'other'],
  ['帮我写个爬虫代码', 'other'],
  ['Is it going to snow in Oslo on Sunday?', 'other'],
  ['Who plays drums in the band Scarlet Fever?', 'other'],
  ['My dentist is called Payne. Coincidence?', 'other'],
  ["Our nurse's last name is Sharp and the doctor is called Cutter, can you beat that?", 'other'],
  ['How far is Lisbon from Porto?', 'other'],
  ['What year did the metal band Anthrax release their album?', 'other'],
  ['What is a good password for my router?', 'other'],
  ['我们的牙医姓牙，你说巧不巧？', 'other'],
  ['明天会下雪吗？', 'other'],
  ['毒药乐队的第一张专辑是哪年出的？', 'other'],
  ['Heart is my favourite band, have you heard Barracuda?', 'other'],
  ['How do I cook kidney beans?', 'other'],
  ['My computer has a virus, how do I remove it?', 'other'],
  ['How can I inject a dependency in Angular?', 'other'],
  ['How do I sort a dictionary by value?', 'other'],
  ['Is the Blood Mountain trail hard to hike?', 'other'],
  ["What's the inflation rate in Turkey?", 'other'],
  ['What rhymes with liver?', 'other'],
  ['How do I remove a blood stain from a carpet?', 'other'],
  ['Which potion restores health in Minecraft?', 'other'],
  ['Please provide a concise title summarising the chat about hypertension', 'client-task'],
  ['猪肝怎么炒才嫩？', 'other'],
  ['电脑中病毒了怎么杀毒？', 'other'],
  ['《急诊科医生》一共多少集？', 'other'],
  ['hi there, how is your afternoon going?', 'greeting'],
  ['医药基金能不能再买一点？', 'other'],
  ['医药基金还会跌吗？', 'other'],
  ['上海下周冷不冷？', 'other'],
  ['“我头疼”用英语怎么说？', 'other'],
  ['我同事外号叫“维生素”，好玩吧？', 'other'],
  ['What is an SQL injection and how do I make my login form immune to it?', 'other'],
  ['这个月信用卡大出血，有什么存钱的好办法能慢慢回血？', 'other'],
  ['周末想带孩子去苏州玩两天，行程怎么安排？', 'other'],
  ["What's the difference between a lens and a mirror in a telescope?", 'other'],
  ['孩子上哪个小学好？', 'other'],
];
const inside = [
  'Why do I wake up at 3am every night?',
  'Should kidney beans be boiled to destroy the toxin?',
  'Does chess protect against dementia?',
  'Does owning a dog lengthen your life?',
  'Do smartphone apps help people quit smoking?',
  'How much does a cataract operation cost?',
  'Risk factors for postoperative complications in women',
  'Preoperative fasting',
  'Are air traffic controllers more willing to ask each other for help after years together?',
  'What is Zelparin?',
  'What does p53 do?',
  '玩手机会近视吗？',
  '打篮球容易伤膝盖吗？',
  '白内障手术多少钱？',
  '窦性心律不齐是什么意思？',
  '离婚的男人死得早吗？',
  '电池被孩子吞了怎么办？',
  '《中国高血压防治指南》怎么说？',
  'Is it bad to crack your knuckles?',
  'Do weekend shifts lead to more errors?',
  'Are e-cigarettes safer than cigarettes?',
  'Should I put butter on a burn?',
  'CYP2D6*4 allele and breast cancer risk: is there any association?',
  'What gets women who skip their breast X-ray to book one - a phone call or a leaflet?',
  'Is keyhole gallbladder removal trickier in men than in women?',
  'Do rich people walk and cycle more because their streets are nicer?',
  '伽马钉加一个U形刀片拉力螺钉能减少切出吗？',
  'Does the CRISPR system have off-target effects?',
  '晚上老是睡不着怎么办',
  '给孕妇发钱能让她们戒烟吗',
  '未婚的人活得短吗',
  '黄芪有什么作用',
  'Does playing video games improve attention in children?',
  'Do wearable fitness bands help patients lose weight?',
  'What is the disease called in which the skin turns to scales?',
  'Where does melanoma spread first?',
  'How fast does paracetamol work?',
  '看电视太久会让儿童近视吗？',
  'her ovary got twisted last night, does it have to be taken out or can they just untwist it',
  '血清学结果报告错误的常见原因有哪些？',
  '放射科医师发表论文多少与基金资助有关吗？',
  "dad is 78 and he's getting shaky on the road. would a car with an automatic gearbox help?",
  'baby of 4 kg needs resus, which bag gives the pressure I set?',
  'talar neck #, film at 8 wk shows no collapse. can I stop worrying about AVN?',
  'if I only work out as hard as I like, will I still get fitter?',
  'had the hiccups since Tuesday, what stops them?',
  '空气不好的城市人是不是更短命',
  '教师嗓子哑的多吗',
  // Topics of reviews are named without a question.
  '青少年吸烟',
  '更年期',
  '人工流产',
  '噪声暴露',
  'Noise exposure',
  'Cesarean section',
  'Intermittent fasting',
  'Machine learning in radiology',
  'Do teenagers who see actors smoke in movies take up cigarettes themselves?',
];

describe('what a message is beside a question of medicine', () => {
  for (const [message, scope] of outside)
    it(`${scope}: ${message}`, () =>
      assert.equal(readScope({ message, history: [], thisYear: 2026 }), scope));
  for (const message of inside)
    it(`medical: ${message}`, () =>
      assert.equal(readScope({ message, history: [], thisYear: 2026 }), 'medical'));
  it('takes a message with an attachment as a question about that', () => {
    const asked = { message: 'Please summarise it.', history: [], thisYear: 2026 };
    assert.equal(readScope({ ...asked, hasAttachment: true }), 'medical');
    assert.equal(readScope(asked), 'other');
  });
});
