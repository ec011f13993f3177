/** A kind of question, in either language, and the words of sentences that answer it. */
type ExpectedAnswer = { asked: RegExp; answers: RegExp };

/**
 * Kinds of answers that a question calls for in words other than the answer's: "is it safe" is answered by complications, and "does
 * it run in families" by inheritance.
 */
const expectedAnswers: readonly ExpectedAnswer[] = [
  {
    asked:
      /\b(?:safe|safely|safer|safety|danger|dangerous|harm|harmful|harms|risky|riskier|side[- ]effects?|complications?|toxic|toxicity|allergic|go wrong)\b|安全|危险|危害|副作用|不良反应|并发症|过敏反应|伤身|有害|严不严重/i,
    answers:
      /\b(?:complications?|adverse|side[- ]effects?|toxicit(?:y|ies)|tolerated|tolerability|hypersensitivity|anaphyla\w{1,10}|urticaria|safe|safely|safety|morbidity|mortality|deaths?|died)\b|并发症|不良|副作用|毒性|耐受|安全|过敏|死亡/i,
  },
  {
    asked:
      /\b(?:surviv(?:e|es|al|ing)|live longer|longer lives?|life expectancy|die|dies|dying|deaths?|mortality|fatal|kills?|how long (?:do|does|will) .{1,40} live|prognosis)\b|活多久|能活|存活|生存|寿命|死亡|预后|致命/i,
    answers:
      /\b(?:survival|survived|mortality|deaths?|died|fatal|fatality|life expectancy)\b|生存|存活|死亡/i,
  },
  {
    asked:
      /\b(?:inherit|inherited|hereditary|heritable|runs? in (?:the |my |our )?famil(?:y|ies)|genetic|passed (?:on|down))\b|遗传|家族|传给(?:孩子|下一代)/i,
    answers:
      /\b(?:autosomal|famil(?:y|ies|ial)|heredit\w{1,6}|inherit\w{1,6}|heritab\w{1,6}|pedigrees?|relatives|mutations?|genetic)\b|遗传|家族|家系|突变/i,
  },
  {
    asked:
      /\b(?:how (?:often|common|frequent|frequently|likely|rare|many(?! (?:\w{1,15}[- ]){0,2}(?:mg|milligrams?|units|drops|tablets|pills|minutes|hours|days|weeks|months|years)\b))|(?:what|which) (?:share|proportion|percent(?:age)?|fraction)|prevalence|incidence|chances? of|odds of)\b|常见吗|多常见|发生率|患病率|发病率|[治死生缓有存检感复]\p{Script=Han}?率|比例|几成|百分之|几率|概率|多大可能|多少(?:人|例|名|患者|病人|孩子|女性|男性)/iu,
    answers:
      /\d(?:\.\d{1,3})?\s?%|\d ?\/ ?\d|\d (?:\(\d|of |out of )|\bper ?cent\b|\b(?:prevalence|incidence|per (?:1,?000|100,?000|million)|rates?|half|third|quarter|majority|one in)\b|患病率|发病率|发生率|比例|半数|分之/i,
  },
  {
    asked:
      /\b(?:costs?|cheap|cheaper|expensive|worth (?:it|the money)|value for money|cost-effective(?:ness)?|save money)\b|费用|花钱|省钱|便宜|成本|划算|经济/i,
    answers:
      /\b(?:costs?|cost-effective(?:ness)?|savings?|expenditures?|charges|QALYs?|euros?|dollars?|economic(?:al|ally)?)\b|[$€£]|成本|费用|经济/i,
  },
];

/** Returns the patterns of the kinds of answers that a question calls for; none if it does not say. */
export function expectedAnswersTo(question: string): RegExp[] {
  return expectedAnswers.filter(({ asked }) => asked.test(question)).map(({ answers }) => answers);
}
