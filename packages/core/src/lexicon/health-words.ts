import { indexTerms } from '../text/words.ts';

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
export const healthHan =
  /嗓|娃|手劲|握力|短命|长命|命短|打嗝|憋气|抽搐|瘫痪|瘸|拐杖|轮椅|假牙|牙套|助听器|老花|散光|腋|汗|喷嚏|鼻涕|口臭|痘|皱纹|脱发|打呼|噩梦|梦游|尿床|便秘|放屁|屁|痔|淤青|中暑|冻伤|晕车|晕船|晕倒|昏迷|急救|心肺复苏|插管|输氧|吸氧|导管|支架|起搏|透析|移植|缝针|缝合|引流|石膏|夹板|康复|残障|失智|痴呆|帕金森|癫痫|中风|偏瘫|冠心|搭桥|介入|造影|穿刺|活检|核磁|[Bb]超|彩超|身体|血清|血浆|血液|血管|血型|血色素|化验|检验科|放射科|[内外妇儿骨眼牙口皮麻]科|科室|医学|医科|医护|医务|药学|临床|[hH][cC][gG]|艾滋|HIV|安全套|避孕套|戴套|卵巢|子宫|前列腺|睾丸|阴道|阴茎|甲状腺|乳房|胸部|四肢|关节|韧带|血小板|红细胞|白细胞|自杀|死得|成瘾|上瘾|戒断|误[服食吞]|吞|咬伤|烫伤|烧伤|损伤|头发|白发|脱发|出院|病历|[病药疗癌孕胎疹痒疼痛炎菌疫疮瘤肿胃肠肝肾肺脾胆脑髓腺腰膝颈喉咽鼻眼齿牙唇舌骨肌皮肤疤咳喘烧吐泻尿粪便]|医生|医院|大夫|护士|手术|症状|血压|血糖|血脂|抽血|输血|出血|流血|贫血|心脏|心跳|心慌|胸闷|头晕|头疼|发热|感冒|过敏|疫苗|打针|输液|吃药|月经|怀|分娩|剖腹|剖宫|婴儿|宝宝|新生儿|早产|母乳|奶粉|减肥|肥胖|体重|睡眠|失眠|打鼾|抑郁|焦虑|自闭|老年人|老人|儿童|小孩|孩子|营养|维生素|补钙|钙片|保健品|中药|针灸|推拿|拔罐|细胞|基因|蛋白|受体|突变|小鼠|大鼠|激素|抗体|免疫|康复|锻炼|戒烟|抽烟|喝酒|饮酒|饮食|中毒|受伤|伤口|骨折|扭伤|救护|急诊|住院|体检|筛查|近视|视力|听力|耳|残疾|死亡率|生存|寿命|长寿|活得|早死|快餐|零食|吃多|有毒|有害|危害|致癌|午睡|睡|剂量|副作用|不良反应|疗效|治|更年期|绝经|青春期|流产|避孕|吸烟|烟草|电子烟|酒精|酗酒|断食|噪[声音]|家暴|家庭暴力|虐待|护理|诊断|临床|太极|气功|瑜伽|孤独|久坐|饮茶|素食/;

/** Returns true if an English word, in any of its forms, is a health word. */
export function isHealthWord(word: string): boolean {
  return indexTerms(word).some((term) => healthTerms.has(term));
}

/** Returns true if a Chinese text contains a health word. */
export function isHealthWordChinese(text: string): boolean {
  return healthHan.test(text);
}
