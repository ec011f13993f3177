import { indexTerms } from '@citewell/core/text/words.ts';

/**
 * Words of other subjects than medicine, by subject: computing, films and music, sport, games, cooking, travel and places,
 * money, law, weather, language, home and garden, pets, talk among people, astrology and news. One of them decides nothing:
 * `countOtherWords` is weighed against the words of medicine.
 */
const other = `python javascript java linux windows ubuntu iphone android phone ipad laptop computer software app apps wifi router printer browser website server
code coding compiler debug git github branch repository docker kubernetes sql query database json html css react angular array string integer variable
boolean recursion algorithm heap stack typeerror undefined function syntax excel spreadsheet macro regex password email inbox download upload usb keyboard scanner
plugin api backend frontend audio firmware smartphone chatbot chatgpt
login firewall malware phishing hacker hacked encryption bandwidth broadband spreadsheet gpu cpu ram motherboard hard-drive hdmi bluetooth
band album song songs lyrics singer rapper guitarist drummer concert soundtrack movie movies film films sitcom episode episodes season seasons netflix cartoon anime manga comic
fairy tale tales fable telescope telescopes mirror binoculars physics
novel plot character actor actress filmed starring sequel oscar theater theatre opera podcast youtube celebrity
football soccer basketball tennis cricket rugby baseball hockey golf league cup striker goalkeeper quarterback goals squad stadium championship olympics formula race match team
chess poker crossword scrabble lego minecraft pokemon xbox playstation nintendo fantasy quest potion puzzle riddle trivia level boss
recipe bake baking baked oven roast roasting fry grill boil simmer cook cooking cake cakes cookies brownies dough pastry marinade sauce soup restaurant cocktail beer pizza tasty delicious
roadtrip hostel airbnb cruise resort campsite camping sightsee souvenirs layover
flight flights airport airline hotel visa passport luggage train trip itinerary tourist sightseeing museum hike hiking trail mountain beach island holiday vacation weekend ticket tickets taxi subway bus
budget budgeting overdraft invoice payroll freelance resume cv broker etf
rent landlord tenant deposit mortgage loan bank account stock stocks shares invest investment gold bitcoin crypto dividend tax taxes salary bonus pension credit card cash currency price dollars euros sells cheap cheapest discount refund buy
lawyer sue lawsuit divorce liable illegal fine copyright inheritance custody election president minister king queen parliament war empire dynasty
weather forecast rain rainy raining sunny snow snowing storm cloudy windy umbrella
rhyme rhymes plural spell spelling grammar synonym antonym idiom palindrome anagram poem haiku limerick rap joke jokes pun slogan essay translate pronounce
carpet sink faucet toilet plumbing paint curtain sofa furniture unclog battery engine filter tyre tire brake car garage lawn garden plant tomatoes roses seeds fence tree laundry stain
dog cat kitten puppy hamster parrot goldfish pet nickname surname named
birthday doll toy gift present girlfriend boyfriend crush wedding party dating ex bored boring entertain favourite favorite happy weekend
halloween christmas easter costume costumes decoration decorations photoshop powerpoint gmail outlook figma
horoscope zodiac leo leos virgo libra scorpio sagittarius capricorn aquarius pisces gemini
headline headlines planet planets moon sky galaxy continent capital geography history century mathematics equation derivative integral theorem`;

const otherTerms = new Set(other.split(/\s+/).flatMap(indexTerms));

const otherHan =
  /改名|批量|相册|抠图|修图|剪辑|壁纸|股市|大跌|涨停|上哪个小学|哪个(?:小学|中学|大学|学校)好|学区|高考|考研|期末考|信用卡|花呗|借呗|存钱|攒钱|省钱|记账|网购|快递|外卖|淘宝|拼多多|直播间|短视频|行程|自驾|攻略|民宿|景区|打卡|露营|爬长城|逛街|玩(?:一|两|二|三|四|五|几)天|带孩子去|遛娃|黑客|注入攻击|服务器|显卡|内存条|电脑|杀毒|手机|软件|微信|程序|代码|编程|死锁|单元格|聊天记录|聊天内容|浏览器|网站|密码|路由器|打印机|华为|苹果手机|乐队|专辑|歌词|歌手|歌曲|唱|演员|主演|导演|电影|片子|电视剧|动漫|小说|多少集|几集|演唱会|票房|球队|足球|篮球|国足|进球|比赛|踢|决赛|几比几|夺冠|冠军|奥运|世界杯|联赛|选手|游戏|王者荣耀|通关|副本|手游|网游|象棋|接龙|猜谜|红烧|清蒸|炖|炒|腌|烤|菜谱|食谱|好吃|才嫩|蛋糕|火锅|下酒|旅游|景点|门票|机票|车票|高铁|地铁|酒店|签证|护照|坐什么车|玩几天|几天合适|股票|基金|炒股|房贷|利率|汇率|理财|彩票|房价|工资|奖金|社保|押金|房东|租房|离婚|官司|律师|起诉|告他|犯法|判刑|会怎么判|合同|天气|下雨|下雪|台风|带伞|冷不冷|热不热|气温|多少度|是什么意思|几画|成语|典故|出自|英语|英文怎么|造句|作文|诗|押韵|谐音|对联|翻译|病假|短信|文案|马桶|下水道|油漆|装修|窗帘|沙发|衣服|汽车|车子|洗车|轮胎|打不着火|电池|花盆|盆栽|叶子|小狗|小猫|宠物|我家[狗猫]|外号|绰号|名字|好玩|好笑|可爱|逗不逗|搞笑|无聊|女朋友|男朋友|前男友|前女友|生日|礼物|约会|相亲|表白|星座|[羊牛子蟹女秤蝎手羯瓶鱼]座|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]|运势|风水|总统|主席|皇帝|朝代|首都|新闻|几点|多少钱|\d块|哪年|宇宙|月亮|太阳|地球|鸡兔同笼/g;

/** Counts the distinct words of other subjects in a text. */
export function countOtherWords(text: string): number {
  const latin = indexTerms(text.replace(/\p{Script=Han}+/gu, ' ')).filter((term) => otherTerms.has(term));
  return new Set([...latin, ...(text.match(otherHan) ?? [])]).size;
}
