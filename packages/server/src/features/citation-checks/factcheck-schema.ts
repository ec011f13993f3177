import { parsePmid } from '@citewell/core/records/article.ts';
import {
  type CitationBatchEvent,
  type CitationBatchRequest,
  type CitationCheckRequest,
  type CitationCheckResponse,
  deviationTypes,
  type Verification,
} from '@citewell/sdk';
import { z } from 'zod';
import { wordPattern } from '../../http/body/normalize-text.ts';
import type { Objection } from '../../http/body/validate.ts';
import { checkVerdict } from '../../http/schemas/enums.ts';
import { fullText, text, verbatimText } from '../../http/schemas/fields.ts';
import { bibliographicRecord } from '../../http/schemas/reference.ts';
import { errorBody, fullTextReading } from '../../http/schemas/responses.ts';
import { abstractMax } from '../../retrieval/checked-article.ts';
import { hasWords, sentenceMax } from './sentence.ts';

const nothingStated: Objection = {
  got: {
    en: 'text without a word in it besides citation markers and numbers',
    zh: '除引文标记和数字外不含任何文字的文本',
  },
};

const sentence = text(sentenceMax, {
  en: 'text of 1 to 4,000 characters, in Chinese or English',
  zh: '1 到 4,000 个字符的文本，中文或英文',
})
  .refine(hasWords, { params: nothingStated })
  .meta({
    pattern: wordPattern,
    examples: ['Dabrafenib improved progression-free survival compared with dacarbazine.'],
  });

export const pmid = z
  .string()
  .overwrite((value) => value.trim())
  .refine((value) => parsePmid(value) !== undefined)
  .meta({
    allowed: {
      en: 'a PubMed identifier as text: 1 to 10 digits without leading zeros, such as "22735384"',
      zh: '文本形式的 PubMed 编号：1 到 10 位数字，首位不为 0，例如 "22735384"',
    },
    pattern: '^\\s*[1-9][0-9]{0,9}\\s*$',
    examples: ['22735384'],
  });

const abstract = verbatimText(
  {
    en: 'text of at most 50,000 characters, in Chinese or English (if empty, the abstract is looked up)',
    zh: '最多 50,000 个字符的文本，中文或英文；为空则自动查找',
  },
  abstractMax,
);

const include = z
  .array(z.enum(['verification']).meta({ allowed: { en: '"verification"', zh: '"verification"' } }))
  .max(8)
  .meta({ allowed: { en: 'an array that may contain "verification"', zh: '可含 "verification" 的数组' } });

const includeOfOne = z
  .array(
    z.enum(['verification', 'bibliography']).meta({
      allowed: { en: '"verification" or "bibliography"', zh: '"verification" 或 "bibliography"' },
    }),
  )
  .max(8)
  .meta({
    allowed: {
      en: 'an array that may contain "verification" and "bibliography"',
      zh: '可含 "verification" 和 "bibliography" 的数组',
    },
  });

/** POST /ai/api/factcheck_verify. Unknown fields are ignored and named in a header. */
export const factcheckRequest = z.object({
  sentence,
  pmid,
  abstract: abstract.exactOptional(),
  full_text: fullText.exactOptional(),
  include: includeOfOne.exactOptional(),
}) satisfies z.ZodType<CitationCheckRequest>;

export const pairsMax = 100;

const citationPair = z.object({ sentence, pmid, abstract: abstract.exactOptional() }).meta({
  allowed: {
    en: 'an object with text fields "sentence" and "pmid", and optionally "abstract"',
    zh: '含文本字段 "sentence" 和 "pmid" 的对象，可另含 "abstract"',
  },
});

/** POST /ai/api/factcheck_batch. Unknown fields are ignored and named in a header. */
export const factcheckBatchRequest = z.object({
  pairs: z
    .array(citationPair)
    .min(1)
    .max(pairsMax)
    .meta({
      allowed: {
        en: `an array of 1 to ${pairsMax} pairs {sentence, pmid}`,
        zh: `由 1 到 ${pairsMax} 个 {sentence, pmid} 组成的数组`,
      },
    }),
  full_text: fullText.exactOptional(),
  include: include.exactOptional(),
}) satisfies z.ZodType<CitationBatchRequest>;

