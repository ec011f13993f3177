import { type Article, abstractText } from '@citewell/core/records/article.ts';

/** Topics on what people experience. */
const asked = /\bexperiences?\b|体验|经历|感受/i;
const word = /\bexperiences?\b|体验|经历|感受/i;

/** Experience that somebody has of a method, a place or a trade, and the verb: nobody is asked how it was for him. */
const ofOthers =
  /\b(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|several|many|of)[- ]years?['’]?s?['’]? (?:of )?(?:[\w-]{1,20} ){0,3}experiences?\b|\b(?:single|multi|one|two|large)[- ]?(?:cent(?:re|er)|institution(?:al)?|surgeon|hospital|unit)(?:['’]s)? experiences?\b|\b(?:our|initial|early|preliminary|institutional|clinical|surgical|operative|surgeons?['’]?|operators?['’]?|work|professional|practice|teaching|training|prior|previous|past|bridge|global|national|international|long-term|further|limited|extensive|sufficient|greater|more|less|football|driving|research|sporting) experiences?\b|\bexperiences? (?:with|in) (?:the )?(?:use|management|treatment|therapy|surgery|repair|resection|diagnosis)\b|\b(?:in)?experienced\b|\b(?:to|who|may|can|could|will|might|would|did|not|patients|women|men|subjects|participants|children|adults) experience (?:an?|the|more|less|fewer|higher|lower|severe|significant|greater|poorer|no|any|some)\b/gi;

/**
 * Creates a function that returns undefined for a record that has no word for what people experience but for something else, where the
 * topic asks for that: the experience of a hospital with a drug.
 */
export function withExperiencesOfPeople(topic: string): (article: Article) => Article | undefined {
  if (!asked.test(topic)) return (article) => article;
  return (article) => {
    const whole = [article.title, article.vernacularTitle ?? '', abstractText(article)].join('\n');
    return word.test(whole) && !word.test(whole.replace(ofOthers, ' ')) ? undefined : article;
  };
}
