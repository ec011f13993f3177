import { splitSentences } from '@citewell/core/text/sentences.ts';

/** Words between an article and the name of a design; none of them makes it the design of another study. */
const qualifiers = String.raw`(?:(?!(?:of|from|for|with|within|alongside|based|non|quasi|recent|previous|earlier|prior|published|future|another|similar|single|separate|mendelian)\b)[\w/-]{1,30},? ){0,7}`;
/** Words by which authors call a study theirs: "we designed a", "this", "the results of a". */
const calledOurs = new RegExp(
  String.raw`(?:\b(?:we|authors) (?:have )?(?:[a-z]{3,20}ly )?(?:designed|conducted|performed|did|undertook|carried out|initiated|ran|completed|report(?:ed)?|present(?:ed)?) (?:on )?(?:the (?:results|findings|data) (?:of|from) )?an?|\b(?:this|our|(?:the|a) (?:present|current))) ${qualifiers}$`,
  'i',
);
/** "Were treated in a": what was done, and in what. */
const doneIn = new RegExp(String.raw`\b(?:in|into|using) an? ${qualifiers}$`, 'i');
const done = /\b(?:was|were|we|received|consumed|completed|participated|took|underwent|enrolled)\b/i;
const hasDesign = new RegExp(
  String.raw`^(?:[\w-]{1,20}),? ${qualifiers}(?:trial|study|design|fashion|manner|comparison)\b(?! of the\b)`,
  'i',
);
/** "Were given A, and then randomly assigned to B or C". */
const thenAssigned =
  /\b(?:were|was|underwent|received|completed)\b[^.;]{0,200}\b(?:and|then) (?:then |subsequently )?randomly (?:assigned|allocated) (?:to|into)\b/i;
const ofAnimals =
  /\b(?:mice|mouse|rats?|rabbits?|piglets?|pigs|swine|dogs|macaques?|monkeys|hamsters|guinea pigs?|sheep)\b|小鼠|大鼠|家兔|动物/i;
/** Characters before the name of a design in which the words for whose it is stand. */
const reach = 160;

/** Characters of a name of a design after its first word. */
const nameMax = 200;

const chinese = (design: string) =>
  new RegExp(
    String.raw`(?:采用|设计|开展|进行|完成|报告|本研究(?:为|是)|本试验(?:为|是))[^。；，]{0,20}(?:${design})[^。；，]{0,14}(?:试验|研究|设计)`,
  );

function saysOwn(name: RegExp, others: readonly RegExp[]): (methods: string) => boolean {
  return (methods) =>
    methods.split('\n').some((paragraph) =>
      splitSentences(paragraph).some(
        ({ text }) =>
          !ofAnimals.test(text) &&
          (others.some((words) => words.test(text)) ||
            [...text.matchAll(name)].some(({ index }) => {
              const before = text.slice(Math.max(0, index - reach), index);
              if (/\bnon-?\s?$/i.test(before) || !hasDesign.test(text.slice(index, index + nameMax)))
                return false;
              return calledOurs.test(before) || (doneIn.test(before) && done.test(text));
            })),
      ),
    );
}

/** Returns true if authors say anywhere in a sentence that their own study was randomized: "we designed a prospective, randomized study". */
export const describesOwnRandomization = saysOwn(/\brandomi[sz]ed\b/gi, [chinese('随机'), thenAssigned]);

/** Returns true if authors say that their own study was blind, or against placebo: a trial, whether or not they say that it was randomized. */
export const describesOwnBlinding = saysOwn(
  /\b(?:(?:double|single|triple)[- ]?(?:blind(?:ed)?|mask(?:ed)?)|placebo-controlled|(?:active|vehicle|sham)-controlled)(?![\w-])/gi,
  [chinese('双盲|单盲|安慰剂对照')],
);

/** Words of a randomized trial or a systematic review in a record, of whichever study. */
const synthesisOrTrial =
  /randomi[sz]|\brandomly\b|\bRCTs?\b|\b(?:double|single|triple)[- ]?(?:blind|mask)|\bplacebo\b|\bsystematic(?:ally)? (?:[a-z]{1,20} )?review|\bmeta-?\s?analy|\bcochrane\b|随机|双盲|安慰剂|系统(?:评价|综述)|荟萃|meta\s?分析/i;

/** Returns true if a text has any word of a randomized trial or of a systematic review: it may be one, or be on one. */
export function mayBeTrialOrSynthesis(text: string): boolean {
  return synthesisOrTrial.test(text);
}
