import { indexTerms } from '@citewell/core/text/words.ts';

/**
 * Everyday words for bodies, illness, care and biology. By themselves they name nothing to search for, but a question
 * that contains one is about health.
 */
const health = `abdomen ache allergy allergic ambulance anatomy anesthetic ankle antibiotic anxious appendix appetite arm artery asleep autopsy
awake baby babies back bacteria belly bite bladder bleed bleeding blind blister blood bone bowel brain breast breath breathe breathing bruise
bug burn caffeine calorie cancer capsule care caregiver cell cells checkup chemo chest chew child children chromosome clinic clinical clinician clot
cold concussion conceive conscious constipation contact contagious contraception contraceptive cough cramp crutches cure dad dads deaf death
dementia dental dentist depressed depression diabetes diabetic diagnose diagnosis diagnosed diarrhea diarrhoea die dies diet disability disease
dizzy dizziness doctor doctors donor dosage dose drug drugs drunk dying ear eat eating elbow embryo emergency enzyme exercise eye eyes eyesight
face faint fat fatigue feet fertile fertility fetus fever fiber fibre finger fitness fluid foetus food foot forget fracture gene genes genetic genome
genotype germ germs gland glucose glasses growth gum gums gut hair hand handicap hay head headache heal healing health healthcare healthy hear hearing
heart heartburn heel hip hormone hormones hospital hospitalised hospitalized hungry hurt hurts hygiene ill illness immune immunity implant infant infect
infected infection inflammation inhaler inherit injection injured injury insurance itch itchy itching jab jaw joint kidney knee knees knuckle labor
labour leg legs lens life-span limb lip liver lump lumps lung lungs medical medication medicine memory menopause menstrual mental midwife milk
miscarriage mom moms molecule mosquito mother mum muscle muscles nausea neck needle nerve nerves neuron newborn nose numb nurse nurses nursing nutrition
obese obesity old-age operation operate organ organs organism overweight pain painful pains palsy parasite patient patients peptide period pharmacist
pharmacy physician pill pills plasma poison poisoned poisoning pregnancy pregnant prescribe prescription preterm protein proteins puberty pulse rash
receptor recover recovery rehab rehabilitation relapse rheumatism rib saliva salt scan scar screening seizure semen sex sexual shot shoulder sick sickness
side-effect sight sinus skin skull sleep sleeping sleepless smell smoke smoker smoking sneeze snore sober sore species specimen sperm spine spinal
spleen sprain stiff stitches stomach stool stress stroke suicide supplement supplements surgeon surgeons surgery surgical postoperative perioperative preoperative intraoperative swallow sweat sweating
swelling swollen symptom symptoms syndrome syringe tablet tablets teeth tested testicle therapist therapy thigh throat thumb thyroid tired tissue toddler
toe toes tongue tonsils tooth toothache transfusion transplant trauma treat treated treatment tumor tumour twins ulcer ultrasound unwell
urinate urine uterus vaccinate vaccinated vaccination vaccine vagina vein veins virus viruses vision vitamin vitamins voice vomit vomiting waist
ward weak weakness wean weigh weighs weight wheelchair womb wound wounds wrist x-ray xray yeast yoga acne addicted addiction alcohol drinking autism autistic
elderly ageing aging geriatric pediatric paediatric mice mouse rat rats monkey zebrafish worm worms mutation mutant mutations dna rna transcription
phenotype pathway signaling signalling metabolism metabolic biopsy biomarker antibody antibodies bodily body bodies clinically epidemic pandemic outbreak quarantine
hygienist physiotherapy physio acupuncture massage hypnosis herbal herb herbs tea coffee sugar obesity malnutrition breastfeed breastfeeding nappy diaper
wake waking awake vape vaping mole moles ER rest resting sitting standing sedentary cigarette cigarettes helmet helmets cyclists pollution dangerous harmful harm harms harmed
hazard toxic toxicity unsafe loneliness lonely shift shifts teens teenager teenagers lifespan longevity snoring hangover sunscreen sunburn tan tanning perfume detergent
randomised randomized cohort placebo prevalence mortality survival incidence morbidity psychiatric psychological psychiatrist psychologist psychotherapy
outpatient inpatient mammography mammogram lesion migraine serum laboratory laboratories metabolic residency neurological neurology vaginal cervical urinary cytology immunological
fascia diagnostic diagnosis craving fluoride fluoridated fillings adolescents pensioners retired deaths death-rate normalised treadmill paramedic paramedics outpatients
discharge resident residents surgeons radiologist radiologists pathologist anatomical physiology physiological pharmacology toxicology epidemiology biochemical biology biological microbe
microbiome fungus fungal bacterial viral infectious contagious sepsis wheeze asthma arthritis rheumatic bowels rectal anal ovarian testicular prostate breastmilk lactation
postpartum antenatal prenatal perinatal neonatal geriatrics stuttering stammer stutter dyslexia cognitive cognition psychosis psychotic delirium phobia panic trauma grief bereavement
bipolar schizophrenia eczema psoriasis measles mumps rabies malaria cholera tetanus polio flu influenza pneumonia bronchitis hepatitis hernia gout anemia anaemia goitre glaucoma
noise fasting radiology menopausal abortion loneliness tai qigong
cataract stenosis aneurysm thrombosis embolism ischemia ischaemic arrhythmia angina hypertension cholesterol triglycerides hemoglobin haemoglobin creatinine
dialysis ventilator intubation catheter stent pacemaker prosthesis orthopedic orthopaedic amputation chemotherapy radiotherapy anaesthesia anesthesia sedation
ovary ovaries testis cervix rectum pancreas esophagus oesophagus gullet retina cornea ligament ligaments tendon tendons cartilage meniscus diaphragm tonsil adenoids
gallbladder kidneys urethra scrotum foreskin circumcision nipple nipples placenta umbilical amniotic aorta lymph marrow platelet platelets larynx trachea
windpipe cochlea eardrum eyelid eyelids forehead collarbone backbone pelvis pelvic groin buttock buttocks calf shin forearm torso cough phlegm mucus pus boil boils wart warts
blisters bunion hives itch lice scabies ringworm dandruff wrinkles freckles hairs bald balding baldness deafness tinnitus vertigo squint cross-eyed shortsighted
breech caesarean cesarean c-section contractions ovulation ovulate infertile infertility ivf stillbirth stillborn premature preemie newborns breastfed bottle-fed teething
midwives gp gps paramedic dentists hospice nhs icu prescribing prescriptions dosing antidepressants antipsychotics sedatives laxatives antacids
cancers carcinoma chemotherapies remission metastasis metastatic genes cloning vaccines jabs booster boosters immunised immunized epidemics coronavirus covid hiv aids
hiccup hiccups hiccuping hiccupping burp burping belch fart bloated bloating indigestion resus resuscitation resuscitate defibrillator intubate
fitter unfit gym workout workouts jogger jogging marathon pushups stretching posture limping limp hobble shaky shaking trembling tremor twitch twitching
wobbly unsteady stumble stumbling frail frailty forgetful incontinence incontinent pee peeing wee poo poop constipated
rash rashes pimple pimples zits sore blistered scab scabs bruised bruises bruising sting stung stings bitten burnt scald scalded frostbite
nosebleed nosebleeds sneezing sniffles stuffy phlegmy hoarse croaky choking choke retch retching queasy puke puking feverish shivering shivers chills
dehydrated dehydration thirsty starving overweight underweight bmi waistline slimming dieting calories carbs vegan vegetarian gluten lactose
cramps spasm spasms aching throbbing numbness tingling tingly paralysed paralyzed paralysis seizures blackout blackouts fainted fainting concussed
moody mood moods nightmares nightmare insomnia drowsy sedated agitated self-harm suicidal overdose overdosed withdrawal rehab relapsed
pregnancies trimester epidural forceps midwifery latch latching weaning pacifier potty toddlers bedwetting croup colic
vasectomy erection erections impotent impotence libido fertile condom condoms contraceptives pap smears hpv thrush 
resus cpr ambulance bandage plaster splint crutch dentures braces implants lenses optician
cannula infusion injections antibiotic antifungal antiviral chemo radiotherapy biopsy endoscopy colonoscopy mri ct ecg ekg eeg scans
avn acl copd ckd cabg dvt chf ibd ibs uti ptsd ocd adhd nicu picu ards ivig anticoagulant warfarin heparin metformin
talar femoral tibial humeral radial ulnar lumbar thoracic cranial dermal gastric hepatic renal cardiac pulmonary
booze boozy boozing drunken drunkenness drinkers assaulted opioid opioids painkiller painkillers disorder disorders salmonella toxin toxins poisons gluten kid kids pensioner biofeedback ticks athletes pharmacovigilance aspirin ibuprofen insulin steroid steroids statin statins probiotics placebo`;

