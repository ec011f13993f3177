/** Prompts that begin with a heading or contain the dialogue as an element. */
const framed =
  /^\s{0,20}#{1,6}\s{0,5}(?:task|instructions?|任务|指令)\b|^\s{0,20}#{1,6}\s{0,5}任务|<\/?chat_history>/i;

const verb =
  '(?:generat(?:e|es|ing)|creat(?:e|es|ing)|suggest|provid(?:e|es|ing)|writ(?:e|es|ing)|giv(?:e|es|ing)|return|produc(?:e|es|ing)|propos(?:e|es|ing)|extract|pick|choose|select|come up with|craft|make up|find|(?:reply|respond|answer)(?: only)? with|summari[sz](?:e|es|ing)|condens(?:e|es|ing)|turn)';
const product =
  '(?:titles?|headings?|headlines?|tags?|emojis?|emoticons?|keywords? for (?:this|the) (?:chat|conversation)|(?:chat|topic|thread|conversation|session|short) names?|follow-?up questions?|(?:short |next |suggested )?questions? (?:that )?the user (?:might|could|may|would|can|will) (?:ask|want))';
/** References to the current dialogue: papers are about conversations and sessions as well. */
const dialogue =
  "(?:(?:this|the|our|following|above|given|whole|entire|current|previous|user[’']s|short)(?: (?:chat|short|user-assistant|above|following|previous|entire|whole|given))? (?:conversation|chat(?: history| messages?)?|dialogu?e|session|thread|messages?(?: above)?(?= (?:above|into|about|as|in)\\b)|discussion above|chat log|exchange))(?! (?:group|rooms?|bots?|therap|analysis|based|intervention))";

const english = [
  // "Please generate a concise title …": a request for nothing else.
  /^\W{0,9}(?:please )?(?:generate|create|suggest|provide|write|give|return|pick|choose|select|propose|produce)\b[^.?!\n]{0,80}\b(?:titles?|tags?|follow-?up questions?|emojis?|keywords? for this (?:chat|conversation))\b/i,
  // The same at the end of instructions.
  new RegExp(
    String.raw`[.:\n]\s{0,9}(?:please )?${verb} (?:me )?(?:with )?(?:an?|one|the) (?:[a-z-]{2,15} ){0,3}(?:titles?|emojis?)\b`,
    'i',
  ),
  new RegExp(String.raw`\b${verb}\b[^?\n]{0,40}\bnames? (?:for|of) ${dialogue}`, 'i'),
  /^given the following[^?\n]{0,60}\breply with a title\b|^analy[sz]e this conversation and provide\b/i,
  // A verb, a product and the dialogue, in any order within a few sentences.
  new RegExp(String.raw`\b${verb}\b[^?\n]{0,120}\b${product}\b[^?]{0,160}\b${dialogue}`, 'i'),
  new RegExp(
    String.raw`\b${verb}\b[^?\n]{0,120}\b${dialogue}[^?]{0,160}\b(?:${product}|names?|words or (?:less|fewer))\b`,
    'i',
  ),
  new RegExp(String.raw`\b${dialogue}[^?]{0,160}\b${verb}\b[^?\n]{0,120}\b${product}\b`, 'i'),
  // "Title this chat", "summarize our conversation in five words", "name the dialogue above".
  new RegExp(
    String.raw`^\W{0,9}(?:please )?(?:title|name|rename|label|tag|summari[sz]e|sum up|recap|condense|shorten)\b[^.?!\n]{0,30}\b${dialogue}`,
    'i',
  ),
  // Limits of a label's form, which no question about literature states.
  /\b(?:titles?|names?|topic|emojis?|subject|summar(?:y|i[sz]e))\b[^?]{0,200}\b(?:no (?:punctuation|quotes|quotation marks?|explanations?)|(?:nothing|and nothing) else\b|without (?:any )?(?:lead-in|punctuation|quot\w+)|only (?:respond|reply|answer|output|return|give) |(?:respond|reply|answer|output|return) only )/i,
  /\b(?:fitting|suitable|single|matching|appropriate|right|best|one) emojis?\b|\bemojis? (?:that|which) (?:best )?(?:fits?|match(?:es)?|reflects?|describes?)\b|\bfacial expressions? (?:through|with|as|using) (?:an? )?(?:\w+ )?emojis?\b/i,
  /^\W{0,9}(?:please )?(?:summari[sz]e|describe|label|name|condense)\b[^.?!\n]{0,60}\b(?:in|of|to|with|using|than|most) (?:an? )?(?:[1-9]|10|one|two|three|four|five|six|seven|eight|nine|ten)(?: (?:to|or|-) (?:[1-9]|10|\w{3,5}))?[- ](?:words?|characters?)\b(?: or (?:less|fewer))?[^\n]{0,20}(?::|["“\n]|title)/i,
  /\bprompt for (?:the )?(?:future|later|subsequent) context\b/i,
];

const hanProduct = '(?:标题|题目|标签|名称|名字|主题|表情符号|表情|[Ee]moji|后续问题|追问)';
const hanDialogue = '(?:对话|会话|聊天|谈话|聊天记录|交谈)';
const chinese = [
  /^.{0,12}(?:生成|拟|取|起|给出|概括)[^。？！]{0,20}(?:标题|标签|后续问题)/,
  // 给这段对话起个名字, 总结上述对话为十个字以内的标题, 将用户的会话总结为标题
  new RegExp(
    `${hanDialogue}[^？]{0,60}(?:生成|拟定?|取|起|给出|概括|总结|提炼|提取|选|挑|归纳|命名|想|写|返回|输出)[^？]{0,30}${hanProduct}`,
  ),
  new RegExp(
    `(?:生成|拟定?|取|起|给出?|概括|总结|提炼|提取|选|挑|归纳|命名|想|写)[^？]{0,30}${hanDialogue}[^？]{0,60}${hanProduct}`,
  ),
  new RegExp(
    `^.{0,8}(?:总结|概括|命名|归纳|提炼)(?:一下)?(?:这|该|上|以上|本|当前|给出|我们|整)[^。？！]{0,6}${hanDialogue}`,
  ),
  new RegExp(`(?:总结|概括)(?:一下)?${hanDialogue}内容|上下文提示|闲聊[”"」]`),
  new RegExp(
    `${hanProduct}[^？]{0,60}(?:不要(?:解释|标点|引号|多余|加粗)|只(?:输出|返回|回复|给出?)|(?:直接|仅)(?:输出|返回|回复))|(?:只|仅|直接)(?:输出|返回|回复|给出)[^。？]{0,20}${hanProduct}`,
  ),
  /(?:用户|对方|提问者)[^。？]{0,12}(?:接下来|下一步|可能|还会|继续)[^。？]{0,12}(?:问|提问|追问|想知道)/,
  /(?:选|挑|给|配|用)[^。？]{0,12}(?:表情符号|[Ee]moji)/,
];

/** Instructions that follow or precede a dialogue: the rest is the dialogue itself. */
const endsRead = 4_000;

/**
 * Returns true for a prompt that a chat client sends by itself, to name, tag, illustrate or shorten a dialogue or to
 * propose questions, by what it asks for.
 */
export function isClientTask(message: string): boolean {
  const text =
    message.length <= endsRead
      ? message
      : `${message.slice(0, endsRead / 2)}\n${message.slice(-endsRead / 2)}`;
  return framed.test(message) || [...english, ...chinese].some((pattern) => pattern.test(text));
}