const span = z.object({ text: z.string(), start: z.int(), end: z.int() });

const claimNumber = z.object({ text: z.string(), found: z.boolean(), evidence: z.string().nullable() });

const deviation = z.object({
  type: z.enum(deviationTypes),
  claim: z.string(),
  evidence: z.string().nullable(),
});

const placeFound = z.enum(['passage', 'elsewhere']);
const claimPart = z.object({ text: z.string(), found: placeFound.nullable() });

const verification = z.object({
  verdict: checkVerdict,
  evidence: z.array(span).meta({
    description:
      'Sentences of the abstract, verbatim: text is abstract.slice(start, end) in UTF-16 code units',
  }),
  numbers: z.array(claimNumber),
  deviations: z.array(deviation),
  parts: z.array(claimPart).meta({
    description:
      'The words of the sentence in order, as far as rules compared them: in the closest passage, elsewhere in the abstract, or null: not stated there',
  }),
  method: z.enum(['rules', 'model', 'rules_model_failed']),
  read: z.enum(['abstract', 'full_text']).meta({ description: 'The text that was read last' }),
  full_text: fullTextReading.exactOptional().meta({
    description:
      'Present if the full text was read: the section, or the table, and the sentence that support the claim, or null: none was found',
  }),
  confidence: z.number().min(0).max(1).nullable().meta({
    description: 'Calibrated share of such verdicts that are right; null if there is no calibrated figure',
  }),
}) satisfies z.ZodType<Verification>;

export const factcheckResponse = z.object({
  consistent: z.boolean().meta({ description: 'True when the sentence agrees with the abstract' }),
  is_review_citation: z.boolean().meta({ description: 'True when the cited article is itself a review' }),
  reason: z
    .string()
    .meta({ description: 'In the language of the sentence, with a warning if the article was retracted' }),
  deviation_analysis: z.string(),
  suggestion: z
    .string()
    .exactOptional()
    .meta({ description: 'A corrected sentence; empty if there is no suggestion' }),
  pmid: z.string(),
  abstract: z.string().meta({ description: 'The abstract the sentence was checked against' }),
  demonstration: z.literal(true).exactOptional().meta({
    description:
      'Present if the cited article is an invented demonstration record; "reason" begins by saying so',
  }),
  verification: verification.exactOptional().meta({ description: 'Present if requested in "include"' }),
  bibliography: z.array(bibliographicRecord).exactOptional().meta({
    description:
      'With include: ["bibliography"]: the record of the cited article; empty if an abstract was sent and the library has no such record',
  }),
}) satisfies z.ZodType<CitationCheckResponse>;

const index = z.int().nonnegative().meta({ description: 'Position in pairs, counting from 0' });

const pairVerdict = factcheckResponse.extend({ index });
const pairError = z
  .object({ index, pmid: z.string(), ...errorBody.shape })
  .meta({ description: 'A pair that could not be checked' });

/** Events of a batch: `event` is the event line, `data` the JSON of the data line. */
export const factcheckBatchEvent = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('verdict'),
    data: z.union([pairVerdict, pairError]),
  }),
  z.object({ event: z.literal('error'), data: z.object({ message: z.string() }) }),
  z.object({ event: z.literal('done'), data: z.object({}) }),
]) satisfies z.ZodType<CitationBatchEvent>;

/** Named schemas of /openapi.json. */
export const factcheckComponents = {
  CitationCheckRequest: factcheckRequest,
  CitationCheckResponse: factcheckResponse,
  Verification: verification,
  CitationBatchRequest: factcheckBatchRequest,
  CitationIncludable: include.element,
  CitationPair: citationPair,
  PairVerdict: pairVerdict,
  PairError: pairError,
  EvidenceSpan: span,
  ClaimNumber: claimNumber,
  ClaimPart: claimPart,
  PlaceFound: placeFound,
  Deviation: deviation,
};
