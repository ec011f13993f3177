const creativeWorks =
  'poems?|haikus?|limericks?|rhymes?|jokes?|riddles?|puns?|song|songs|lyrics|bedtime story|short story|fairy tale|stor(?:y|ies)|novel|screenplay|love letter|cover letter|birthday (?:card|wishes|message)|slogan|sonnets?|essay|product description|toast|speech|tweet|caption|email|e-mail|blog post|playlist|itinerary|recipe';

/**
 * Requests outside medicine, whatever their words: writing texts or code, sums, translations, small talk about names,
 * games and the news.
 */
export const outOfScope: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:write|compose|make up|draft|tell|sing|recite|create|generate|give|read)\b(?: \w{1,12}){0,6} (?:${creativeWorks})\b(?<!\btells? (?:a different|another|the same|a similar) story)`,
    'i',
  ),
  /\b(?:python|javascript|typescript|java|kotlin|rust|golang|php|sql|html|css|bash|excel|latex|regex|c\+\+|c#)\b[^?]{0,60}\b(?:function|script|code|program|class|query|formula|loop|error|list|array|string|page|library|macro)\b|\b(?:write|debug|fix|refactor|explain|review)\b[^?]{0,30}\b(?:code|script|program|function|regex|sql)\b/i,
  /\b(?:translate|proofread|rewrite|rephrase|paraphrase)\b[^?]{0,80}\b(?:into|to|this|that|following|sentence|my)\b/i,
  /\b(?:sur|nick|first |last |middle |pet |pet's )?name(?:'s|d)?\b[^?]{0,40}\b(?:funny|cute|nice|cool|silly|pretty|clever|good name|don't you think|isn't it)\b/i,
  /\b(?:what(?:'s| is) the (?:weather|time|date|capital|population|currency|tallest|longest|largest|biggest)|what (?:day|time) is it|who (?:won(?!['’]t)|wrote|painted|directed|sang|sings|plays|played|composed|founded|starred)|which (?:country|team|city|band|actor|film|movie|planet|president)|capital of|world cup|olympic games|premier league|super bowl|oscars?|grey's anatomy|doctor who|bitcoin|(?<!cuff |balloon )inflation rate|stock (?:price|market)|horoscope|star sign|lottery|exchange rate|meaning of life|train ticket|plane ticket|refund|flat tyre|flat tire)\b/i,
  /\b(?:[Mm]y|[Oo]ur) (?:\w{1,12} )?(?:cat|kitten|dog|puppy|hamster|rabbit|parrot|goldfish|boat|car)(?:'s name)? is (?:called|named)\b|\b(?:[Hh]ow (?:tall|high|far|old|fast) (?:is|are|was)|[Ww]ho (?:is|was)|[Ww]here (?:is|was)) (?:the )?(?:(?:president|king|queen|prime minister|author|inventor)\b|[A-Z][a-z])|second world war|first world war/,
  /\b(?:recommend|suggest|find me|book)\b (?:me |us )?(?:an?|some|the)\b[^?]{0,30}\b(?:film|movie|book|novel|series|song|restaurant|hotel|flight|game|gift|present|laptop|phone)\b/i,
  // 35+2 is an age of gestation, in weeks and days.
  /(?<![A-Za-z0-9])(?!(?:2\d|3\d|4[0-2])\+[0-6](?![\d=]))\d{1,9}\s{0,3}[+×*÷]\s{0,3}\d|\b\d{1,9}\s{0,3}(?:plus|minus|times|divided by|multiplied by)\s{0,3}\d|\bsquare root of\b|\bsolve\b[^?]{0,20}=/i,
  /\b(?:will it|is it (?:going to|supposed to)|does it) (?:rain|snow|hail|storm)\b|(?:下雨|下雪|刮台风)(?:吗|么|吧|不)?[？?。！!]*$/i,
  /\bhow (?:cold|hot|warm|sunny) (?:is|was|does|will)\b(?! it (?:have|need) to\b)|\b(?:the|another|a) word (?:for )?\w+ (?:come from|mean)|\b(?:bored|boring)\b[^?]{0,60}\b(?:joke|chat|talk|entertain|fun)\b|\b(?:chat|talk) (?:to|with) me\b|\bkeep me company\b|\bcheer me up\b/i,
  /(?:写|作|编|创作|来|帮我写|讲|说|唱|念)(?:一|两|几)?(?:首|个|篇|段|句|封|副|则)?[^，。？！]{0,12}(?:诗|歌|故事|笑话|作文|情书|文案|对联|祝福语|朋友圈|段子|小说|剧本|请假条|辞职信|邮件|演讲稿)/,
  /(?:写|编|改|调试|实现)[^，。？！]{0,16}(?:代码|程序|函数|脚本|公式|网页|爬虫|小程序)|(?:python|java|excel|sql|html|javascript)[^，。？！]{0,20}(?:怎么|如何|代码|函数|公式|报错)/i,
  /(?:翻译|译)(?:成|为|一下|这)(?!(?:有?功能性?的?|相应的?|多个)?(?:蛋白|多?肽|氨基酸))|润色这|改写这/,
  /(?:陪我|跟我|和我|咱们|我们)(?:聊|说说话|唠|玩)|聊(?:两句|几句|聊天|会儿天)|无聊死|解解闷/,
  /名字[^？。！]{0,12}(?:可爱|好听|好笑|有趣|怎么样|特别|酷)|取(?:个|什么)[^？。！]{0,6}名/,
  /(?:作者|导演|主演|主角|首都|总统|主席|首富|冠军|皇帝|朝代|票房|股价|汇率|彩票|星座|运势)(?:是|有|在|多少|叫|如何|怎么样|[？?])|谁(?:写|画|唱|演|导演|赢|夺冠|发明)|世界杯|奥运会|春晚|今天星期|几点了|天气(?:怎|如何|好)|红楼梦|三国演义|西游记/,
  /我(?:家)?的?(?:小)?(?:猫|狗|兔子|鹦鹉|宠物|仓鼠)(?:名字)?(?:叫|名叫)|怎么做[^，。？！]{0,8}(?:肉|鱼|汤|饭|面|蛋糕|菜)|高铁|火车票|机票|车票|光速/,
  /(?:去|上)(?:哪|什么地方)[^，。？！]{0,4}(?:吃|喝|玩|逛|买|住)|(?:玩|逛|买)[^，。？！]{0,8}(?:划算|性价比|打折|便宜)/,
  /\b(?:espresso|coffee|washing|sewing) machine\b[^.?]{0,60}\b(?:died|dead|broke\w*|won['’]t|leak\w*|repair|fix|replace|parts?|pump)\b|\b(?:pump|motor|part|belt|filter|door|lid)\b[^.?]{0,20}\b(?:of|in|on|for) (?:my|our|the|an?) (?:\w+ )?(?:espresso|coffee|washing|sewing) machine\b/i,
  /和[^，。？！]{1,8}谁的?(?:年纪|岁数|个子|更?[大老高]|先出生)/,
  /(?:推荐|介绍)(?:一|几|个|部|本|首)?[^，。？！]{0,8}(?:电影|电视剧|小说|歌|餐厅|酒店|景点|手机|电脑|游戏)/,
  /\d\s{0,3}(?:乘以|除以|加上|减去|乘|加|减|×)\s{0,3}\d/,
];

const places =
  "pharmac(?:y|ies)|chemist(?:'s)?|clinics?|hospitals?|(?:doctor'?s )?surgery|(?:gp|dental|doctor'?s) (?:practice|office)|health cent(?:re|er)|emergency (?:department|room)|wards?|dentist(?:'s)?|doctor(?:'s)?|optician(?:'s)?|vet|laborator(?:y|ies)|lab|canteen|gift shop";
const hanPlaces = '药店|药房|医院|诊所|门诊|急诊|卫生院|卫生站|社区中心|食堂|病房|化验室|体检中心|牙科';

/**
 * Practical questions about a place of care, which literature cannot answer: opening hours, directions, telephone
 * numbers, appointments, parking and fees.
 */
export const nonMedicalRequests: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:what time|when|how late|until when)\b[^?]{0,30}\b(?:${places})\b[^?]{0,30}\b(?:open|opens|close|closes|closed|shut|shuts)\b`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:is|are) (?:the|my|your|our) (?:\w{1,12} )?(?:${places}) (?:still )?(?:open|closed|shut)\b`,
    'i',
  ),
  new RegExp(
    String.raw`\bwhere(?:'s| is| are| can i find)\b[^?]{0,20}\b(?:the|a|my|our) (?:nearest |closest |next )?(?:\w{1,12} )?(?:${places})\b`,
    'i',
  ),
  /\b(?:tele)?phone number of\b|\b(?:opening|visiting|office|surgery) (?:hours|times) (?:of|at|in|on|for) (?:the|my|your|our)\b|\bhow (?:do|can) i (?:book|make|cancel|change|move|get) (?:an?|my|the) appointment\b|\bdo i need (?:an appointment|a referral|to book)\b|\b(?:can i|where (?:do|can) i|how much (?:is|does|to)) (?:park|parking)\b|\bwhich (?:bus|train|tram) (?:goes|do i take)\b/i,
  new RegExp(
    `(?:${hanPlaces})[^。？！]{0,12}(?:几点|什么时候|何时)[^。？！]{0,6}(?:开门|关门|上班|下班|营业|开放|放号)|(?:最近|附近)的?(?:${hanPlaces})|(?:${hanPlaces})[^。？！]{0,6}(?:电话|地址)(?:是|多少|在)`,
  ),
  /(?:营业|探视|开门|上班|门诊)时间(?:是|到|几|怎|[？?])|(?:怎么|如何|哪里|哪儿|在哪|去哪)(?:预约)?(?:挂号|停车|缴费|取药|取报告|打印报告)|(?:挂号|停车|缴费)(?:怎么|如何|收费|收不收费|在哪|多少钱)|预约(?:门诊|挂号)[^。？！]{0,6}(?:带什么|证件|怎么)/,
];

