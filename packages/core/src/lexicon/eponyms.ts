/** Characters used to transliterate names of people and places. */
const sounds =
  '阿埃艾安昂奥巴班邦贝本彼宾波伯博勃布查茨达戴丹道德登迪蒂丁顿东杜多恩尔法范菲费芬冯弗佛福夫盖甘冈戈哥格葛根古瓜圭哈海汉豪赫亨洪胡华惠霍基吉季加贾杰津卡凯坎康考柯科克肯库夸奎昆拉莱兰朗劳勒雷里利莉丽列林琳留卢鲁路伦罗洛马迈曼芒梅门蒙米敏莫墨默姆穆慕纳娜奈瑙内尼涅宁纽诺欧帕派潘庞佩彭皮珀普齐奇乔切钦琼瑞若萨塞赛桑森沙莎尚绍舍申什史舒司斯苏孙索塔泰坦汤唐陶特腾提廷图托瓦威韦维魏翁沃乌武西希锡肖歇谢辛休逊雅亚延扬耶伊因尤约扎詹泽曾珍兹佐';

/** The sounds that are usually a word before a name: 多, 因, 查. */
const wordsBeforeNames = '达道东多根古海华加康里列留路马门内提图因若切约查曾尚';

const hyphen = '[-－‐–—·•]';
const name = `[${sounds}]{2,6}`;
/**
 * One name of three or more characters before a syndrome, or names joined by hyphens before any condition, but neither the end of a
 * longer name nor the beginning of another word (病毒).
 */
const eponym = new RegExp(
  `(?<![${sounds}]|${hyphen})(?![${wordsBeforeNames}])(?:(?:${name}${hyphen}){1,3}${name}氏?(?:综合征|综合症|病|征|症|瘤)|[${sounds}]{3,6}氏?(?:综合征|综合症)|[${sounds}]{2,6}氏病)(?![毒人患例变情程理因史状])`,
  'y',
);

/**
 * Returns the condition named after people that begins at `at`, whatever the lists know of it; undefined if none does.
 * The name is one: "凯斯特纳综合征" is not 特纳综合征 (Turner syndrome).
 * @example eponymAt('科恩豪泽-林德综合征怎么确诊', 0); // '科恩豪泽-林德综合征'
 */
export function eponymAt(text: string, at: number): string | undefined {
  eponym.lastIndex = at;
  return eponym.exec(text)?.[0];
}

/**
 * Returns other spellings under which lists may have a condition named after people: without 氏 or hyphens, and with another word for the
 * condition.
 * @example eponymSpellings('亨廷顿氏病'); // ['亨廷顿病', '亨廷顿综合征', …]
 */
export function eponymSpellings(zh: string): string[] {
  const [, people = '', condition] = /^(.+?)氏?(综合征|综合症|病|征|症|瘤)$/.exec(zh) ?? [];
  if (!condition) return [];
  const joined = people.replace(new RegExp(hyphen, 'g'), '');
  const endings = new Set([condition, '综合征', '病', '氏病', '氏综合征']);
  return [people.replace(new RegExp(hyphen, 'g'), '-'), joined].flatMap((name) =>
    [...endings].map((ending) => name + ending),
  );
}
