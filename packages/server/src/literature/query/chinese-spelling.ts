import { chineseLexicon, medicalEntries } from '@citewell/core/lexicon/chinese.ts';
import { drugNameAt, isSpelledBySound } from '@citewell/core/lexicon/drug-names.ts';
import type { SpellingSuggestion } from '@citewell/core/records/query.ts';
import { hanTerms } from '@citewell/core/text/translate.ts';

/** Minimum and maximum length of a Chinese name in which one character may be wrong; shorter ones differ from too many words by one. */
const lengthMin = 3;
const lengthMax = 8;

/** Names that differ from each other by one character. */
const isSeries = /^头孢/;

let byFirst: ReadonlyMap<string, string[]> | undefined;

/** Returns the names of drugs in our list by their first character: names spelled by sound. */
function drugsFrom(character: string): readonly string[] {
  byFirst ??= Map.groupBy(
    [...medicalEntries()].flatMap(([zh, [english = '']]) =>
      zh.length >= lengthMin &&
      zh.length <= lengthMax &&
      isSpelledBySound(zh) &&
      !isSeries.test(zh) &&
      /^[a-z]{5,}$/.test(english)
        ? [zh]
        : [],
    ),
    (zh) => zh.slice(0, 1),
  );
  return byFirst.get(character) ?? [];
}

/** Characters that end a longer name, or that of a class: 利福布汀 is no misspelt 利福平, nor are 青霉烯类 青霉胺. */
const endsName = /^[类明汀平净坦尼唑酮韦肽胺铂星林素啶嗪]/;

/**
 * Corrects names of drugs in which one character is wrong, but not the first, which tells drugs of a class apart: 二甲双呱, 布络芬.
 * Keeps names that any list has, and those near several names.
 */
export function correctChineseNames(text: string): SpellingSuggestion[] {
  if (!/\p{Script=Han}{3}/u.test(text)) return [];
  let listed: Span[] | undefined;
  const found: SpellingSuggestion[] = [];
  for (let at = 0; at + lengthMin <= text.length; at++) {
    const near = drugsFrom(text.charAt(at)).flatMap((meant) => {
      const typed = text.slice(at, at + meant.length);
      const wrong = onlyDifference(typed, meant);
      return wrong > 0 ? [{ typed, meant, wrong: at + wrong, at }] : [];
    });
    const [first, ...others] = near;
    if (!first || others.length > 0) continue;
    listed ??= listedIn(text);
    if (isMisspelt(text, first, listed)) found.push({ typed: first.typed, meant: first.meant });
  }
  return found;
}

type Near = SpellingSuggestion & { at: number; wrong: number };

/** Particles that follow a name. */
const stops = new Set([...'吗呢吧啊呀么的了和与或及能会要哪是有不在对还也都']);

/** Characters that sound alike in names, or look alike. */
const alike =
  '奈萘耐乃奶柰 洛络罗落骆咯诺 胍呱瓜孤 西昔希稀息锡 林令灵淋琳霖 唑挫座坐锉 呤令玲龄 酮铜同桐 尼泥呢妮倪 沙莎砂纱 坦旦但担 平苹萍凭 拉啦喇辣 雷累蕾 吡比毗彼 肽钛太 汀丁订钉停 司斯思丝 托脱拖 米咪迷密 他它她塔 芬分酚纷 霉酶没梅莓 麻马玛 可克柯科 卡咔 达大搭 利力立丽莉里 普扑蒲朴 莫末默沫膜 地迪的蒂 匹皮疲 培陪佩配 伐法发阀 胺安氨按铵 替体提梯 格隔葛 波伯泊玻 泼坡 环还 双又 甲申 孢胞抱包 头投 素索 嘧密蜜 噻塞赛 嗪秦琴 韦维威伟 佐左 奥澳 美镁每 拟似 瑞锐 舒书 氟佛弗 溴臭 硝销 磺黄 磷鳞 哌派 喹奎 啉林 咯各'
    .split(' ')
    .map((group) => new Set(group));

/**
 * Returns true if a name may be misspelt: no list has it. One that ends like names of its class may be a new drug's, unless the wrong
 * character sounds or looks like the right one: 泽兰替尼 is no misspelt 泽布替尼.
 */
function isLikely({ typed, meant, at, wrong }: Near): boolean {
  if (stops.has(typed.charAt(wrong - at))) return false;
  const [one = '', other = ''] = [typed, meant].map((name) => name.charAt(wrong - at));
  if (alike.some((group) => group.has(one) && group.has(other))) return true;
  return drugNameAt(typed, 0)?.zh !== typed;
}

function isMisspelt(text: string, near: Near, listed: readonly Span[]): boolean {
  const { typed, at, wrong } = near;
  const end = at + typed.length;
  if (!/^\p{Script=Han}+$/u.test(typed) || chineseLexicon().entries.has(typed) || !isLikely(near))
    return false;
  if (typed.length === lengthMin && endsName.test(text.slice(end))) return false;
  return !listed.some(
    ([from, to]) =>
      from < end &&
      to > at &&
      (from <= at || to > end || to - from >= typed.length - 1 || (from <= wrong && wrong < to)),
  );
}

type Span = [from: number, to: number];

/** Returns where a text has words of medical lists. */
function listedIn(text: string): Span[] {
  let from = 0;
  return hanTerms(text).flatMap(({ zh, en, isUnlisted, general }): Span[] => {
    const at = text.indexOf(zh, from);
    if (at < 0) return [];
    from = at + zh.length;
    return en && !isUnlisted && !general && zh.length > 1 ? [[at, from]] : [];
  });
}

/** Returns the place of the only character in which two names of one length differ; -1 if there is none, or more than one. */
function onlyDifference(one: string, other: string): number {
  if (one.length !== other.length) return -1;
  let found = -1;
  for (let at = 0; at < one.length; at++) {
    if (one[at] === other[at]) continue;
    if (found >= 0) return -1;
    found = at;
  }
  return found;
}
