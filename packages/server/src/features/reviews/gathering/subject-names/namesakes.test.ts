import { describeTopics } from '../../../../testing/app/describe-topics.ts';

describeTopics('a review without a model leaves out what only contains the name of its subject:', [
  {
    rule: 'the denial of a disease, with any dash, is none',
    questions: ['Small cell lung cancer', '小细胞肺癌'],
    on: [
      [
        'Etoposide for small-cell lung cancer.',
        'We aimed to treat small cell lung cancer. Etoposide was given. Small cell lung cancer responded to etoposide.',
      ],
    ],
    off: [
      [
        'Gefitinib for non–small cell lung cancer.',
        'We aimed to treat non–small cell lung cancer. Gefitinib was given. Non-small-cell lung cancer responded to gefitinib.',
      ],
      [
        'Stemness of a primary non small cell lung cancer line.',
        'We cultured non small cell lung cancer. Growth was measured. Nonsmall cell lung cancer grew faster.',
      ],
    ],
    decision: 'off_topic',
  },
  {
    rule: 'a protein that is called after a disease is none',
    questions: ['Melanoma', '黑色素瘤'],
    on: [
      [
        'Survival with melanoma.',
        'We aimed to count deaths from melanoma. Adults with melanoma were followed. Melanoma was fatal in one of ten.',
      ],
    ],
    off: [
      [
        'Absent in melanoma 2 (AIM2) in colorectal cancer.',
        'We aimed to measure absent in melanoma 2 (AIM2). Tumours of the colon were stained. Absent in melanoma 2 predicted death.',
      ],
      [
        'Chicken melanoma differentiation-associated gene 5 senses a virus.',
        'We aimed to study melanoma differentiation-associated gene 5 (MDA5). Chickens were infected. Melanoma differentiation-associated gene 5 was induced.',
      ],
    ],
    decision: 'off_topic',
  },
  {
    rule: 'a virus of animals that is called after a disease is none',
    questions: ['Leukemia', '白血病'],
    on: [
      [
        'Remission of leukemia.',
        'We aimed to follow adults with leukemia. Leukemia was treated. Leukemia relapsed in half of them.',
      ],
    ],
    off: [
      [
        'Feline leukemia virus in captive cats.',
        'We aimed to detect feline leukemia virus. Cats were tested. Leukemia virus was found in two of them.',
      ],
    ],
    decision: 'off_topic',
  },
  {
    rule: 'people without a disease do not have it',
    questions: ['Preeclampsia', '子痫前期'],
    on: [
      [
        'Outcome of preeclampsia.',
        'We aimed to follow women with preeclampsia. Their infants were weighed. Preeclampsia led to low weights.',
      ],
    ],
    off: [
      [
        'Blood pressure of mothers.',
        'We aimed to measure blood pressure in women without a history of preeclampsia. It was measured monthly. Blood pressure rose in women without preeclampsia.',
      ],
    ],
    decision: 'off_topic',
  },
  {
    rule: 'the bacterium is no influenza',
    questions: ['Influenza vaccination', '流感疫苗接种'],
    on: [
      [
        'Influenza vaccination in one town.',
        'We aimed to count influenza vaccinations. Adults were asked. Influenza vaccination was frequent.',
      ],
    ],
    off: [
      [
        'Adoption of a Haemophilus influenzae type b vaccine.',
        'We aimed to model the adoption of Haemophilus influenzae vaccine. Countries were compared. Haemophilus influenzae vaccine was adopted late.',
      ],
    ],
    decision: 'off_topic',
  },
]);