const healthTerms = new Set(health.split(/\s+/).flatMap(indexTerms));

/** Chinese characters and words that occur almost only in health contexts. */
const healthHan =
  /嗓|娃|手劲|握力|短命|长命|命短|打嗝|憋气|抽搐|瘫痪|瘸|拐杖|轮椅|假牙|牙套|助听器|老花|散光|腋|汗|喷嚏|鼻涕|口臭|痘|皱纹|脱发|打呼|噩梦|梦游|尿床|便秘|放屁|屁|痔|淤青|中暑|冻伤|晕车|晕船|晕倒|昏迷|急救|心肺复苏|插管|输氧|吸氧|导管|支架|起搏|透析|移植|缝针|缝合|引流|石膏|夹板|康复|残障|失智|痴呆|帕金森|癫痫|中风|偏瘫|冠心|搭桥|介入|造影|穿刺|活检|核磁|[Bb]超|彩超|身体|血清|血浆|血液|血管|血型|血色素|化验|检验科|放射科|[内外妇儿骨眼牙口皮麻]科|科室|医学|医科|医护|医务|药学|临床|[hH][cC][gG]|艾滋|HIV|安全套|避孕套|戴套|卵巢|子宫|前列腺|睾丸|阴道|阴茎|甲状腺|乳房|胸部|四肢|关节|韧带|血小板|红细胞|白细胞|自杀|死得|成瘾|上瘾|戒断|误[服食吞]|吞|咬伤|烫伤|烧伤|损伤|头发|白发|脱发|出院|病历|[病药疗癌孕胎疹痒疼痛炎菌疫疮瘤肿胃肠肝肾肺脾胆脑髓腺腰膝颈喉咽鼻眼齿牙唇舌骨肌皮肤疤咳喘烧吐泻尿粪便]|医生|医院|大夫|护士|手术|症状|血压|血糖|血脂|抽血|输血|出血|流血|贫血|心脏|心跳|心慌|胸闷|头晕|头疼|发热|感冒|过敏|疫苗|打针|输液|吃药|月经|怀|分娩|剖腹|剖宫|婴儿|宝宝|新生儿|早产|母乳|奶粉|减肥|肥胖|体重|睡眠|失眠|打鼾|抑郁|焦虑|自闭|老年人|老人|儿童|小孩|孩子|营养|维生素|补钙|钙片|保健品|中药|针灸|推拿|拔罐|细胞|基因|蛋白|受体|突变|小鼠|大鼠|激素|抗体|免疫|康复|锻炼|戒烟|抽烟|喝酒|饮酒|饮食|中毒|受伤|伤口|骨折|扭伤|救护|急诊|住院|体检|筛查|近视|视力|听力|耳|残疾|死亡率|生存|寿命|长寿|活得|早死|快餐|零食|吃多|有毒|有害|危害|致癌|午睡|睡|剂量|副作用|不良反应|疗效|治|更年期|绝经|青春期|流产|避孕|吸烟|烟草|电子烟|酒精|酗酒|断食|噪[声音]|家暴|家庭暴力|虐待|护理|诊断|临床|太极|气功|瑜伽|孤独|久坐|饮茶|素食/;

