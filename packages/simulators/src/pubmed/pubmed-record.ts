import { SaxesParser } from 'saxes';
import type { SimulatedRecord } from './record.ts';
import { inlineTags, type RecordFields } from './record-fields.ts';

/**
 * Reads the fields of a PubmedArticle or PubmedBookArticle element, which itself is kept byte for byte. Returns
 * undefined without a PMID. A separate reader, so that the simulator does not share the product's mistakes.
 */
export function readPubmedRecord(xml: string): SimulatedRecord | undefined {
  const root = parse(xml);
  const citation = root?.find('MedlineCitation') ?? root?.find('BookDocument');
  const pmid = citation?.find('PMID');
  if (!root || !citation || !pmid) return undefined;
  const article = citation.find('Article') ?? citation;
  const book = citation.find('Book');
  const journal = article.find('Journal');
  const issue = journal?.find('JournalIssue');
  const medline = citation.find('MedlineJournalInfo');
  const published = (issue ?? book)?.find('PubDate');
  const data = root.find('PubmedData') ?? root.find('PubmedBookData');
  const articleIds = data?.find('ArticleIdList')?.all('ArticleId') ?? [];
  const entered = data
    ?.find('History')
    ?.all('PubMedPubDate')
    .find((date) => date.attributes.PubStatus === 'entrez');
  const title = book
    ? (article.find('ArticleTitle') ?? book.find('BookTitle'))
    : article.find('ArticleTitle');

  const fields: RecordFields = {
    pmid: pmid.text(),
    version: Number(pmid.attributes.Version ?? 1),
    status: citation.attributes.Status ?? 'MEDLINE',
    title: title?.text() ?? '',
    abstract: (article.find('Abstract')?.all('AbstractText') ?? []).map((section) => ({
      ...(section.attributes.Label && { label: section.attributes.Label }),
      text: section.text(),
    })),
    otherAbstracts: citation.all('OtherAbstract').map((other) => ({
      language: other.attributes.Language ?? '',
      text: other
        .all('AbstractText')
        .map((section) => section.text())
        .join(' '),
    })),
    authors: (article.find('AuthorList')?.all('Author') ?? []).map((author) => {
      const collective = author.find('CollectiveName')?.text();
      if (collective) return { collectiveName: collective };
      return {
        lastName: author.find('LastName')?.text() ?? '',
        ...defined('foreName', author.find('ForeName')?.text()),
        ...defined('initials', author.find('Initials')?.text()),
        ...defined('suffix', author.find('Suffix')?.text()),
      };
    }),
    journal: {
      title: journal?.find('Title')?.text() ?? book?.find('BookTitle')?.text() ?? '',
      abbreviation: medline?.find('MedlineTA')?.text() ?? journal?.find('ISOAbbreviation')?.text() ?? '',
      ...defined('issn', journal?.find('ISSN')?.text()),
      ...defined('nlmId', medline?.find('NlmUniqueID')?.text()),
      ...defined('volume', issue?.find('Volume')?.text()),
      ...defined('issue', issue?.find('Issue')?.text()),
      ...defined('pages', article.find('Pagination')?.find('MedlinePgn')?.text()),
    },
    published: {
      ...defined('year', published?.find('Year')?.text()),
      ...defined('month', published?.find('Month')?.text()),
      ...defined('day', published?.find('Day')?.text()),
      ...defined('season', published?.find('Season')?.text()),
      ...defined('medlineDate', published?.find('MedlineDate')?.text()),
    },
    ...defined('entered', entered && dateOf(entered)),
    languages: article.all('Language').map((language) => language.text()),
    publicationTypes: (article.find('PublicationTypeList') ?? article)
      .all('PublicationType')
      .map((type) => type.text()),
    mesh: (citation.find('MeshHeadingList')?.all('MeshHeading') ?? []).map((heading) => {
      const descriptor = heading.find('DescriptorName');
      const qualifiers = heading.all('QualifierName');
      return {
        name: descriptor?.text() ?? '',
        major: [descriptor, ...qualifiers].some((part) => part?.attributes.MajorTopicYN === 'Y'),
        qualifiers: qualifiers.map((qualifier) => qualifier.text()),
      };
    }),
    keywords: citation
      .all('KeywordList')
      .flatMap((list) => list.all('Keyword').map((keyword) => keyword.text())),
    ...defined(
      'doi',
      article
        .all('ELocationID')
        .find((place) => place.attributes.EIdType === 'doi')
        ?.text() ?? articleIds.find((id) => id.attributes.IdType === 'doi')?.text(),
    ),
    ...defined('pmcid', articleIds.find((id) => id.attributes.IdType === 'pmc')?.text()),
    ...defined('vernacularTitle', article.find('VernacularTitle')?.text()),
    corrections: (citation.find('CommentsCorrectionsList')?.all('CommentsCorrections') ?? []).map(
      (correction) => ({
        refType: correction.attributes.RefType ?? '',
        source: correction.find('RefSource')?.text() ?? '',
        ...defined('pmid', correction.find('PMID')?.text()),
      }),
    ),
    ...(book && {
      book: {
        title: book.find('BookTitle')?.text() ?? '',
        publisher: book.find('Publisher')?.find('PublisherName')?.text() ?? '',
        place: book.find('Publisher')?.find('PublisherLocation')?.text() ?? '',
        accession: citation.find('ArticleIdList')?.find('ArticleId')?.text() ?? '',
      },
    }),
  };
  return { ...fields, xml };
}

class Element {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: (Element | string)[] = [];

  constructor(name: string, attributes: Record<string, string>) {
    this.name = name;
    this.attributes = attributes;
  }

  all(name: string): Element[] {
    return this.children.filter((child): child is Element => child instanceof Element && child.name === name);
  }

  find(name: string): Element | undefined {
    return this.all(name)[0];
  }

  /** Returns all text below an element, white space collapsed; only inline tags are kept. */
  text(): string {
    return this.#raw().replace(/\s+/g, ' ').trim();
  }

  #raw(): string {
    return this.children
      .map((child) => {
        if (typeof child === 'string') return child;
        return inlineTags.includes(child.name)
          ? `<${child.name}>${child.#raw()}</${child.name}>`
          : child.#raw();
      })
      .join('');
  }
}

/** Parses the element as a tree; undefined if it is not well-formed XML. */
function parse(xml: string): Element | undefined {
  const parser = new SaxesParser({ fragment: false });
  const open: Element[] = [];
  let root: Element | undefined;
  let wellFormed = true;
  parser.on('error', () => {
    wellFormed = false;
  });
  parser.on('opentag', (tag) => {
    const element = new Element(tag.name, tag.attributes as Record<string, string>);
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.on('text', (text) => {
    open.at(-1)?.children.push(text);
  });
  parser.write(xml).close();
  return wellFormed ? root : undefined;
}

function dateOf(element: Element): string {
  const part = (name: string) => (element.find(name)?.text() ?? '1').padStart(2, '0');
  return `${part('Year')}/${part('Month')}/${part('Day')}`;
}

function defined<Key extends string>(key: Key, value: string | undefined): { [K in Key]?: string } {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: string };
}
