const people =
  '(?:people|persons|men|women|boys|girls|kids|children|babies|toddlers|teenagers|teens|adults|seniors|pensioners|students|pupils|athletes|workers|soldiers|veterans|migrants|refugees|prisoners|smokers|drivers|doctors|nurses|residents|patients|mothers|fathers|mums|moms|dads|parents|couples|americans|brits|folk|folks)';
const roadUsers = '(?:drivers|motorists|riders|bikers|motorcyclists|cyclists|pedestrians)';

const schedule =
  '(?:every|each) (?:(?:other|second|third|single) )?(?:day|night|morning|evening|week|month|\\d{1,2} (?:hours?|hrs?|days?|weeks?))|on alternate days|alternate days?|(?:once|twice|\\d|three times|two|three|four) (?:a|per) (?:day|night|week)|(?:once|twice) (?:daily|weekly)|daily|nightly|bd|tds|qds|prn|at bedtime';

/**
 * Questions of medical and public-health research in everyday words, by kind, in which no word is medical by itself.
 */
const kinds: readonly RegExp[] = [
  // Accidents and violence: "do drivers get careless because of …", "would shutting bars earlier mean fewer murders".
  new RegExp(
    String.raw`\b${roadUsers}\b[^.?!]{0,80}\b(?:careless|reckless|crash(?:es)?|accidents?|collisions?|risks?|faster|drunk|tired|sleepy|distracted|injur\w+|die|killed|safer|belts?|helmets?|older|elderly)\b`,
    'i',
  ),
  /\b(?:fewer|less|more|cut|reduce[sd]?|lower|prevent[sd]?|stops?|rise in|drop in|rates? of)\b[^.?!]{0,40}\b(?:murders?|homicides?|killings|stabbings?|shootings|assaults?|violence|crashes|fights|suicides?|drownings?|overdoses|burns|falls)\b/i,
  // Wellbeing: "does living by the sea make you happier", 对心情有没有坏处.
  new RegExp(
    String.raw`\bmak(?:e|es|ing) (?:you|us|me|them|${people}) (?:[a-z]{1,12} )?(?:happier|healthier|sicker|fatter|slimmer|thinner|stronger|weaker|fitter|smarter|cleverer|calmer|sleepier|taller|shorter|dumber|anxious|depressed|aggressive|violent|live longer|age faster)\b`,
    'i',
  ),
  /对[^，。？！]{0,12}(?:心情|精神|情绪|心理|身体|身心|发育|学习|智力|记性|记忆|寿命|健康|孩子|老人)[^，。？！]{0,8}(?:好处|坏处|影响|危害|伤害|帮助|有害|有益|不好|不利)/,
  // Bodies: "could that be why I'm heavy", "slim down", "how many kilos come off".
  /\bwhy (?:i|he|she|we|they|you|my \w+)(?:['’](?:m|s|re)| am| is| are) (?:so |too |getting |this )?(?:heavy|fat|thin|skinny|tired|short|tall|weak|clumsy|slow)\b|\bslim(?:ming|med)? down\b|\b(?:kilos?|kgs?|pounds|lbs|stone)\b[^.?!]{0,30}\b(?:come off|lose|lost|shed|gain(?:ed)?|put on)\b|\b(?:lose|lost|shed|gain(?:ed)?|put on)\b[^.?!]{0,20}\b(?:kilos?|kgs?|lbs|pounds (?:of|in|after|since|while|during))\b/i,
  /\b(?:too (?:young|old)|old enough|what age)\b[^.?!]{0,40}\b(?:power chair|walker|potty|solids|braces|pill|training|nursery|school|sleep|learn)\b/i,
  // Childbearing: "already had five kids, is it riskier to have another one?"
  /\b(?:have|had|having|expecting)\b[^.?!]{0,20}\b(?:kids?|child(?:ren)?|bab(?:y|ies)|another one)\b[^.?!]{0,60}\b(?:risk\w*|safer?|dangerous|too old)\b|\b(?:risk\w*|safer?|dangerous|too old)\b[^.?!]{0,40}\b(?:have|had|having|expecting)\b[^.?!]{0,15}\b(?:kids?|child(?:ren)?|bab(?:y|ies)|another one)\b/i,
  // Infants' food: "when to start solids".
  /\b(?:start(?:ing|ed)?|begin|introduc(?:e|ing)|give|giving|wean\w*|on(?:to)?)\b[^.?!]{0,12}\bsolids\b|\b(?:formula|bottle)[- ]?(?:fed|feed(?:ing)?)\b/i,
  // Amounts: "how many steps a day are enough".
  /\b(?:steps|hours of (?:sleep|exercise|sitting)|glasses|cups|eggs|units|portions|servings|litres|liters|push-?ups|minutes of (?:exercise|walking))\b[^.?!]{0,20}\b(?:a|per|each|every) (?:day|night|week)\b/i,
  // Forms of drugs with how often they are taken: "iron tabs every other day".
  new RegExp(
    String.raw`(?<!browser |chrome |open )\b(?:tabs?|tablets?|caps|capsules?|pills?|syrup|drops|puffs?|sprays?|sachets?|patch(?:es)?|jabs?|injections?|doses?)\b[^.?!]{0,25}\b(?:${schedule})\b`,
    'i',
  ),
  // Care that people go without: "skip the optician", "put off seeing a dentist".
  /\b(?:skip(?:s|ped|ping)?|put(?:s|ting)? off|delay(?:s|ed|ing)?|avoid(?:s|ed|ing)?|go(?:es|ing)? without|(?:can(?:no|['’])?t|unable to|struggl(?:e|es|ing) to) (?:afford|get|see))\b[^.?!]{0,20}\b(?:opticians?|dentists?|(?:the|a|their|his|her|my) (?:doctor|gp|clinic|midwife|nurse|chemist|pharmacist)|check-?ups?|eye tests?|prescriptions?|tablets|medicines?|medications?|clinic appointments?|hospital appointments?)\b(?! who\b)/i,
  // Whose share, and what becomes of whom.
  new RegExp(
    String.raw`\bwhat (?:share|proportion|percentage|fraction|number) of [^.?!]{0,30}\b${people}\b|\b(?:what|which) (?:kind|sort|type)?s? ?(?:of )?${people} (?:end up|keep|stay|still|go on|turn out|grow up|drop out|give up)\b`,
    'i',
  ),
  // Getting back to a sport or the wheel after an illness.
  /\b(?:play|drive|run|work|swim|cycle|fly|lift|dance|train|ski|ride|box)\b[^.?!]{0,30}\bagain\b[^.?!]{0,30}\b(?:after|following|with|since)\b|\bafter (?:an? |my |the |his |her )?[^.?!]{1,40}\b(?:how (?:soon|long|many)|until|when can)\b[^.?!]{0,30}\b(?:play|drive|run|work|swim|cycle|fly|lift|dance|train|ski|ride)\b/i,
  // Invitations to care, and attendance.
  /\b(?:check-?ups?|home visits?|screening|appointments?)\b[^.?!]{0,40}\b(?:invit\w+|remind\w+|show up|turn up|attend\w*|say yes|at home|no-?shows?)\b|\b(?:invit\w+|remind\w+|letter|leaflet)\b[^.?!]{0,60}\b(?:check-?ups?|home visits?|screening|visits? at home)\b/i,
  // Loss of a person or of a faculty.
  /\blos(?:e|es|ing|t) (?:someone|somebody|a loved one|a child|(?:my|his|her|their|your) (?:balance|footing|appetite|hair|voice|hearing|sight|memory|mum|mom|mother|dad|father|wife|husband|partner|baby))\b|\bschool start times?\b/i,
  /\bstay (?:calm|cool|focused) (?:before|under|during)\b|\b(?:biofeedback|body sensor)/i,
  // Research on research and on medical training.
  /\b(?:papers|articles|preprints|journals|authors|researchers|reviewers|scientists|peer review\w*|open[- ]access|paywall\w*)\b[^.?!]{0,80}\b(?:quoted|cited|citations?|read|retracted|rejected|accepted|biased)\b[^.?!]{0,20}\b(?:more|less|fewer|often|sooner|faster|than)\b|\b(?:more|less|fewer|faster|sooner)\b[^.?!]{0,20}\b(?:citations|retractions)\b/i,
  /\b(?:practical|clinical) (?:skills?|exams?|examinations?|teaching|placements?|rotations?)\b|\b(?:skills?|simulation) (?:exams?|assessments?|lab|stations?)\b|\bosces?\b/i,
  // Places and clothes of care: "scrubs vs gowns", "music in the OR".
  /\bscrubs\b|\b(?:isolation|surgical|theatre|hospital|patient) gowns?\b|\bwhite coats?\b|\bstethoscopes?\b|\b(?:face|paper|cloth|surgical) masks?\b|\b(?:checklists?|briefings?|staff|teams?|turnover|delays?|safety|music|noise|traffic|radio) in (?:the )?(?:operating )?theat(?:re|er)s?\b|\boperating (?:room|theat(?:re|er))s?\b|\b(?:hospital|weekend|emergency|night|acute|unplanned|elective|icu|ward|winter|holiday) (?:re)?admissions?\b|\b(?:re)?admissions? (?:at|on|over) (?:the )?weekends?\b/i,
  // Diet in a poor family, an old or crowded home.
  /(?:吃|喝)[^，。？！]{0,8}(?:少|多|快|慢|饱|咸|甜|辣|油|素|撑|生的|烫|凉的|冷的|隔夜|剩)[^。？！]{0,30}(?:好|坏|会|是|吗|么|因为|影响|病|胖|瘦)/,
  /(?:能不能|能否|可不可以|可以不可以|会不会|该不该|要不要|适不适合)(?:[^，。？！]{0,4})(?:吃|喝)(?!完|到|上)|(?:隔夜|过期|发霉|发芽)的?[^，。？！]{0,4}(?:水|菜|饭|肉|蛋|茶|食物|土豆)/,
  /(?:走|跑|爬|跳)[^，。？！]{0,6}(?:多少|几千|几万|一万)(?:步|公里|下|层)/,
  /[老瘦胖死活病长]得(?:更|比较|特别|很)?[早短久快慢高矮]/,
  /(?:挤|住)在[^，。？！]{0,8}(?:小房子|小屋|地下室|城里|农村|高层|海边|路边)/,
];

/** The operating room, unlike the word "or". */
const inOperatingRoom = /\b(?:in|inside|entering|leaving) (?:the |an? )?(?:OR|OT|ED|ER|ICU|NICU|PACU)\b/;

/** A part of the body with a complaint: 手老是冰凉. */
const complaintHan =
  /[手脚腿脸背头腰膝眼耳嘴舌牙颈肩胸肚腹臀身][^，。？！]{0,2}(?:老是|总是|总|老|一直|经常|突然|有点|很|特别|天天)[^，。？！]{0,3}(?:冰|凉|冷|热|烫|抖|麻|肿|胀|酸|疼|痛|痒|红|干|抽|硬|僵|软|出汗)|(?:老是|总是|总|一直|经常|天天|特别|很)(?:口渴|口干|口苦|口臭|犯困|没劲|没力气|乏力|怕冷|怕热|发冷|发抖|出汗|抽筋|恶心|反酸|打嗝|心慌|健忘|忘事|掉头发|起夜|没胃口)|(?:口渴|口干|口苦|反酸|乏力|抽筋|盗汗|心悸|食欲不振|没胃口)/;

/** A blood pressure with a judgment: "Is 120/80 good?", 130/85算高吗. */
const pressure = String.raw`(?<![\d/.])(?:[89]\d|1\d\d|2[0-4]\d)\s?\/\s?(?:[4-9]\d|1[0-3]\d)(?![\d/.])`;
const judged =
  '(?:good|bad|ok(?:ay)?|normal|high|low|fine|healthy|too|dangerous|worry|worried|ideal|right|正常|高|低|好|算|严重|危险|理想)';
const bloodPressure = new RegExp(
  `${pressure}[^.?!。？！]{0,40}${judged}|\\b${judged}\\b[^.?!。？！]{0,40}${pressure}`,
  'i',
);

/** Returns true for a question or topic of medical research in everyday words, whatever other subjects its words have. */
export function isLayQuestion(message: string): boolean {
  return (
    kinds.some((pattern) => pattern.test(message)) ||
    [inOperatingRoom, complaintHan, bloodPressure].some((pattern) => pattern.test(message))
  );
}
