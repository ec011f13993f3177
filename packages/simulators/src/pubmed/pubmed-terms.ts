/** Words that PubMed ignores in an untagged search (from the list in its help). */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a about again all almost also although always among an and another any are as at be because been before being ' +
    'between both but by can could did do does done due during each either enough especially etc for found from ' +
    'further had has have having here how however i if in into is it its itself just kg km made mainly make may mg ' +
    'might ml mm most mostly must nearly neither no nor not obtained of often on or our overall perhaps quite rather ' +
    'really regarding seem seen several should show showed shown shows significantly since so some such than that ' +
    'the their theirs them then there therefore these they this those through thus to upon use used using various ' +
    'very was we were what when which while with within without would'
  ).split(' '),
);

/** A few of MeSH's entry terms with their headings, enough to exercise automatic term mapping. */
export const entryTerms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cancer: 'neoplasms',
    cancers: 'neoplasms',
    tumor: 'neoplasms',
    tumour: 'neoplasms',
    'breast cancer': 'breast neoplasms',
    'lung cancer': 'lung neoplasms',
    'prostate cancer': 'prostatic neoplasms',
    'colorectal cancer': 'colorectal neoplasms',
    'heart attack': 'myocardial infarction',
    mi: 'myocardial infarction',
    'high blood pressure': 'hypertension',
    'type 2 diabetes': 'diabetes mellitus, type 2',
    'type 1 diabetes': 'diabetes mellitus, type 1',
    diabetes: 'diabetes mellitus',
    copd: 'pulmonary disease, chronic obstructive',
    'kidney failure': 'renal insufficiency',
    'heart disease': 'heart diseases',
    adhd: 'attention deficit disorder with hyperactivity',
    'vitamin c': 'ascorbic acid',
    tb: 'tuberculosis',
    flu: 'influenza, human',
    children: 'child',
    elderly: 'aged',
    pregnant: 'pregnancy',
  }),
);
