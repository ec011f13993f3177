import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { readStudy } from '../../studies/read-study.ts';

/** Matches questions about animals, cells or mechanisms, which studies of them answer. */
const asksForThem =
  /\b(?:mice|mouse|murine|rats?|animals?|rabbits?|dogs?|cats?|pigs?|horses?|cows?|cattle|sheep|monkeys?|zebrafish|cells?|in vitro|mechanisms?|pathways?|model|models|veterinary)\b|小鼠|大鼠|动物|细胞|机制|通路|模型|[犬猫猪]|奶牛|绵羊|山羊|马匹/i;
const animals =
  /\b(?:mice|mouse|murine|rats?|rabbits?|dogs?|canine|pigs?|porcine|zebrafish|salamanders?|drosophila|elegans|yeast|hamsters?|xenopus|cell lines?|knock-?outs?|in vitro)\b|小鼠|大鼠|动物模型|细胞系/i;
const people =
  /\b(?:patients?|wom[ae]n|m[ae]n|child(?:ren)?|adults?|participants?|infants?|people|persons?|volunteers?|trials?|clinical|neonates?|newborns?|adolescents?|individuals|cohort|cases?|guidelines?|human|humans|males?|females?|students|surgeons?)\b|患者|病例|病人|儿童|成人|临床|试验|孕妇/i;

/** Returns true for a record on animals, cells or molecules that mentions no person studied, unless the question asks for them. */
function isStudyOfAnimals(article: Article, question: string): boolean {
  if (asksForThem.test(question)) return false;
  const { kind, group } = readStudy(article);
  if (kind === 'animal' || kind === 'cells' || group?.kind === 'animals') return true;
  if (animals.test(article.title) && !people.test(article.title)) return true;
  return !people.test(`${article.title} ${abstractText(article)}`);
}

/** Matches knowledge, opinions and behavior of people about a subject, in titles and in questions. */
const opinions =
  /\b(?:knowledge|awareness|aware|attitudes?|perceptions?|perceived|perceive|beliefs?|understanding|opinions?|views|quiz|expectations?|preferences?|knows?|think|feel|barriers?|adherence|compliance)\b|知晓|认知|态度|看法|依从/i;

/** Returns true for a record on what people know or think of a subject, unless the question asks for that. */
export function isStudyOfOpinions({ title }: Article, question: string): boolean {
  return opinions.test(title) && !opinions.test(question);
}

/** Returns true for a record that finds nothing about people themselves: one on animals or cells, or on what people know or think. */
export function isNotOfPeople(article: Article, question: string): boolean {
  return isStudyOfAnimals(article, question) || isStudyOfOpinions(article, question);
}
