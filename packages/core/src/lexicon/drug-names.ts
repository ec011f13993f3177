/**
 * Spellings of the common stems of drug names (INN) in Chinese, each with its drug class. A name with such a stem
 * stays one word even if no list contains it: "依伐格列净" is a gliflozin, not 格 and 净.
 */
const stems: Record<string, string> = {
  他汀: 'statin',
  沙坦: 'angiotensin receptor blocker',
  普利: 'angiotensin-converting enzyme inhibitor',
  洛尔: 'beta-blocker',
  地平: 'calcium channel blocker',
  格列净: 'SGLT2 inhibitor',
  格列汀: 'DPP-4 inhibitor',
  格列酮: 'thiazolidinedione',
  列奈: 'glinide',
  双胍: 'biguanide',
  鲁肽: 'GLP-1 receptor agonist',
  那肽: 'GLP-1 receptor agonist',
  单抗: 'monoclonal antibody',
  替尼: 'kinase inhibitor',
  非尼: 'kinase inhibitor',
  拉唑: 'proton pump inhibitor',
  替丁: 'H2 receptor antagonist',
  昔布: 'COX-2 inhibitor',
  沙班: 'factor Xa inhibitor',
  加群: 'direct thrombin inhibitor',
  格雷: 'P2Y12 inhibitor',
  西林: 'penicillin',
  头孢: 'cephalosporin',
  培南: 'carbapenem',
  沙星: 'fluoroquinolone',
  霉素: 'antibiotic',
  环素: 'tetracycline',
  康唑: 'azole antifungal',
  芬净: 'echinocandin',
  那韦: 'protease inhibitor',
  昔洛韦: 'antiviral',
  夫定: 'nucleoside analogue',
  膦酸: 'bisphosphonate',
  西泮: 'benzodiazepine',
  唑仑: 'benzodiazepine',
  巴比妥: 'barbiturate',
  曲坦: 'triptan',
  司琼: '5-HT3 receptor antagonist',
  西汀: 'antidepressant',
  哌酮: 'antipsychotic',
  帕利: 'PARP inhibitor',
  西利: 'CDK4/6 inhibitor',
  佐米: 'proteasome inhibitor',
  度胺: 'immunomodulatory drug',
  他滨: 'nucleoside analogue',
  他赛: 'taxane',
  铂: 'platinum chemotherapy',
  瑞林: 'GnRH agonist',
  瑞克: 'GnRH antagonist',
  曲塞: 'antifolate',
  替康: 'topoisomerase inhibitor',
  司他: 'inhibitor',
  沙利: 'drug',
  西普: 'fusion protein',
};

/** Characters used to transliterate names: those directly before a stem belong to the name. */
const sounds =
  '阿埃艾安昂奥巴白班贝倍本苯比彼吡泊波伯卜布卡坎康柯可克库奎喹拉来兰劳雷利立丽林鲁仑罗洛马玛麦曼美米莫姆木纳那奈尼诺帕派培匹普其齐羟瑞赛塞舍舒司斯索他塔泰坦特替托妥维沃乌西希昔辛雅亚伊依仪易英尤扎佐唑佳度达戴地迪丁多恩尔伐法非芬夫伏氟福戈格古海赫吉加杰津考科头孢拓泽芦珠氯溴碘硫甲乙丙丁环异左右双三四维仑昆沙莫硝咪噻嗪喷妥信曲佩';

const name = new RegExp(
  `[${sounds}]{1,6}(?:${Object.keys(stems)
    .sort((a, b) => b.length - a.length)
    .join('|')})(?:钠|钾|钙|酯|胺)?`,
  'y',
);

/** A transliterated name of a salt or an ester: 诺西那生钠. */
const salt = new RegExp(`[${sounds}生森山美孕顺]{4,8}(?:钠|钾|钙|镁|酯|胺)`, 'y');

/** A transliterated name before a form of medicine: 奈托西平片. */
const medicine = new RegExp(
  `[${sounds}平汀]{3,8}(?=(?:缓释|控释|肠溶|口崩|咀嚼|分散)?(?:片|胶囊|颗粒|注射液|口服液|滴眼液|混悬液|乳膏|软膏|凝胶|喷雾剂|吸入剂))`,
  'y',
);

const spelledBySound = new RegExp(
  `^[${sounds}素平汀净坦唑酮韦肽胺铂星林啶啉酚醇酯钠钾钙镁碱苷酸糖定明生胍呤帕蒽醌脲肟喃酰肼吩二三氨蝶萘苄叶磺磷硒锂茶戊庚辛癸己黄氢水杨缬烟毒蒿甾孕烯基对]+$`,
);

/** Returns true for a word written only with characters that spell names of drugs. */
export function isSpelledBySound(word: string): boolean {
  return spelledBySound.test(word);
}

/** Returns the class of drugs whose names end with a stem; undefined for any other word. */
export function classOfStem(word: string): string | undefined {
  return Object.hasOwn(stems, word) ? stems[word] : undefined;
}

/** Returns the name, before a form of medicine, that begins at `at`; undefined if none does. */
export function medicineAt(text: string, at: number): string | undefined {
  medicine.lastIndex = at;
  return medicine.exec(text)?.[0];
}

/** Returns the name of a salt or an ester that begins at `at`, whatever its stem; undefined if none does. */
export function saltNameAt(text: string, at: number): string | undefined {
  salt.lastIndex = at;
  return salt.exec(text)?.[0];
}

/** Returns the drug name that begins at `at`, with the class of its stem; undefined if none does. */
export function drugNameAt(text: string, at: number): { zh: string; en: string } | undefined {
  name.lastIndex = at;
  const zh = name.exec(text)?.[0];
  if (!zh) return undefined;
  const stem = Object.keys(stems)
    .filter((each) => zh.includes(each, 1))
    .sort((a, b) => zh.lastIndexOf(b) + b.length - (zh.lastIndexOf(a) + a.length) || b.length - a.length)[0];
  return stem ? { zh, en: stems[stem] ?? '' } : undefined;
}
