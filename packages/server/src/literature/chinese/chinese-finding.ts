import { readClauses } from '@citewell/citation-checker/demonstration/statement.ts';
import type { ToChinese } from './chinese-terms.ts';
import { readClause } from './finding-clauses.ts';
import { readTokens, textOf } from './finding-tokens.ts';
import { transitive } from './finding-verbs.ts';
import type { PhraseReader } from './phrase-reader.ts';

/** Matches a section's name at the beginning of an unstructured abstract. */
const sectionName = /^(?:[A-Z]{5,12}[:.]? |Conclusions?(?:[:.] ?| ))(?=[A-Z])/;
const study =
  '(?:results|findings|data|study|trial|review|meta-analysis|analysis|analyses|observations|evidence|experiment|experiments|work|paper)';
const whose = '(?:our|the|these|this|those|present|current|available|preliminary|overall|combined)';
const shows =
  '(?:(?<hedge>suggest|suggests|suggested|indicate|indicates|indicated)|shows?|showed|shown|demonstrates?|demonstrated|found|confirms?|confirmed|reveals?|revealed|(?:has|have) (?:shown|demonstrated|found|confirmed))';
const leadIn = new RegExp(
  `^(?:(?:in (?:conclusion|summary|this study)|overall|taken together|together|collectively|thus|finally|moreover|furthermore|however|in addition|additionally|therefore|according to our results|importantly),? )?(?:(?:${whose} ){0,2}(?:study |trial )?${study} (?:of (?:this|our|the present) ${study} )?(?:strongly |clearly |also |further )?${shows} that |(?:here,? )?we (?:also )?(?:(?:have )?(?:found|conclude|concluded|showed?|shown|observed|demonstrated?|report|reported))(?: here)? that |it (?:is|was|has been) (?:concluded|found|shown|demonstrated|observed) that )?`,
  'i',
);

/** Said where a line leaves out another statement of its sentence. */
const othersOmitted = '（余见原文）';

/**
 * Translates an English finding into one line of Chinese: subject, direction, outcome and figures, with the population
 * and the comparator that the sentence names. Returns undefined if any part has no Chinese term or another form: a
 * statement is complete or absent, and the line says if the sentence makes another.
 */
export function chineseFinding(sentence: string, toChinese: ToChinese): string | undefined {
  const trimmed = sentence.trim().replace(/\.$/, '').replace(sectionName, '');
  const opening = leadIn.exec(trimmed);
  const text = trimmed.slice(opening?.[0].length ?? 0);
  const tokens = readTokens(text);
  if (!tokens) return undefined;
  const reader = toChinese(tokens);
  const hedge = opening?.groups?.hedge ? '结果提示：' : '';
  const clause = readClause(reader, 0, tokens.length);
  if (clause) return agrees(text, clause.zh) ? `${hedge}${clause.zh}。` : undefined;
  const first = firstStatement(reader);
  return first && agrees(first.text, first.zh) ? `${hedge}${first.zh}${othersOmitted}。` : undefined;
}

/** Reads the first of several statements, where what follows neither restricts nor contradicts it. */
function firstStatement(reader: PhraseReader): { text: string; zh: string } | undefined {
  const { tokens } = reader;
  const from = startOfMain(reader);
  for (let at = tokens.length - 2; at > from + 2; at--) {
    if (!goesOn(reader, at)) continue;
    const zh = readClause(reader, from, at)?.zh;
    if (zh) return { text: textOf(tokens.slice(from, at)), zh };
  }
  const zh = from > 0 ? readClause(reader, from, tokens.length)?.zh : undefined;
  return zh ? { text: textOf(tokens.slice(from)), zh } : undefined;
}

/** Position after "Although …,". */
function startOfMain(reader: PhraseReader): number {
  if (!/^(?:although|though|while|whereas)$/.test(reader.lower(0))) return 0;
  const comma = reader.tokens.findIndex(({ text }) => text === ',');
  return comma > 0 ? comma + 1 : 0;
}

/** Returns true at a mark or word after which a statement of its own begins. */
function goesOn(reader: PhraseReader, at: number): boolean {
  const rest = reader.words(at + 1, reader.tokens.length);
  if (
    /(?:^| )(?:only|except|unless|not|no|but|however|did|does|when|if|provided|unlike|neither|nor|than)(?: |$)/.test(
      rest,
    )
  )
    return false;
  if (reader.lower(at) === ';') return true;
  if (reader.lower(at) === ',')
    return (
      /^(?:suggesting|indicating|thereby|thus|especially|particularly|possibly|probably|with|which (?:is|are|was|were|may|can)) /.test(
        rest,
      ) ||
      (/^(?:and|while|whereas)$/.test(reader.lower(at + 1)) && hasVerb(reader, at + 2))
    );
  if (!/^(?:and|while|whereas)$/.test(reader.lower(at)) || reader.lower(at - 1) === ',') return false;
  if (reader.lower(at) !== 'and') return hasVerb(reader, at + 2);
  const next = reader.lower(at + 1);
  return isVerb(next) || /^(?:also|currently)$/.test(next) || (next === 'the' && hasVerb(reader, at + 2));
}

const isVerb = (word: string) =>
  /^(?:is|are|was|were|has|have|had|can|may|should|helps?|helped)$/.test(word) ||
  transitive.get(word)?.isBase === false;

function hasVerb(reader: PhraseReader, start: number): boolean {
  for (let at = start + 1; at < reader.tokens.length; at++)
    if (
      /^(?:is|are|was|were|has|have|had|can|may|should)$/.test(reader.lower(at)) ||
      transitive.get(reader.lower(at))?.isBase === false
    )
      return true;
  return false;
}

/** Compares with the checker's reading, so that nothing is reversed: a line denies where the sentence does. */
function agrees(text: string, zh: string): boolean {
  const effects = readClauses(text).flatMap((clause) => clause.effects);
  const isNone = effects.some(({ direction }) => direction === 'none');
  return !isNone || /[未无不非]|同样|相当|相似|等效/.test(zh);
}