/** Numbers to calculate with: rooms and beds, tablets and days. */
export const sumEnglish =
  /\b(?:how (?:many|much|long)|what(?:'s| is)|calculate|work out)\b[^?]{0,120}\b(?:altogether|in total|in all|left(?: over)?|remaining|last me|will (?:it|they|the (?:box|pack|packet|bottle)) last|do i have|does that make|is that|each|per person)\b/i;
export const sumChinese =
  /(?:一共|总共|合计|平均每|还剩|够吃|能吃|能用|够用|吃完|用完|每人|等于)[^，。？！]{0,8}(?:多少|几|完)|(?:多少|几)[^，。？！]{0,8}(?:吃完|用完|够吃|够用)/;
/** Words of studies, which arithmetic problems lack. */
export const studyWord =
  /\b(?:trials?|stud(?:y|ies)|cohort|risk|survival|patients|participants|associated|rate|score|years?|months?)\b|研究|试验|患者|风险|生存|发生率/i;

export const thanks =
  /\b(?:thanks?|thank you|thx|cheers|much appreciated|appreciate it)\b|谢谢|感谢|多谢|辛苦了|辛苦啦/i;
/** Matches thanks that a request follows: "Thanks! Now summarize this." */
export const thanksAndAsks =
  /[.!,;。！，；]\s{0,3}(?:(?:now|please|then|next|also|and|请|再|现在|那|帮我)\s{0,3}){0,2}(?:summari[sz]e|explain|compare|check|analy[sz]e|review|discuss|describe|list|read|look|总结|概括|解释|比较|分析|评价|看)/i;
export const greeting =
  /^\W{0,9}(?:(?:morning|afternoon|evening|night|day)(?=\W*$|[!,.])|(?:test(?:ing)?|ping|yo|sup)\W*$|rise and shine\b|anybody (?:home|there)\b|hi|hello|hey|hiya|howdy|good (?:morning|afternoon|evening|night)|bye|goodbye|see you|ok(?:ay)?|great|nice to meet you|lol|haha|wow)\b|^\W{0,9}(?:你好|您好|嗨|哈喽|在吗|在不在|早啊|早安|早上好|下午好|晚上好|早安|晚安|再见|拜拜|好的|收到)/i;

/** Questions to the assistant about itself. */
export const aboutAssistant =
  /\b(?:who|what) are you\b|\bwhat can you (?:do|help)|\bare you (?:an? )?(?:\w+ )?(?:human|robot|bot|doctor|physician|nurse|person|real|program|ai|machine|chatgpt)\b|\bhow are you\b|\bwhat(?:'|’)?s your name\b|\bwhat is your name\b|\bhow do you work\b|\bwh(?:o|at|ich)(?: \w+)? (?:made|built|created|trained|model)(?: are)? you\b|\b(?:do|can|will) you (?:like|love|live|dream|sleep|sing|dance|eat|enjoy|feel|remember)\b|\bwhere (?:do|are) you\b|\b(?:are |r )?(?:you|u|ya) (?:still |guys |already |up and )?(?:conscious|alive|sentient|awake|asleep|sleeping|there|around|online|home|up|busy|free|ready|listening)(?: yet| now| today| tonight| already)?\W*$|\bare you (?:conscious|alive|sentient|awake|there)\b|\bhow old are you\b|\byour favou?rite\b|[你您](?:是谁|会不会|有没有|叫什么|好吗|是不是|会什么|会[唱跳]|喜欢|多大|几岁|住|能做什么|能帮|可以做什么|背后|用的(?:是)?(?:哪|什么)|是(?:人|机器人|医生|真人|程序|什么|哪|ai))/i;

/** Matches requests, as opposed to remarks. */
export const asks =
  /[?？]|\b(?:do|does|did|is|are|can|could|should|will|would) (?:i|we|you|he|she|it|they|that|this|there) (?:\w{1,12} ){0,3}\w{1,12}\b(?![^.]*\bthanks?\b)|\bany (?:proof|evidence|data|downsides?|long-term (?:harms?|risks?|data))\b|^\W*(?:what|which|how|why|is|are|do|does|did|can|could|should|would|will|has|have|was|were|tell|explain|describe|compare|find|search|look|show|summari[sz]e|list|evidence|studies|papers|trials)\b|吗|呢|什么|怎|如何|为何|为啥|是否|能否|哪|多少|多久|多大|有没有|是不是|会不会|能不能|好不好|要不要|可不可以|介绍|解释|比较|查|检索|搜索|总结|列出|说说|讲讲|文献|研究/i;

/** Matches references to earlier messages. */
export const earlierMessageReference =
  /\b(?:it|its|they|them|their|that|this|these|those|he|she|others?|else|more|another|same|instead)\b|^\W*(?:and|why|but|or|what about|how about|really|how (?:large|big|long|many|much|strong)|in (?:whom|children|adults|women|men))\b|它|其|该|这|那|上述|呢[？?]?\s*$|还有|另外|为什么|更多|其他|多大规模|多少人/i;

/** Matches statements of somebody's name, which may be a medical word. */
export const nameRemarkPattern =
  /\b(?:sur|nick|last |middle |user|pet )names?\b|\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]he) (?:\w{1,12} )?(?:doctor|dentist|surgeon|nurse|teacher|boss|neighbou?r|cousin|friend|colleague|cat|dog|horse|boat|street|team|pub|hamster|rabbit|band)(?:['’]s (?:last |first )?name)? is (?:called |named )?[A-Z]|外号|绰号|昵称|(?:医生|牙医|护士|老师|同事|邻居|老板|同学|朋友|猫|狗)(?:姓|的名字|名叫|叫)/;

/** Matches questions for a fact of geography, history or the like. */
export const asksForFact =
  /^\W{0,9}(?:who|where|when|how (?:far|tall|high|old|big|fast|expensive)|(?:in |on |from )?(?:what|which) (?:year|country|city|continent|language|colou?r|team|day|month|century|currency|street))\b|哪一?年|谁|多高|多远|什么时候|哪个(?:国家|城市)/i;

/** Matches questions about what a thing is or does, or about taking it; its name alone also counts. */
export const asksWhatItIs =
  /^(?:(?:what(?:'s| is| are| does)|how do(?:es)?) )?[^\s?？]{1,40}(?: (?:do|work|used for|for))?[?？]?$|\b(?:taking|dose|dosage)\b/i;
