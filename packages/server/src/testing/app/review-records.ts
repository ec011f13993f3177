import type { Article } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';

type Given = [
  pmid: string,
  year: string,
  types: string[],
  title: string,
  sections: [label: string, text: string][],
  mesh?: string[],
];

const rows: Given[] = [
  [
    '2001',
    '2021',
    ['Randomized Controlled Trial'],
    'Effects of metformin on mortality in adults with type 2 diabetes: a randomized trial.',
    [
      ['BACKGROUND', 'Metformin is the usual first drug for type 2 diabetes.'],
      [
        'METHODS',
        'A total of 480 adults with type 2 diabetes were randomly assigned to metformin or placebo.',
      ],
      [
        'RESULTS',
        'Metformin reduced mortality from 12% to 8% in type 2 diabetes (P = 0.01). Mortality was lower with metformin compared with placebo (HR 0.66, 95% CI 0.50-0.87).',
      ],
      ['CONCLUSIONS', 'Metformin reduced mortality in adults with type 2 diabetes.'],
    ],
    ['Metformin', 'Diabetes Mellitus, Type 2', 'Mortality', 'Humans', 'Adult'],
  ],
  [
    '2002',
    '2019',
    ['Observational Study'],
    'Metformin and mortality in type 2 diabetes: a cohort study.',
    [
      ['METHODS', 'We followed a cohort of 3,210 patients with type 2 diabetes treated with metformin.'],
      [
        'RESULTS',
        'Metformin did not change mortality in type 2 diabetes compared with placebo (HR 1.02, 95% CI 0.94-1.11).',
      ],
      [
        'CONCLUSIONS',
        'Metformin was not associated with lower mortality in type 2 diabetes. Larger randomized trials are needed.',
      ],
    ],
    ['Metformin', 'Diabetes Mellitus, Type 2', 'Humans'],
  ],
  [
    '2003',
    '2022',
    ['Meta-Analysis', 'Systematic Review'],
    'Metformin in type 2 diabetes: a meta-analysis of randomized trials.',
    [
      ['BACKGROUND', 'Whether metformin lowers cardiovascular events in type 2 diabetes is debated.'],
      [
        'RESULTS',
        'In 13 trials metformin lowered HbA1c by 1.1% in type 2 diabetes. Nausea was more common with metformin (RR 1.8).',
      ],
      ['CONCLUSIONS', 'Metformin lowers HbA1c in type 2 diabetes, at the price of more nausea.'],
    ],
    ['Metformin', 'Diabetes Mellitus, Type 2', 'Glycated Hemoglobin', 'Mortality', 'Humans'],
  ],
  [
    '2004',
    '2018',
    ['Randomized Controlled Trial'],
    'Metformin and HbA1c in children with type 2 diabetes.',
    [
      ['METHODS', 'We enrolled 82 children with type 2 diabetes.'],
      [
        'RESULTS',
        'Metformin lowered HbA1c by 0.8% in children with type 2 diabetes. Adverse events did not differ between metformin and placebo.',
      ],
      ['CONCLUSIONS', 'Metformin lowered HbA1c in children with type 2 diabetes and was safe.'],
    ],
    ['Metformin', 'Diabetes Mellitus, Type 2', 'Mortality', 'Child', 'Humans'],
  ],
  [
    '2005',
    '2017',
    ['Journal Article'],
    'Adverse events of metformin in type 2 diabetes.',
    [
      [
        'RESULTS',
        'Adverse events were more frequent with metformin than with placebo in type 2 diabetes (31% versus 22%).',
      ],
      [
        'CONCLUSIONS',
        'Adverse events of metformin in type 2 diabetes are frequent and mild. The small sample is a limitation.',
      ],
    ],
    ['Metformin', 'Diabetes Mellitus, Type 2', 'Mortality', 'Humans'],
  ],
  [
    '2006',
    '2020',
    ['Journal Article'],
    'Metformin activates AMPK in mice with type 2 diabetes.',
    [
      ['METHODS', 'Mice with type 2 diabetes were given metformin.'],
      [
        'RESULTS',
        'Metformin activated the AMPK pathway and reduced hepatic glucose output in mice with type 2 diabetes.',
      ],
    ],
    ['Metformin', 'Mortality', 'Animals', 'Mice'],
  ],
];

/** Studies of metformin in type 2 diabetes, two of which contradict each other on mortality; all are indexed with it. */
export const reviewArticles: Article[] = rows.map(
  ([pmid, year, publicationTypes, title, sections, mesh = []]) =>
    anArticle(pmid, {
      ...{ year, publicationTypes, title, mesh },
      authors: ['Doe J', 'Roe K'],
      abstract: sections.map(([label, text]) => ({ label, text })),
    }),
);
