/** Requests for work on something given: "Summarize …", 总结附件. */
const works =
  /\b(?:summari[sz]e|sum up|explain|interpret|analy[sz]e|assess|apprais\w+|critique|criticize|evaluate|review|check|verify|compare|comment|describe|read|look|see|show|extract|list|discuss|outline|tell me|walk me|help me)\b|总结|概括|归纳|摘要|解释|解读|分析|评价|评估|点评|看看|看一下|查看|检查|核对|比较|对比|描述|读一下|阅读|提取|列出|讨论|说说|讲讲|梳理/i;

/** Names of what is given, and of its parts. */
const given =
  /\b(?:attach(?:ed|ment|ments)|files?|documents?|papers?|articles?|pdfs?|manuscripts?|reports?|texts?|abstracts?|stud(?:y|ies)|trials?|reviews?|images?|pictures?|photos?|photographs?|screenshots?|scans?|x-?rays?|slides?|figures?|tables?|charts?|results?|findings?|conclusions?|methods?|authors?|literature|evidence|limitations?|sample|data|key points?|main points?|takeaways?|bottom line|tl;?dr)\b|附件|文件|文档|文章|论文|文献|报告|研究|试验|综述|稿件|本文|全文|原文|图片|图像|照片|截图|片子|[图表]\d?|结果|结论|方法|数据|要点|重点|局限/i;

/** Words that refer to it without a name. */
const refers = /\b(?:this|these|it|its|that|those|above|below|here)\b|这|该|它|其|上面|以上|里面|本[例项组]/i;

/** Questions of a word or two, which can only be about what comes with them: "Thoughts?", "?", 怎么看. */
const bare =
  /^[^\p{L}]*$|^\W*(?:thoughts|comments|opinions?|views?|feedback|meaning|diagnosis|significance|and|so|well|what|why|how)\W*$|^\W*(?:any (?:thoughts|comments|ideas)|what (?:do you think|now)|your (?:opinion|view|take))\W*$|怎么看|有什么看法|什么意思|啥意思|帮我看|帮忙看/iu;

/**
 * Returns true for a message about the attachment or image that comes with it. `isQuestion`: a remark such as "Thanks,
 * this helps!" refers to an answer.
 */
export function isAboutAttachment(message: string, isQuestion: boolean): boolean {
  return (
    works.test(message) ||
    bare.test(message.trim()) ||
    ((given.test(message) || refers.test(message)) && isQuestion)
  );
}

/** Returns true for a remark that presents what comes with it: "Here is my paper." */
export function presentsAttachment(message: string): boolean {
  return given.test(message);
}
