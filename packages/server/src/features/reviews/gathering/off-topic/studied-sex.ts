import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { statedPeople } from '../own-question/own-question.ts';

type Sex = { own: RegExp; other: RegExp; diseases: RegExp };

const female = /\b(?:wom[ae]n|females?|girls?|mothers|pregnan\w+|post-?menopausal|pre-?menopausal)\b|女|孕/i;
const male = /\b(?:m[ae]n|males?|boys?|fathers|husbands)\b|男/i;

/** Sexes by MeSH heading, with the diseases that only one has. */
const sexes: Readonly<Record<string, Sex>> = {
  Female: {
    own: female,
    other: male,
    diseases:
      /\b(?:pregnan\w+|breast|mammogra\w+|ovar\w+|uter(?:us|ine)|endometri\w+|cervical|vagin\w+|vulv\w+|menopaus\w+|menarche|gyna?ecolog\w+|c(?:a)?esarean|obstetric\w*|preeclampsia)\b|孕|妊娠|乳腺|卵巢|子宫|宫颈|绝经/i,
  },
  Male: {
    own: male,
    other: female,
    diseases:
      /\b(?:prostat\w+|testic\w+|semen|sperm\w*|erectile|androgen deprivation|hypospadias|penile)\b|前列腺|睾丸|精液|勃起/i,
  },
};

/** Titles that compare the sexes. */
const compares = /\b(?:sex|gender)\b|性别|男女/i;
const ofSex = '(?:wom[ae]n|m[ae]n|females?|males?|girls|boys)';
/** Both sexes together, and the share of one of them, which do not set it apart. */
const ofBoth = new RegExp(
  String.raw`\b(?:men (?:and|or) women|women (?:and|or) men|males? (?:and|or) females?|females? (?:and|or) males?|boys (?:and|or) girls|girls (?:and|or) boys|both sexes)\b` +
    String.raw`|\b\d[\d.]{0,4} ?%,? (?:(?:of (?:the |them )?)?(?:[a-z]{2,14} )?(?:were |was |being )?)?${ofSex}\b` +
    String.raw`|\b${ofSex},? ?\(?\d[\d,]{0,6} ?\(\d|\b${ofSex}[,:]? ?\(?\d[\d.]{0,4} ?%` +
    String.raw`|\(?\b\d[\d,]{0,6} ${ofSex}(?: \([^()]{1,20}\))?(?:,| and|;|\/) ?\d[\d,]{0,6} ${ofSex}\b` +
    String.raw`|\([^()]{0,60}\b${ofSex}\b[^()]{0,120}\)|男女`,
  'gi',
);
/** A count of people of any sex, next to which a count of one sex is their share. */
const countsAll =
  /\b\d[\d,]{0,8} (?:(?!and\b|men\b|women\b|male|female)[\w-]{1,20} ){0,5}?(?:patients?|participants|subjects|people|persons|individuals|adults|children|volunteers|residents)\b/i;
const share = new RegExp(String.raw`\b\d[\d,]{0,6} ${ofSex}\b`, 'gi');

function withoutShares(text: string): string {
  const rest = text.replace(ofBoth, ' ').replace(ofMothers, ' ');
  return countsAll.test(text) ? rest.replace(share, ' ') : rest;
}

/** Mothers of those studied. */
const ofMothers =
  /\bmaternal\b|\b(?:their|whose|the|children['’]s?|of) mothers\b|\bmothers['’]?(?= (?:BMI|age|education|smoking))|\bborn to [a-z ]{0,20}mothers\b/gi;

/** Sentences in which a study of both sexes reports on one of them, if neither title nor aim names it. */
const sentencesMin = 3;

/**
 * Returns true if a record says that it studied the other sex than the topic's, or both without a question of its own on the topic's:
 * the share of women among the participants is no study of women. `topic` is a MeSH heading.
 */
export function studiesOtherSex(article: Article, topic: readonly string[]): boolean {
  return topic.some((heading) => {
    const sex = sexes[heading];
    return sex !== undefined && isOfOther(article, sex);
  });
}

/** Titles of studies of children, whose mothers were asked or measured. */
const ofChildren =
  /\b(?:child(?:ren)?|infants?|newborns?|neonates?|offspring|boys|girls|adolescents?)\b|儿童|婴儿|新生儿|子女|后代/i;

function isOfOther(article: Article, { own, other, diseases }: Sex): boolean {
  const { titles, stated } = statedPeople(article);
  const isOfChildren = titles.some((title) => ofChildren.test(title));
  const read = (text: string) => {
    const apart = withoutShares(text);
    return isOfChildren ? apart.replace(/\bmothers\b/gi, ' ') : apart;
  };
  const named = titles.map(read);
  if (
    named.some((title) => own.test(title) || diseases.test(title)) ||
    titles.some((title) => compares.test(title))
  )
    return false;
  if (named.some((title) => other.test(title))) return true;
  const people = stated.map(read);
  const whole = [...stated, ...titles].join(' ');
  const isBoth = people.some((text) => other.test(text)) || whole.search(ofBoth) >= 0 || areBoth(article);
  const isOwn = people.some((text) => own.test(text));
  if (!isBoth) return false;
  if (!isOwn && people.some((text) => other.test(text))) return true;
  const sentences = splitSentences(abstractText(article)).map(({ text }) => read(text));
  return sentences.filter((text) => own.test(text)).length < sentencesMin;
}

/**
 * Returns true if a sentence on those who took part names the topic's sex, and none names the other: one sentence counts as much as
 * a title. `topic` is a MeSH heading.
 */
export function statesSex(article: Article, topic: readonly string[]): boolean {
  const { stated } = statedPeople(article);
  const read = stated.map(withoutShares);
  return topic.some((heading) => {
    const sex = sexes[heading];
    return (
      sex !== undefined &&
      !areBoth(article) &&
      read.some((text) => sex.own.test(text)) &&
      !stated.some((text) => sex.other.test(text))
    );
  });
}

function areBoth({ mesh }: Article): boolean {
  return mesh.includes('Male') && mesh.includes('Female');
}
