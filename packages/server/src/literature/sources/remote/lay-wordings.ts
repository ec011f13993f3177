/**
 * Everyday wordings that occur in questions but not in records or librarians' searches. They help to read a question; a
 * search omits them if it has others. One per line.
 */
const phrases = `
a cold
acid-blocking tablets
artificial hip
artificial knee
artificial leg
artificial limb
baby blues
baby born dead
baby chest infection
baby scan
back in hospital
bad appendix
bad back
bad kidneys
being put under
being sick
birth control pill
bladder infection
bladder leakage
bladder specialist
bladder with a camera
bleed on the brain
bleeding gut
bleeding in the brain
blocked sinuses
blood cancer
blood clot in the leg
blood clot in the lung
blood from a donor
blood poisoning
blood pressure tablets
blood thinner
blood thinners
blood washing
bone thinning
born too early
bottom-first baby
bowel operation
bowel scope
brain attack
brain bleed
brain lining infection
breast removal
breathing machine
breathing tube
bring on labour
brittle bones
broke my nose
broken ankle
broken back
broken bone
broken bones
broken hip
broken nose
broken wrist
bug spray
bulging leg veins
burn that isn't too deep
burst appendix
bypass operation
camera down the throat
camera in the bladder
camera in the lungs
camera up the bottom
can't get pregnant
can't go to the toilet
can't sleep
cancer that has spread
car sickness
catch it
chance of dying
change of life
cholesterol pills
cholesterol tablets
clogged arteries
clot in the leg
clot in the lung
clot on the lung
clouded lens
cloudy lens
come back
coming back
crooked spine
crossed eyes
curved spine
cut in the skin
cutting oneself
depressed after giving birth
depression tablets
die early
dilating drops
dirty air
dried out
drinking problem
drooping face
ear ringing
early birth
eat normally
eating normally
enlarged prostate
erection problems
extra year of good health
eye drops to widen the pupil
failing heart
falling over
false tooth screw
fatty food
feeling down
feeling low
fever fits
find out
fizzy drinks
flesh eating disease
flesh-eating bacteria
flesh-eating infection
flu jab
flu shot
fluttering heart
food pipe
food pipe cancer
fractures of the hip
french fries
fungal nail
gallbladder removal
germs you catch in hospital
get going again
give up smoking
given blood
giving up cigarettes
glasses prescription
going bald
good bacteria
gullet cancer
gut surgery
happy pills
happy with
hard stools
hard work
has spread
having tonsils removed
head knock
heart racing
heart scan
heart stent
heart stopped
heart stops
heart tracing
heavy work
high blood pressure with protein in the urine in pregnancy
high eye pressure
hole in the heart
hole in the windpipe
hospital germs
how they caught it
hyperactive child
illness in the family
infected cut after surgery
inflamed appendix
inflamed pancreas
inner ear implant
itchy skin
jab in the back for labour pain
junk food
keep skipping
keeping fit
keyhole
keyhole operation
keyhole surgery
kids
kissing disease
knock on the head
land in hospital
large bowel cancer
last longer
leaking urine
leaky bladder
leaky valve
leg cut off
limb removal
live longer
liver scarring
long sight
looking after a relative
looking into the bladder
looking into the lungs
looks afterwards
loose stools
losing a baby
losing a leg
losing central sight
losing hair
losing one's memory
losing weight
lost pregnancy
low blood count
low blood sodium
low mood
lymph cancer
lymph node cancer
mad dog disease
nagging cough
narrowed heart arteries
narrowed neck artery
needing glasses
needle test
needles and drugs
needles in the skin
new hip
new infection
new kidney
new knee
new liver
newly infected
nursing a baby
old people
on the scan
open bowel operation
opening of the penis in the wrong place
own music
painful periods
pancreas cancer
paralysed from the waist down
passing out
people over 70
period pain
picked up
pleased with
poor circulation in the legs
pounding heart
pregnancy diabetes
pregnancy scan
prostate removal
push it back
put to sleep for an operation
putting on weight
racing heart
raised eye pressure
rather pay
ready to pay
regular clinician
removal of the breast
removal of the gallbladder
removal of the prostate
removal of the womb
rotten teeth
runs in families
runs in the family
rupture in the groin
scaly skin
scarred liver
shaking palsy
short sight
slipped disc
slipped disk
slow thyroid
slower on their feet
smoker's lung
sore back
sore neck
spastic child
spots on the face
spotting growths
spread of the cancer
start eating
starting labour
staying in hospital
stent in the heart
stiff neck
stiff shoulder
stomach acid tablets
stomach bleed
stomach bug
stomach sleeve
stomach stapling
stomach tube
stomach ulcer bug
stop breathing in sleep
strong painkillers
sugar disease
sunshine vitamin
swallowing problems
sweating too much
sweaty hands
swelling of the face
swollen ankles
swollen face
swollen legs
swollen main artery in the belly
taking out the gallbladder
talking therapy
talking treatment
tear in the bottom
tell apart
test tube babies
test-tube baby
testicle that has not come down
the coil
the flu
the itch mite
the old
the pill
the runs
thin bones
throwing up
thyroid tablets
tickly cough
tonsil removal
tonsils out
too fat
tooth implant
torn cruciate
torn shoulder tendon
traffic fumes
trapped nerve in the back
trouble conceiving
trouble getting an erection
trouble passing stool
trouble sleeping
trouble swallowing
trying for a baby
tube through the nose into the stomach
tubes tied
tummy bug
ultrasound of the heart
underactive gland
upset tummy
uterus removal
very overweight
vomiting blood
water infection
weak bladder
weak heart
weaker and slower
wear and tear of the joints
weigh too much
weighs too much
weight loss surgery
wetting oneself
wetting the bed
without cutting
womb lining outside the womb
womb removal
work as well
working out
worn joints
worth the cost
worth the money
would pay
yellow baby
yellow skin
`;

const lay = new Set(phrases.trim().split('\n'));

/** Returns the wordings without lay ones, or all of them if all are lay. */
export function withoutLayWordings(wordings: readonly string[]): string[] {
  const kept = wordings.filter((wording) => !lay.has(wording.toLowerCase()));
  return kept.length > 0 ? kept : [...wordings];
}
