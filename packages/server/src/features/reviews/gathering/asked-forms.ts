/** Topics typed as questions or requests, with the phrase by which other topics name the same. */
const forms: readonly (readonly [pattern: RegExp, form: string])[] = [
  [
    /^(?:(?:I|we) (?:need|want|would like|am looking for|are looking for)|(?:please )?(?:find|get|give)(?: me)?|looking for) (?:some |the |all )?(?:papers|studies|articles|literature|evidence|research|references) (?:on|about) /i,
    '',
  ],
  [
    /^(?:请|麻烦)?(?:帮我|给我|我想|我要)(?:查|找|查找|检索|看看|了解)(?:一下)?(?:关于|有关)?(.{2,40}?)(?:方面)?(?:的(?:文献|研究|论文|资料))?[。.]?$/u,
    '$1',
  ],
  // Whether something is safe asks for its harms.
  [
    /^(?:how safe (?:is|are) (.{3,60}?)|(?:is|are) (.{3,60}?) (?:safe|harmful|dangerous))( (?:in|for|during|after) .{3,60}?)?\s?\?*$/i,
    'Adverse effects of $1$2$3',
  ],
  [
    /^([^在用时对，。；]{2,20}?)(?:究竟|到底)?(?:(?:是否|是不是|会不会|安不)(?:安全|有害|有危险|危险)|(?:安全|有害|有危险|危险)(?:吗|么|否|与否))\s?[?？]*$/u,
    '$1的不良反应',
  ],
  [
    /^([^在用时对，。；]{2,20}?)(?:会)?(?:有没有|有无|有(?:什么|哪些)|会引起哪些)(?:严重)?(?:的)?(?:毒?副作用|不良反应|危害|安全性?问题)(?:吗|呢)?\s?[?？]*$/u,
    '$1的不良反应',
  ],
  [
    /^what (?:are|is) (?:the )?(?=(?:[a-z]+ )?(?:side[- ]effects?|harms|adverse effects|risks) of )(.{3,80}?)\s?\?*$/i,
    '$1',
  ],
  // What has an influence on something.
  [
    /^(?:(?:which|what) )?factors (?:that )?(?:can |may |might )?(?:affect(?:ing|s)?|influenc(?:e|es|ing)|determin(?:e|es|ing)) (.{3,80}?)\s?\?*$/i,
    'determinants of $1',
  ],
  [
    /^(?:(?:有)?(?:哪些|什么)因素|哪些)(?:会|能|可能|可以)?(?:影响|决定)到?(.{2,30}?)\s?[?？]*$/u,
    '$1的影响因素',
  ],
  [/^(?:会|能|可能)?影响(.{2,30}?)的(?:相关|主要)?因素(?:有哪些)?\s?[?？]*$/u, '$1的影响因素'],
  [/的?成功率(?=的影响因素$)/u, '结局'],
  // What somebody does for somebody.
  [
    /^(?:what|how) (?:do|does|can|could) (.{3,40}?) (?:contribute to|do for|add to|bring to) (.{3,60}?)\s?\?*$/i,
    '$1 in $2',
  ],
  [
    /^(?:the )?(?:contributions?|roles?) of (?=pharmacists|nurses|midwives|dieti[ct]ians|physiotherapists)/i,
    '',
  ],
  // Of whatever is done for health, a topic on its cost-effectiveness names only that.
  [
    /^(?:the )?(cost[- ]effectiveness|cost[- ]utility|economic evaluations?)(?: (?:studies|analys[ie]s|evaluations?))? (?:of|in) (?:(?:medical|health|healthcare|clinical|public health|new) )?(?:treatments?|interventions?|screening|programs?|programmes?|care|prevention|technologies|drugs|medicines?|services)(?:(?:,|,? and|,? or|\/) (?:(?:medical|health|healthcare|clinical) )?(?:treatments?|interventions?|screening|programs?|programmes?|care|prevention|technologies|drugs|medicines?|services)){0,3}$/i,
    '$1',
  ],
  [
    /^(?:(?:医疗|卫生|健康|医学|临床)?(?:干预(?:措施)?|治疗|筛查|药物|措施|技术|服务|项目)[和与及、]?){1,4}的?(成本[-－—]?(?:效果|效益|效用)|(?:卫生)?经济学)(?:分析|研究|评价)?$/u,
    '$1分析',
  ],
  // Those who care for a relative are caregivers.
  [
    /\b(?:relatives|family members|families|spouses|partners) (?:who are |who )?(?:car(?:ing|e) for|looking after|look after) (?:some(?:one|body)|people|persons?|patients|a (?:relative|person|patient|loved one)) with ([\w-]{3,30})/i,
    'caregivers of patients with $1',
  ],
  [/照[顾护料](.{2,12}?患者)的?(?:家属|亲属|家人|亲人)/u, '$1照顾者'],
];

/**
 * Reads a topic typed as a question as the phrase that asks for the same, so that both find the same records.
 *
 * @example
 * inPhrases('腹腔镜手术安全吗？'); // '腹腔镜手术的不良反应'
 */
export function inPhrases(topic: string): string {
  return forms.reduce((rest, [pattern, form]) => rest.replace(pattern, form), topic.trim());
}