const everyHealthHan = new RegExp(healthHan.source, 'g');
/** Matches Chinese claims of an effect on health: 会近视, 容易伤膝盖. */
const doesToHealth = new RegExp(
  `(?:会|容易|能|可以|更)[^，。？！]{0,6}(?:${healthHan.source})|(?:死得|活得)[早短长久]|(?:瘾|症|病)[^，。？！]{0,4}干预`,
);

/** Everyday phrases in which a health word means something else. */
const figurative =
  /(?:信用卡|钱包|预算|荷包)大?出血|大出血[^，。？！]{0,12}(?:钱|存款|理财)|(?:钱包|慢慢)回血|\b(?:sql|code|dependency|prompt) injections?\b|\bimmune to (?:attacks?|hackers?|sql|criticism|inflation)\b|\bcomputer virus(?:es)?\b|心痛死了|心疼死了|(?:电脑|手机|系统|文件)中?病毒|没毛病|心都碎|心碎了|烧脑|脑洞|头疼死|看病毒|头皮发麻|笑(?:死|哭)|手机皮肤|游戏皮肤|眼光|脸皮|口头|牙膏广告|\b(?:to death|sick and tired|heart ?broken|break a leg|cold feet|by heart|pain in the neck|food for thought|no-?brainer|brain ?storm)\b/gi;

/** Removes phrases in which health words mean something else: "cold feet", 烧脑. */
export function withoutFigures(text: string): string {
  return text.replace(figurative, ' ');
}

