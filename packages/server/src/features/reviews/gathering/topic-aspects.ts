import type { Article } from '@citewell/core/records/article.ts';
import type { SearchQuery, Subject } from '@citewell/core/records/query.ts';
import { isMeshClass, meshClass } from '../../../literature/query/mesh/mesh.ts';
import { type AspectTest, addressesEveryAspect } from './addresses-every-aspect.ts';
import { between, markSubjects, subjectMark } from './subject-names/subject-marks.ts';
import { namesOutcome, outcomesOf, withoutOutcomes, withoutRisks } from './topic-outcomes.ts';
import { insulinTreatment, type TopicAspect, topicAspects } from './topic-parts/aspects.ts';
import { choicesOf, listedAspects } from './topic-parts/listed-aspects.ts';

/** Topics on the treatment of one disease in people with another. */
const treatedIn =
  /\b(?:treatments?|management|therap(?:y|ies)) of (?:[\w-]{1,30} ){1,6}(?:in|among) (?!the (?:treatment|management)\b)|^(?:[\w-]{1,30} ){1,4}(?:treatments?|management|therap(?:y|ies)) (?:in|among) (?:people|patients|persons|adults|children|those|individuals|women|men|[\w-]{2,12}-?(?:infected|positive))\b|(?:感染者|患者|病人|^H[IBCP]V与)(?:中)?的?[^，。；与和及用]{2,20}?的?(?:治疗|管理)\s*$/i;

/** Words for people who already have a disease and can no longer be protected from it. */
const thoseAffected = new RegExp(
  String.raw`\b(?:patients?|people|those|adults|individuals|children|subjects|persons|wom[ae]n|men|mice) (?:with|who had|who have|having|suffering from) ${between}${subjectMark}`,
  'gi',
);

/** Diseases that come in attacks: those who have them are protected from the next one. */
const comesInAttacks = /\b(?:migraines?|headaches?|gout|angina|colic|vertigo)\b|头痛|痛风|心绞痛|眩晕/i;

/** Titles of studies on people's knowledge of and attitudes to a subject, which are not about the subject itself. */
const ofKnowledge =
  /\b(?:knowledge|misconceptions?|beliefs?|attitudes?|awareness|perceptions?)\b|知晓|认知度|态度/i;

/** Returns true if a part of a topic asks for an aspect, so that records need not use its words. */
export function isAspect(part: string): boolean {
  return topicAspects.some(({ asked }) => asked.test(part));
}

/** Returns true if a part of a topic asks for an aspect that records are tested for word by word. */
export function isTestedAspect(part: string): boolean {
  return topicAspects.some(({ asked, isLoose }) => !isLoose && asked.test(part));
}

/** Returns true for a part of a topic that only asks for a tested aspect: "predictive value". */
export function isTestedAspectAlone(part: string): boolean {
  return topicAspects.some(({ asked, isLoose }) => !isLoose && asked.exec(part)?.[0] === part);
}

/** Times after an operation that is itself a subject: "weight loss after bariatric surgery". */
const afterSubject = new RegExp(
  String.raw`\b(?:after|following|undergoing|underwent) ${between}${subjectMark}|\bpost-?${subjectMark}|${subjectMark}(?:手术|术)?后`,
  'i',
);

/** Removes the subjects' own names: "bariatric surgery" asks for it, and not for its surgery. */
function nameless(text: string, subjects: readonly Subject[]): string {
  const names = subjects.flatMap(({ kind, wordings }) => (kind === 'known' ? wordings : []));
  return names
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, name) => {
      const at = rest.toLowerCase().indexOf(name.toLowerCase());
      return at < 0 ? rest : `${rest.slice(0, at)} ${rest.slice(at + name.length)}`;
    }, text);
}

/** Returns true for a class of drugs, or a member of one, by its own name: lists give the drugs against a disease for names of it. */
function isDrug({ wordings }: Subject): boolean {
  const own = wordings.slice(0, /\p{Script=Han}/u.test(wordings[0] ?? '') ? 2 : 1);
  return own.some((wording) => isMeshClass(wording) || meshClass(wording) !== undefined);
}

/** Creates a test whether a record is on the aspects that a topic asks for; a topic without any accepts all. */
export function onAspects({
  text,
  subjects = [],
}: Pick<SearchQuery, 'text' | 'subjects'>): (article: Article) => boolean {
  const outcomes = outcomesOf({ text, subjects });
  const whole = withoutOutcomes({ text, subjects });
  const words = nameless(withoutRisks({ text: whole, subjects }), subjects);
  // "Postoperative pain" itself states the time.
  const saysWhen = ({ asked: when }: TopicAspect) =>
    subjects.some(({ wordings }) => wordings.some((wording) => when.test(wording)));
  const asked = topicAspects.filter(
    (aspect) =>
      aspect.asked.test(aspect.isOfName ? whole : words) &&
      !(
        aspect.isNamed &&
        ((subjects.length > 1 && !treatedIn.test(text)) ||
          insulinTreatment.test(text) ||
          // A drug is a treatment.
          subjects.some(isDrug))
      ) &&
      !(aspect.isWhen && (outcomes.length === 0 || saysWhen(aspect))),
  );
  const isInsulin = ({ wordings }: Subject) =>
    insulinTreatment.test(text) && wordings.some((wording) => /^(?:insulins?|胰岛素)$/i.test(wording));
  const marked =
    asked.length > 0 ? markSubjects(subjects.filter((subject) => !isInsulin(subject))) : undefined;
  const read = marked?.({ title: text, abstract: [] });
  const isAfterSubject = read !== undefined && afterSubject.test(read(text));
  const testOf = ({
    pattern,
    bound,
    inAttacks,
    isNot = /(?!)/g,
    isWhen,
    isHoped,
    otherAspectTitle,
    isOtherFor,
    byHeading,
    isOfPeople,
  }: TopicAspect): AspectTest => {
    // "Obesity and cancer risk" asks for the risk of cancer, "prevention of migraine" for that of attacks.
    const isBound = bound !== undefined && read !== undefined && bound.test(read(text));
    const isOtherAspect = isOtherFor ? isOtherFor.test(read?.(text) ?? '') : !bound || isBound;
    const attacks = comesInAttacks.test(text) ? inAttacks : undefined;
    return {
      isOnAspect: (given: string) => {
        const part = given.replace(isNot, ' ');
        return (
          (attacks?.test(part) ||
            (isWhen && isAfterSubject && afterSubject.test(part)) ||
            (isBound ? bound.test(part.replace(thoseAffected, '')) : pattern.test(part))) &&
          (!isWhen || outcomes.some((outcome) => namesOutcome(part, outcome)))
        );
      },
      ...(isHoped && { isHoped }),
      ...(otherAspectTitle && isOtherAspect && { otherAspectTitle }),
      ...(byHeading && { byHeading }),
      ...(isOfPeople && { isOfPeople }),
    };
  };
  const tests = choicesOf(listedAspects(asked, words)).map((all) =>
    addressesEveryAspect(all.map(testOf), marked),
  );
  const isOnSubject = asked.length === 0 || ofKnowledge.test(text);
  return (article) =>
    (isOnSubject || !ofKnowledge.test(article.title)) && tests.some((isOnAll) => isOnAll(article));
}
