const english =
  /^\W{0,3}(?:(?:no|nope|sorry|actually|wait|well|oh)\b[\s,.;:–-]{1,4}){0,2}(?:i (?:meant|mean|was asking|asked)(?: (?:about|for))?|i['’]m (?:asking|talking) about|not that,?)\b[\s,:–-]{1,4}/i;
const han =
  /^\s{0,3}(?:(?:不对?|不是|错了|抱歉|对不起)[，,。\s]{0,3}){0,2}(?:我(?:的意思)?是(?:说|指|问)|我(?:说|问|指)的是|我是?想问|我的意思是?|我指)[，,：:\s]{0,3}/;

/**
 * Writes a correction as the follow-up that it is: "no, I meant in adults" as "and in adults", 我是说老人 as 那老人呢. Other messages
 * are returned as they are.
 */
export function asMeant(message: string): string {
  if (han.test(message)) return `那${message.replace(han, '').replace(/[呢？?。！!\s]{0,9}$/, '')}呢`;
  return english.test(message) ? `and ${message.replace(english, '')}` : message;
}
