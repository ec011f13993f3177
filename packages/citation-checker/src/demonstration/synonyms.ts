import { stemWord } from '@citewell/core/text/words.ts';

/**
 * Words with the same meaning in study reports, one group per line, written for this checker from general English and
 * medical usage. Groups are strict: exchanging two of their words must keep a true sentence true. Words for direction,
 * negation and strength are excluded; the slots read them. A word may belong to several groups.
 */
const groups = `
new novel
variant polymorphism snp
adverse unfavorable unfavourable untoward
affect influence impact effect
age aged old
ageing aging
grey gray
mould mold
oesophagus esophagus esophageal oesophageal
anaesthesia anesthesia anaesthetic anesthetic
ischaemia ischemia ischaemic ischemic
anaemia anemia anaemic
tonne ton
aluminium aluminum
sulphate sulfate sulphur sulfur
judgement judgment
licence license
live survive survival
elder elderly older old
car vehicle automobile
newborn neonate infant baby
pupil student
wage income salary
flaw limitation
doctor physician
operation surgery surgical operative
remove removal excise ablate ablation
leave retain
deliver delivery childbirth birth
handwriting writing
teen adolescent
laboratory vitro
synthesis formation biosynthesis
secretion secrete release
activity active
degrade degradation breakdown
contribute contribution
dose dosing dosage
monotherapy alone
daily day
weekly week
monthly month
yearly year annual
content concentration level
respiratory airway lung pulmonary
first-line initial
abnormal abnormality
stop discontinue discontinuation cease
endpoint outcome
mesh net
stay remain
opposite contralateral
money economic cost
tonsillectomy adenotonsillectomy
spleen splenic
goitre goiter
gallstone cholelithiasis
womb uterus uterine
windpipe trachea tracheal
kneecap patella patellar
hearing auditory audiological
sight vision visual
smell olfactory olfaction
taste gustatory
tooth dental teeth
mouth oral
nose nasal
ear otic aural
throat pharynx pharyngeal
chest thorax thoracic
belly abdomen abdominal
bladder vesical
backbone spine spinal
muscle muscular
nerve neural neuronal
joint articular
bone osseous skeletal
vein venous
artery arterial
vessel vascular
clot thrombus thrombosis
swelling edema oedema
itch pruritus
rash exanthem
headache cephalalgia
breathlessness dyspnea dyspnoea
tiredness fatigue
sleeplessness insomnia
shortsighted myopia myopic
jaundice icterus hyperbilirubinemia
aim objective purpose goal
alcohol ethanol
allocate assign randomize randomise allot
amount quantity level
analyse analyze examine evaluate assess investigate study test explore
approximately about around roughly nearly almost
aspirin acetylsalicylic
assay test
associate link correlate relate tie connect correlation association relationship relation link connection
attempt try effort
avert prevent avoid prevention
bacterium bacterial bacteria microbial
bleed bleeding hemorrhage haemorrhage
brain cerebral
breast mammary
budding saccharomyces yeast
cancer carcinoma tumor tumour neoplasm malignancy malignant
cardiac heart
care management treatment
carry perform conduct
case patient subject
cell cellular
center centre hospital clinic institution
change alter alteration modify modification
child pediatric paediatric childhood children schoolchildren
clinician doctor physician practitioner
combination combine together plus add addition
commence start begin initiate onset initiation
common frequent prevalent
compare comparison comparative versus
complete finish completion
complication complicate
compose consist comprise
conclude conclusion
conserve preserve retain preservation
consume consumption intake eat ingest
contain include involve comprise hold
continue persist last keep
cost expense price
data finding result
death mortality die died dead fatal fatality
decide decision
deficient lack absence without deficiency knockout null lacking missing
delay late postpone defer
demonstrate show reveal indicate find observe report document note see detect finding
depression depressive
derive obtain collect gather
describe present report
detect identify find discover detection recognize detectable measurable
determine dictate govern establish
develop development form formation occur arise emerge
device instrument tool
diabetes diabetic
diagnose diagnosis diagnostic
differ difference different distinct dissimilar vary variation
discontinue stop discontinuation cease withdraw withdrawal end halt terminate termination interrupt
disease illness disorder condition
drink drinking
driver motorist
drug medication medicine agent pharmaceutical
duration length
during throughout
elderly old older geriatric senior
eligible eligibility
encode code
enroll enrol recruit include participate enrolled participant recruitment
estimate calculate compute
event episode
exceed surpass
exercise train training
exhibit show display have demonstrate
explain account attributable explanation
expose exposure
express expression
eye ocular
factor determinant
fail failure unsuccessful
febrile fever
female woman women
fetal fetus foetal foetus
follow follow-up followup
free freedom
frequency rate incidence occurrence proportion percentage
gastric stomach
gender sex
gene genetic
gestation gestational pregnancy pregnant prenatal antenatal intrauterine
give administer receive administration treat prescribe deliver take
gout gouty
government public
group arm cohort
grow growth proliferate proliferation
guide guideline rule
happen occur
harbor carry bear
carrier bearer
hard difficult difficulty
primiparous primipara primiparae
heal healing
health healthy
help aid assist
hepatic liver
home household
homemade local
hour hourly
house housing
human man people
hypertension hypertensive
illustrate show
immune immunity immunological immunologic
impair impairment
implicate involve
important importance key
essential critical crucial vital
necessary require need
independent independently
infect infection
inform information
inhibit suppress block inhibition repress suppression blockade repression inhibitor
initial first
injury damage lesion harm trauma
inside within
interact interaction bind binding
intravenous iv
involvement involve invasion
join enter participate
kidney renal
know knowledge aware awareness
large big great
lead result cause
learn learning
leucocyte leukocyte
life live living
location site position place
look search
lung pulmonary
lymph nodal node
magnetic mr mri
main major principal chief primary leading
maintain sustain
manoeuvre maneuver manoeuvring maneuvering
mean average
measure measurement assess record determine quantify
method technique approach procedure strategy
minor mild slight
model modelling modeling
mother maternal
mouse mice murine
multiple several many various
mutation mutant variant mutate
myocardial myocardium heart
nail nailing
need require requirement necessary
nerve neural
nurse nursing
obese obesity
operate operation surgery surgical operative
outcome result
overestimate
pain painful
participant patient subject individual respondent
participant subject volunteer
pathway route
patient people person individual
peri perioperative
physical
pig porcine swine
place location
postoperative postoperatively postsurgical
potent potency
practice clinical
precise accurate
predict predictor predictive prediction prognostic
preoperative preoperatively presurgical
prescribe prescription
prevalence frequency
previous prior earlier past history
produce generate production yield
program programme
prognosis prognostic outlook
prompt rapid quick fast
propose suggest suggestion
protect protective protection
prove proof
pupil schoolchild schoolchildren
quarter fourth
questionnaire survey
random randomly randomization randomisation
rare uncommon infrequent
reach achieve attain
read reading
recipient receiver
recommend advise recommendation advice
recover recovery
recur recurrence recurrent relapse
regard consider view judge think deem believe
register registry registration
regular usual standard routine conventional normal
relative relate
remain stay persist
remove removal excise resect resection
repair restore restoration rescue
repeat
replace substitute replacement
report state describe say self-report
resident trainee
resistance resistant
respond response reaction
retrospective retrospectively
return restore
role part function
safe safety
same equal identical similar
sample specimen
satisfy satisfaction
scan examination imaging image
school
score rating scale
screen screening
select choose selection
sensitive sensitivity
separate distinguish differentiate discriminate
serious severe severity
share
short brief
signal signalling signaling
singleton
skin cutaneous dermal
sleep
smoke smoking smoker cigarette tobacco
society social
specific specificity
spread dissemination
stage staging
state status
stroke cerebrovascular
study trial investigation research
sudden abrupt
suffer experience have
suffice sufficient enough adequate adequately
support favor favour evidence
surveillance monitoring monitor
survive survival survivor
switch change conversion convert
symptom symptomatic
system systemic
teach teaching teacher
technique method
test testing
therapy treatment treat therapeutic
thromboembolism thrombosis thrombus thrombotic thromboembolic
total overall
toxic toxicity
train training
transcribe transcription transcriptional
transfuse transfusion
transplant transplantation graft
trial study experiment
type kind form sort
ulcer ulceration
ultrasound ultrasonography ultrasonic us sonographic sonography ultrasonographic
undergo receive
unite united
university academic teaching
urinary urine
use usage utilise utilize employ apply application utilization using user
vaccine vaccination vaccinate immunization immunisation
value
ventilate ventilation ventilator
vertebra vertebral spine spinal
violence violent
virus viral
visit
voice vocal
vomit vomiting emesis
weight
worldwide global
yield give
hba1c a1c glycated
oral mouth orally
per each every
twofold double twice doubled
threefold triple
half halve halved
one single
two both couple pair dual
additional extra further
alone only sole monotherapy solely
beneficial benefit useful helpful
chance likelihood probability
hazard risk odds
cheap inexpensive
costly expensive
deliver delivery birth born
domestic home
drawback disadvantage limitation
efficacy effectiveness effective efficacious
emergency urgent
entire whole complete
error mistake
example instance
faster quicker
feasible feasibility practicable possible
female gynecological
gather collect
halt stop
hospitalize hospitalise hospitalization hospitalisation admission admit inpatient
illness sickness
improve improvement better enhance enhancement
insert insertion place placement
intensive critical icu
interval time period
isolate isolation
lifespan longevity
link bond
manage manageable
median
mention
middle
multicenter multicentre
nationwide national
noninvasive
obstacle barrier
occur occurrence
ongoing continuing
operable
opinion view
origin source
outbreak epidemic
overweight
painless
pathogenic pathogen
perceive perception
persistent persistence
physiologic physiological
pool pooled
populace population
predominant predominantly mainly mostly chiefly primarily
presence present
prevalent
priority
private
probable likely
quality
radiotherapy radiation irradiation irradiate irradiated
reduce reduction
regimen schedule protocol
region area zone
reliable reliability
remission
resource
restrict limit confine
reverse reversal
rise
robust
sedentary inactive
shift
simple
skill skilled
socioeconomic economic
solely only exclusively
strong
subgroup subset
superior better
tablet pill
target
tolerable tolerate tolerability tolerated
trend tendency
typical
uptake
utility usefulness
variable
variety range
wellbeing well-being
workplace work occupational
wound
xray radiograph radiography radiographic
adhere adherence comply compliance
accord comply conform consistent conformity
accomplish achieve attain reach
adopt implement introduce implementation adoption
advise recommend counsel recommendation advice advisable
afterwards subsequently later subsequent
agree agreement concordance concordant
allow permit enable
alter change modify modulate
anticipate expect foresee
anxiety anxious
arise arose arisen occur emerge
ascribe attribute attributable
await pending
aware awareness familiar knowledge
barrier obstacle hurdle
become became
begin began begun start onset
bind bound
breathe respiration breathing respiratory
break broke broken fracture
budding buds
burden load
cease stop quit discontinue
choose chose chosen select choice
choice option alternative
clinic practice
commence start begin
complain complaint symptom
concern relate
confirm verify corroborate
consecutive successive
consult consultation
convert turn
counterpart homolog homologue homologous orthologue ortholog orthologous
create generate
cure heal
deceased dead die
delete deletion knockout
derive originate stem
destroy destruction disrupt disruption ablate
deteriorate worsen
diet dietary
disappear vanish
discard omit exclude
discover find
disclose reveal
dismiss reject
disparity inequality difference
dispense prescribe
dissimilar different distinct
distinct separate different
disturbance disorder
diverse different various varied heterogeneous
drawback disadvantage limitation shortcoming weakness downside
drop dropout withdraw withdrawal
eat ate eaten consume ingest
educate education training teaching instruct instruction
eliminate remove eradicate abolish
employ use
encounter meet
enlarge enlargement expand expansion
enlist enrol
entire whole all
equivalent equal same
erroneous wrong incorrect false
evidence proof
exclude omit
excess excessive surplus
experience undergo
extend extent
fall fell fallen
far much
feed fed
final last
first-ever first
flat level
frail frailty
fulfil fulfill meet satisfy
gap difference
gauge measure
grow grew grown growth
handle manage
heavy heavily highly
hesitate reluctant
hint suggest
imitate mimic
imply suggest mean indicate
improbable unlikely
inaccurate inaccuracy
inject injection
insufficient inadequate
intact unimpaired preserve
keep kept maintain retain
large sizeable sizable substantial considerable
largely mainly mostly predominantly
lasting permanent persistent
lead led
learn taught
limit restrict
listener subject
map mapping mapped
meal food postprandial
member
mention report
merit advantage benefit strength
middle-aged
minimal minimum
mix mixed mixture
modest moderate
modest small
morphology shape form structure
nearby adjacent
notable marked pronounced striking remarkable considerable substantial
notice observe
objective aim
obstruct obstruction block
obtain get
offspring child progeny
opt choose
outlook prognosis
outset baseline
outweigh exceed
overlap
oversee supervise supervision
part portion fraction proportion
pause interrupt
peak highest maximum maximal
persist remain
pick select
play role
plus together
poorly poor
possess have
post after
precede prior
predominantly mostly mainly chiefly largely
pregnant gravid
principle tenet rule
probably likely presumably
progress progression advance
prompt rapid
provoke induce elicit trigger
purchase buy
quarter quartile
quick swift rapid fast speedy prompt
quit stop
rare seldom rarely scarce
recommend advise
record write wrote written document
recovery recuperation
regain recover
regard consider
relief relieve alleviation
remainder remaining rest
report publication
resemble similar
resolve resolution
reveal uncover
routine routinely
satisfactory adequate
seek sought
select selection
sever cut
shortage lack
sibling brother
silence knockdown
site location
sleep slept
solution
speak spoke spoken speech
speed rate
staff personnel worker
steady stable constant
still remain
strict stringent
subdivide divide
subsequent later
substance agent
substitute replace
sufficient adequate enough
suffer
superfluous unnecessary
surroundings environment
susceptible vulnerable susceptibility
swell swollen edema
take taken
taught teach
teenager adolescent
temporary temporarily transient transiently transitory brief short-lived
tie relate
tissue
treatable
twofold double
underestimate underestimation understate
undergo undergone underwent
uniform homogeneous homogenous
unlike dissimilar
unaware unawareness
unclear unknown uncertain
unnecessary needless
upper
vary range variation differ fluctuate
view perceive opinion
villager resident
ward hospital
warrant justify need
weaken weak
weight
withdraw withdrawn
woman-years person-years
worry concern
wrong incorrect
yearly annual
spread transmission transmit dissemination disseminate
earlier previously previous formerly
newly new
dry dryness xerostomia
notice perceive recognize
man men male
fever pyrexia
heart cardiac myocardial
spend spending expenditure expense cost
supplement supplementation
surveyed survey
misreport misreported
kid child
illegal illicit
employ employment job
sick sickness ill
sickness absence leave
drive driving
swift fast rapid quick
reaction response
govern control regulate
govern mediate
stool faeces feces fecal faecal
pee urine
widow widowed
wife wives
gum gingiva gingival periodontal
speed velocity rate
intensity strength
transaminase aminotransferase
pool pooled combine combined
blood-pressure bp
pressure bp
sugar glucose
weight body-weight
thin lean
fat adipose adiposity
reside live residing dwell dwelling
wait waiting delay
interview interviewed
enlarge enlarged hypertrophy hypertrophic
miss missing absent
knockdown silence silencing deplete depletion
overexpress overexpression
uptake use utilization utilisation
approve approval
pretreat pretreated pretreatment
rinse irrigate irrigation wash
tumour-free disease-free
margin edge
injure injury injured
fall falls
nursing-home institution institutional
burn burned burnt
gauge assess measure evaluate
weigh weighed weight
outnumber exceed outnumbered
victim patient
expect anticipate
acceptable admissible accepted
exposure expose exposed
intact unaffected preserved
lack lacking absence absent
delivered deliver present presented
film movie
incorrect incorrectly improper improperly wrong wrongly
correct correctly proper properly right rightly
engulf engulfed phagocytose phagocytosed phagocytize phagocytized phagocytosis
overload overloaded overburden overburdened
sequencing seq
act acts action
numerous many multiple
beyond above over exceeding
mobilise mobilised mobilize mobilized ambulate ambulated
shift shifted move moved transition
alike similar similarly
outpatient clinic ambulatory
dominant predominant
chief chiefly main mainly predominant predominantly principal principally
cancel cancelled called
stent stented stenting
succeed succeeded success successful
fail failed failure unsuccessful
supplement supplemental supplementation
likewise also
slight slightly
fix fixing determine determination
confine confined restrict restricted
origin origins
pupil pupils student schoolchild schoolchildren
pay payment
growing increasing
leak leaked leakage
replace replaced replacement
entire entirely complete completely total
drop dropping remove removal removing
board authority
cover covered include included
reason reasons cause
owing because
linkage linked link
occur occurred occurrence happen
rare rarely uncommon infrequent seldom
usual usually typical typically
spread dissemination disseminate
quick quickly rapid rapidly fast
start started begin began begun initiate initiated initiation onset
end ended terminate terminated termination cease
choose chosen choice select selected selection
buy bought purchase purchased
help helped aid aided assist assisted assistance
try tried attempt attempted
ease relief relieve relieved alleviate
heal healed healing
hurt pain painful
tired tiredness fatigue fatigued
sleepy sleepiness somnolence
dizzy dizziness vertigo
itch itching pruritus pruritic
swell swelling oedema edema
bruise bruising ecchymosis
urinate urination micturition voiding
swallow swallowing deglutition
chew chewing mastication
walk walking gait ambulation
cough coughing
hear hearing auditory
see vision visual sight
touch tactile
skull cranial cranium
wrist carpal
ankle talar tarsal
shoulder glenohumeral
elbow cubital
thigh femoral femur
shin tibia tibial
jaw mandible mandibular
tongue lingual
lip labial
voice vocal phonation
groin inguinal
rib costal
neck cervical
carer caregiver
job occupation employment
school educational
town city urban
village rural
rich wealthy affluent
poor deprived disadvantaged
unmarried single
illness disease
sick ill
germ pathogen
jab injection shot
dose dosage
scan imaging
donor donation
recipient transplanted
lump mass nodule
sore ulcer
scar scarring
stitch suture
cut incision
leaflet brochure pamphlet
poster placard
reminder prompt
hint suggestion
guess estimate
lie located situated
near close adjacent
outside extra
shape morphology form
size dimension
length long
width wide
thickness thick
layer stratum
edge border margin
core centre center
heat thermal
cold cooling
light illumination
sound acoustic
shortage scarcity deficit lack
surplus excess
offspring progeny children
parent parental
sibling brother sister
twin twins
spouse partner
`;

/** Maps each stem to the keys of its groups. */
let groupsOf: Map<string, string[]> | undefined;

function groupsByStem(): Map<string, string[]> {
  if (groupsOf) return groupsOf;
  groupsOf = new Map();
  for (const [index, line] of groups.trim().split('\n').entries())
    for (const stem of new Set(line.split(' ').map(stemWord))) {
      const known = groupsOf.get(stem);
      if (known) known.push(`=${index}`);
      else groupsOf.set(stem, [`=${index}`]);
    }
  return groupsOf;
}

const none: readonly string[] = [];

/** Returns the groups of a stem as comparison keys: `=12`. Empty for a stem in none. */
export function synonymKeys(stem: string): readonly string[] {
  return groupsByStem().get(stem) ?? none;
}
