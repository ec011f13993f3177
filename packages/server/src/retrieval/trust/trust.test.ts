import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Article, abstractText, parsePmid } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { loadPubmedqaCorpus, sharedDataMissing } from '@citewell/simulators/corpus.ts';
import { readStudy } from '../../literature/studies/read-study.ts';
import { trustCard } from './trust.ts';

const card = (more: Partial<Article>) =>
  trustCard(anArticle('1001', { publicationTypes: ['Journal Article'], ...more }));
const designOf = (more: Partial<Article>) => {
  const { design, design_from, evidence_level } = card(more);
  return [design, design_from, evidence_level];
};
const abstractOf = (text: string): Pick<Article, 'abstract'> => ({ abstract: [{ text }] });

describe('a trust card', () => {
  it('lists retractions, concerns and errata with their notices', () => {
    const notice = (pmid: string) => ({
      pmid: parsePmid(pmid) as NonNullable<ReturnType<typeof parsePmid>>,
      citation: 'J. 2020',
    });
    const facts = card({
      retracted: true,
      retractions: [notice('11')],
      concerns: [notice('12')],
      errata: [notice('13')],
    });
    assert.deepEqual(
      [facts.retracted, facts.expression_of_concern, facts.erratum, facts.preprint],
      [true, true, true, false],
    );
    assert.deepEqual(
      facts.notices.map(({ kind, pmid }) => [kind, pmid]),
      [
        ['retraction', '11'],
        ['concern', '12'],
        ['erratum', '13'],
      ],
    );
    const plain = card({});
    assert.deepEqual(
      [plain.retracted, plain.expression_of_concern, plain.erratum, plain.notices.length],
      [false, false, false, 0],
    );
  });

  it('recognizes a preprint by its type or its server', () => {
    assert.equal(card({ publicationTypes: ['Preprint'] }).preprint, true);
    assert.equal(card({ journal: 'medRxiv : the preprint server for health sciences' }).preprint, true);
    assert.equal(card({ journal: 'The Lancet' }).preprint, false);
  });

  it('takes the strongest design among PubMed’s publication types', () => {
    assert.deepEqual(
      designOf({ publicationTypes: ['Journal Article', 'Review', 'Meta-Analysis', 'Systematic Review'] }),
      ['meta_analysis', 'publication_types', 1],
    );
    assert.deepEqual(designOf({ publicationTypes: ['Multicenter Study', 'Randomized Controlled Trial'] }), [
      'randomized_trial',
      'publication_types',
      2,
    ]);
    assert.deepEqual(designOf({ publicationTypes: ['Practice Guideline'] }), [
      'guideline',
      'publication_types',
      null,
    ]);
    assert.deepEqual(designOf({ publicationTypes: ['Editorial'] }), ['opinion', 'publication_types', 5]);
  });

  const worded: [string, Partial<Article>, string | null][] = [
    [
      'a trial',
      abstractOf('120 patients were randomly assigned to metformin or placebo.'),
      'randomized_trial',
    ],
    ['试验', abstractOf('将120例患者随机分为治疗组和对照组。'), 'randomized_trial'],
    ['a cohort', abstractOf('We conducted a retrospective cohort study of adults with stroke.'), 'cohort'],
    ['队列', abstractOf('本研究为前瞻性研究，共纳入300例患者。'), 'cohort'],
    ['a survey', { title: 'A cross-sectional survey of nurses.' }, 'cross_sectional'],
    ['a synthesis', { title: 'Statins for stroke: a systematic review and meta-analysis' }, 'meta_analysis'],
    ['荟萃分析', { title: '二甲双胍治疗2型糖尿病的荟萃分析' }, 'meta_analysis'],
    ['a protocol', { title: 'Statins for stroke: protocol for a randomised controlled trial' }, 'protocol'],
    [
      'a protocol in the future tense',
      {
        ...abstractOf('Patients with angina will be randomised to clopidogrel. Recruitment is ongoing.'),
        title: 'Clopidogrel in angina: a randomised study',
      },
      'protocol',
    ],
    ['a design paper', { title: 'Design and conduct of a randomized trial in sepsis' }, 'protocol'],
    ['a recommended trial', abstractOf('A randomized controlled trial of sorafenib is advised.'), null],
    ['mice', abstractOf('Mice were randomized to a high-fat diet.'), 'animal'],
    ['小鼠', abstractOf('将小鼠随机分为两组。'), 'animal'],
    ['cells', abstractOf('In vitro, metformin slowed the growth of a cell line.'), 'in_vitro'],
    ['other trials only', abstractOf('Randomized trials are needed in patients with stroke.'), null],
    ['nothing', abstractOf('Metformin is widely used.'), null],
  ];
  for (const [what, more, design] of worded)
    it(`reads the design from title and abstract if no publication type gives it: ${what}`, () =>
      assert.equal(card({ title: 'Metformin.', ...more }).design, design));

  const sizes: [string, number | null, string?][] = [
    ['A total of 1,234 patients were enrolled; 600 patients received metformin.', 1234, '1,234 patients'],
    ['We studied 48 consecutive older adults with asthma.', 48, '48 consecutive older adults'],
    ['The study group (n = 36) improved.', null],
    ['共纳入120例患者，其中治疗组60例。', 120, '120例患者'],
    ['选取2020年1月至2021年6月收治的心力衰竭患者96例，随机分为两组，每组48例。', 96, '患者96例'],
    ['In 2015 patients were asked about sleep.', null],
    ['Patients aged 65 years were asked about sleep.', null],
    ['Metformin is widely used.', null],
    ['Metformin was given for type 2 diabetes in patients of all ages.', null],
    ['Stage 3 patients had pain.', null],
  ];
  for (const [text, n, words] of sizes)
    it(`gives the sample size only if the abstract states it: "${text}"`, () => {
      const article = anArticle('1002', { abstract: [{ label: 'METHODS', text }] });
      const size = trustCard(article).sample_size;
      assert.equal(size?.n ?? null, n);
      if (words !== undefined) assert.equal(size?.text, words);
      if (size) assert.equal(abstractText(article).slice(size.start, size.end), size.text);
      assert.equal(readStudy(article).n ?? null, n, 'the label before a quotation says the same');
    });

  it('distinguishes humans from animals by MeSH, or by the text of a record without MeSH', () => {
    assert.equal(card({ mesh: ['Humans', 'Female'] }).subjects, 'human');
    assert.equal(card({ mesh: ['Animals', 'Mice, Inbred C57BL'] }).subjects, 'animal');
    assert.equal(card({ mesh: ['Animals', 'Humans', 'Mice'] }).subjects, 'human_and_animal');
    assert.equal(card(abstractOf('患者接受二甲双胍治疗。')).subjects, 'human');
    assert.equal(card({ title: 'X.', ...abstractOf('Glucose fell in rats.') }).subjects, 'animal');
    assert.equal(card({ title: 'X.', ...abstractOf('Glucose fell.') }).subjects, null);
  });

  it('states whether the abstract or only the title was read', () => {
    assert.equal(card(abstractOf('x')).read, 'abstract');
    assert.equal(card({ abstract: [] }).read, 'title');
  });

  it('quotes every sample size verbatim from real abstracts', { skip: sharedDataMissing() }, () => {
    let counted = 0;
    const records = loadPubmedqaCorpus() ?? [];
    for (const { pmid, abstract = [] } of records) {
      const article = anArticle(pmid, { abstract: abstract as Article['abstract'] });
      const size = trustCard(article).sample_size;
      if (!size) continue;
      counted++;
      assert.equal(abstractText(article).slice(size.start, size.end), size.text);
      assert.equal(readStudy(article).n, size.n, 'as the label before a quotation says');
      if (/^\d/.test(size.text))
        assert.ok(size.text.replace(/[, ]/g, '').includes(String(size.n)), size.text);
    }
    assert.ok(counted > records.length / 4, `${counted} of ${records.length}`);
  });
});