/** Returns true if an English word, in any of its forms, is a health word. */
export function isHealthWord(word: string): boolean {
  return indexTerms(word).some((term) => healthTerms.has(term));
}

/** Returns true if a Chinese text contains a health word. */
export function isHealthWordChinese(text: string): boolean {
  return healthHan.test(text);
}

/**
 * Phrases about bodies and illness, and descriptions of a patient: an age with a relation, a weight or dose, a
 * clinician's shorthand.
 */
const healthPhrases = [
  /\b(?:dry january|junior docs?|work(?:ing|ed)? out|liv(?:e|es|ed|ing) longer|die (?:younger|earlier|sooner)|life expectancy|(?:get|getting|got|keep|keeping) (?:any )?fit(?:ter)?|couch potato(?:es)?|out of shape|black(?:ed|s|ing)? out|pass(?:ed|es|ing) out|knocked out|throw(?:ing|s)? up|threw up|come down with|came down with|run(?:ning)? a temperature|(?:put|putting) on weight|los(?:e|es|ing) weight|feel(?:ing|s)? (?:ill|sick|poorly|rough|dizzy|faint)|off (?:work )?sick|fall(?:s|ing)? over|fell over|going (?:blind|deaf|bald|grey)|off (?:his|her|my|their) food|birth control|side effects?|see(?:ing)? in the dark|bang(?:ed)? (?:on )?(?:the|his|her|my) head|bad back|sick notes?|emotional (?:troubles?|problems?|difficult(?:y|ies)|distress|health|well-?being))\b/gi,
  /\b(?:kids?|child(?:ren)?|sons?|daughters?|bab(?:y|ies)|toddlers?|teenagers?|teens?|boys?|girls?|he|she|they)(?:['’](?:s|re)| is| are| was| were) (?:much |far |a bit )?(?:too|very|so|rather) (?:heavy|fat|thin|skinny|chubby|plump)\b/gi,
  /\b(?:mum|mom|mother|dad|father|nan|gran|granny|grandma|grandad|grandpa|grandmother|grandfather|wife|husband|uncle|aunt|patient)(?:'s| is|,)? (?:now |aged |only |just )?\d{1,3}\b|\b\d{1,3}[- ]?(?:yo|y\/o|yr[- ]old|year[- ]old|month[- ]old|week[- ]old)\b/gi,
  /\b\d+(?:\.\d+)? ?(?:mg|mcg|mmol|mmhg|gy)\b|\b\d+(?:\.\d+)? kg (?:baby|child|man|woman|patient)\b|\b(?:pts?|hx|rx|dx|fx|s\/p|c\/o|post-?op|pre-?op)\b(?=[^A-Z])|\b[a-z]{4,} #(?!\d)|\bsign (?:is )?(?:positive|negative)\b/gi,
];

/** Counts the distinct phrases of these kinds in a text. */
export function countHealthPhrases(text: string): number {
  return new Set(healthPhrases.flatMap((pattern) => text.toLowerCase().match(pattern) ?? [])).size;
}

/** Counts the distinct Chinese health words in a text. */
export function countHealthWordsChinese(text: string): number {
  return new Set(text.match(everyHealthHan)).size;
}

/** Ways in which research questions relate two things. */
const research =
  /\b(?:associat(?:ed|ion)|affect(?:s|ed)?|effects?|causes?|prevents?|predict(?:s|ed|ive|ors?)?|related? to|correlat(?:ed?|es|ion)|risks?|reduce[sd]?|increase[sd]?|improve[sd]?|influence[sd]?|outcomes?|efficacy|effective|intervention|biphasic|in vivo|in vitro|guidelines?|evidence|worth it|safer?|lowers?|raises?|errors|accura(?:te|cy)|indoor air|(?:more|less) (?:likely|willing|often)|kills? (?:more|people)|protect(?:s|ed)? against|protective|beneficial|harmful|sensitivity|specificity|help(?:s|ed)? (?:people|patients|children|women|men|teenagers|smokers|against)|(?:bad|good|safe|healthy) (?:for|to)|take up|makes? (?:it|him|her|me|them|asthma|eczema|things) (?:any )?(?:better|worse)|die (?:earlier|sooner|younger)|(?:sav|prolong|lengthen|shorten)(?:es?|ed|s)?(?: (?:your|our|the|people's))? (?:life|lives)|live longer)\b|预防|导致|引起|相关|有关|影响|风险|预测|有效|改善|减少|降低|延长|缩短|安全吗|有什么作用/i;

/** Comparisons of groups of people: "Do rich people walk more because their streets are nicer?" */
const comparesPeople =
  /^(?:do|does|did|is|are|were|was|can|will|would)\b[^.?!]{0,60}\b(?:people|men|women|kids|children|babies|teenagers|adults|seniors|workers|students|doctors|nurses)\b[^.?!]{0,80}\b(?:more|less|fewer|better|worse|longer|sooner|earlier|later|faster)\b|^(?:which|what (?:kind|sort|type)s? of) (?:people|men|women|kids|children|teenagers|adults|parents|workers|doctors|nurses)\b[^.?!]{0,30}\b(?:most|least) (?:likely|often)\b/i;

/** Chinese comparisons: whether some people move, live or fall ill differently from others. */
const comparesPeopleChinese =
  /(?:人|民族|学生|老师|医生|孩子|女的|男的|女性|男性)[^。？！]{0,20}(?:更|是不是|会不会|就会|越)[^。？！]{0,20}(?:走路|骑车|运动|锻炼|活得|短命|长命|长寿|生病|得病|健康)|(?:男人|男的|男性|男生)比(?:女人|女的|女性|女生)|(?:女人|女的|女性|女生)比(?:男人|男的|男性|男生)|审稿人|同行评议/;

/** Questions about the effects of health laws, as opposed to their content. */
const publicHealthLaw =
  /\b(?:traffic|road safety|drink-?driving|seat-?belt|helmet|tobacco|smoking|alcohol|gun|firearms?|soda|sugar) (?:laws?|legislation|bans?|tax(?:es)?|polic(?:y|ies)|reforms?)\b[^.?!]{0,60}\b(?:reform|push|cut|change[sd]?|enforcement|deaths?|injur(?:y|ies)|crash(?:es)?|drinking)\b|(?:交通|酒驾|安全带|头盔|控烟|禁烟|禁酒|枪支|糖税)(?:安全)?(?:法|立法|法规|政策|措施|管制)?(?:改革|修订|出台|实施)[^。？！]{0,30}(?:推动|减少|增加|改变|执法|死亡|伤害|车祸)/i;

/** Returns true if a message relates things as research questions do. */
export function relates(message: string): boolean {
  return [research, comparesPeople, comparesPeopleChinese, doesToHealth, publicHealthLaw].some((pattern) =>
    pattern.test(message),
  );
}

/** Words of small talk, which ask for no literature. */
const chatter = new Set(
  `weather rain rainy sunny snow joke jokes story stories poem song songs movie movies film book music football soccer basketball game
  games weekend holiday holidays birthday name day today tomorrow yesterday tonight morning afternoon evening night week month year
  date hour minute moment news friend friends boss work job home house dinner lunch breakfast coffee tea fun funny happy sad tired
  bored sorry luck lucky nice cool awesome wonderful great amazing perfect excellent brilliant hello hi hey hiya thanks thank thx cheers
  welcome bye goodbye robot bot person program ai machine computer chatgpt gpt claude gemini openai deepseek google iphone android windows linux ubuntu
  netflix youtube instagram facebook twitter tiktok wifi assistant model question questions answer answers jazz
  language english chinese french spanish german speak talk chat conversation type read understand ok okay yes yeah yep no nope maybe sure
  congratulations capital city country france china president politics money bitcoin stock stocks price car travel flight hotel recipe
  python code javascript typescript kubernetes docker math plus equals real help helpful love appreciate long lot see meet nice later time
  天气 下雨 笑话 故事 诗 首诗 歌 首歌 电影 书 音乐 足球 篮球 游戏 周末 假期 生日 名字 今天 明天 昨天 早上 晚上 下午 时间 日期 新闻 朋友
  老板 工作 家 晚饭 午饭 早饭 吃饭 咖啡 茶 开心 高兴 难过 累 无聊 抱歉 对不起 幸运 不错 厉害 辛苦 机器人 人类 真人 程序 人工智能 电脑 助手
  模型 医生 帮助 问题 回答 语言 英文 英语 中文 首都 城市 国家 法国 中国 总统 政治 钱 股票 价格 车 旅行 机票 酒店 菜谱 做饭 代码 编程 数学 心情
  谢谢 感谢 再见 你好 您好 哈哈 加油 世界 意思 聊天 讲个 讲 说 写 点 天 真 感觉 认识 颜色`
    .split(/\s+/)
    .filter(Boolean),
);

/** Returns true if every word of a name is a small-talk word or a number. */
export function isChatter(name: string): boolean {
  return name
    .toLowerCase()
    .split(/[\s-]+/)
    .every((word) => chatter.has(word) || /^\d+$/.test(word));
}
