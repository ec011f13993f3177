import { allFields, fieldOf, filterTypes, languageCodes, type TextFieldDefinition } from './pubmed-fields.ts';
import { type Operator, type PubmedQuery, parsePubmedQuery } from './pubmed-query.ts';
import { entryTerms, stopWords } from './pubmed-terms.ts';
import { type RecordSet, type SearchIndex, sets, words } from './search-index.ts';

/** Result of PubMed's query translation, with its warnings. */
export type PubmedSearch = {
  found: RecordSet;
  /** PubMed's "QueryTranslation". */
  translation: string;
  /** Automatic term mappings: from what was typed to what it became. */
  translations: { from: string; to: string }[];
  phrasesNotFound: string[];
  fieldsNotFound: string[];
  quotedPhrasesNotFound: string[];
  /** Words by which Best Match ranks. */
  rankingWords: string[];
};

/** Part of the query as run; if `found` is undefined, PubMed omits it. `operator` joins its text. */
type Part = { found: RecordSet | undefined; text: string; operator?: Operator };

/**
 * Runs a query like PubMed; returns undefined for an empty query.
 *
 * @throws QuerySyntaxError for an invalid query.
 */
export function searchPubmed(index: SearchIndex, term: string, now: number): PubmedSearch | undefined {
  const query = parsePubmedQuery(term);
  if (!query) return undefined;
  const translations: PubmedSearch['translations'] = [];
  const phrasesNotFound: string[] = [];
  const fieldsNotFound: string[] = [];
  const quotedPhrasesNotFound: string[] = [];
  const rankingWords: string[] = [];

  function run(node: PubmedQuery, negated: boolean): Part {
    switch (node.kind) {
      case 'group':
        return run(node.inner, negated);
      case 'operation': {
        const left = run(node.left, negated);
        const right = run(node.right, negated || node.operator === 'NOT');
        return combine(node.operator, left, right);
      }
      case 'range':
        return dateRange(node.from, node.to, node.tag);
      case 'words':
        return mapped(node.words, negated);
      case 'term':
        return node.tag === undefined
          ? quotedPhrase(node.text, allFields, negated)
          : tagged(node.text, node.quoted, node.tag, negated);
      default:
        return node satisfies never;
    }
  }

  function rank(rankWords: readonly string[], negated: boolean): void {
    if (!negated) rankingWords.push(...rankWords);
  }

  function notFound(text: string, shown = `${text}[All Fields]`): Part {
    phrasesNotFound.push(text);
    return { found: undefined, text: shown };
  }

  function tagged(text: string, quoted: boolean, tag: string, negated: boolean): Part {
    const near = tag.match(/^(.*?):~(\d+)$/);
    const field = fieldOf(near?.[1] ?? tag);
    if (!field) {
      fieldsNotFound.push(tag);
      return { found: undefined, text: `${text}[${tag}]` };
    }
    const written = `${text}[${tag}]`;
    const shown = `"${text}"[${field.name}]`;
    switch (field.kind) {
      case 'text': {
        if (near) {
          const nearWords = words(text);
          rank(nearWords, negated);
          const found = index.near(nearWords, field.texts, Number(near[2]));
          return { found, text: `"${text}"[${field.name}:~${near[2]}]` };
        }
        return quotedPhrase(text, field, negated, quoted ? undefined : written);
      }
      case 'mesh': {
        const [heading = text, qualifier] = text.replace(/:noexp$/i, '').split('/');
        let found = meshSet(heading.trim(), field.major, tag.toLowerCase().includes('noexp'));
        if (qualifier) found = sets.and(found, index.phrase(words(qualifier), ['mesh']));
        rank(words(heading), negated);
        return sets.isEmpty(found) ? notFound(written, shown) : { found, text: shown };
      }
      case 'exact': {
        let found = index.exact(field.key, text.replace(/\.$/, ''));
        if (sets.isEmpty(found) && field.texts) found = index.phrase(words(text), field.texts);
        return sets.isEmpty(found) ? notFound(written, shown) : { found, text: shown };
      }
      case 'language': {
        const found = index.exact('language', languageCodes[text.toLowerCase()] ?? text);
        return sets.isEmpty(found) ? notFound(written, shown) : { found, text: shown };
      }
      case 'uid': {
        const numbers = text.split(/[\s,]+/).map((id) => id.replace(/^0+/, ''));
        return numbers
          .map((id): Part => ({ found: index.exact('pmid', id), text: `${id}[UID]` }))
          .reduce((left, right) => combine('OR', left, right));
      }
      case 'date':
        return dateRange(text, text, tag);
      case 'filter': {
        const found = filterSet(text.toLowerCase());
        return found ? { found, text: `${text}[Filter]` } : notFound(written, written);
      }
      default:
        return field satisfies never;
    }
  }

  /** Searches the words as a phrase or, if the phrase does not occur, as single words with PubMed's warning. */
  function quotedPhrase(text: string, field: TextFieldDefinition, negated: boolean, written?: string): Part {
    const shown = `"${text}"[${field.name}]`;
    if (text.endsWith('*')) return truncated(text, field, negated);
    const phraseWords = words(text);
    rank(phraseWords, negated);
    const found = index.phrase(phraseWords, field.texts);
    if (!sets.isEmpty(found)) return { found, text: shown };
    const known = phraseWords.filter((word) => !stopWords.has(word) && index.hasWord(word));
    if (known.length === 0) return notFound(written ?? `"${text}"`, shown);
    if (phraseWords.length === 1) return { found, text: shown };
    if (written === undefined) quotedPhrasesNotFound.push(`"${text}"`);
    return known.map((word) => textPart(word, field)).reduce((left, right) => combine('AND', left, right));
  }

  function truncated(text: string, field: TextFieldDefinition, negated: boolean): Part {
    const phraseWords = words(text);
    const prefix = phraseWords.at(-1) ?? '';
    const before = phraseWords.slice(0, -1);
    const endings = prefix.length >= 4 || before.length > 0 ? index.withPrefix(prefix, field.texts) : [];
    if (endings.length === 0) return notFound(text, `${text}[${field.name}]`);
    rank([...before, ...endings], negated);
    const found = endings
      .map((ending) => index.phrase([...before, ending], field.texts))
      .reduce(sets.or, index.empty());
    return { found, text: `${text}[${field.name}]` };
  }

  function textPart(word: string, field: TextFieldDefinition): Part {
    return { found: index.phrase([word], field.texts), text: `"${word}"[${field.name}]` };
  }

  function meshSet(heading: string, major: boolean, exactOnly: boolean): RecordSet {
    const key = major ? 'majr' : 'mesh';
    const wanted = heading.toLowerCase();
    const set = index.exact(key, wanted);
    if (exactOnly) return set;
    // The MeSH tree is not available: "Diabetes Mellitus" includes "Diabetes Mellitus, Type 2", "Neoplasms" includes
    // "Lung Neoplasms", which is most of what exploding a heading does.
    return index
      .exactValues(key, (value) => value.startsWith(`${wanted}, `) || value.endsWith(` ${wanted}`))
      .map((value) => index.exact(key, value))
      .reduce(sets.or, set);
  }

  /** Automatic term mapping of an untagged run: longest MeSH term first, then single words with their plurals. */
  function mapped(run: string[], negated: boolean): Part {
    if (run.every((word) => /^\d{4,10}$/.test(word))) return tagged(run.join(' '), false, 'uid', negated);
    const parts: Part[] = [];
    const tokens = run
      .map((text) => ({ text, words: words(text) }))
      .filter((token) => token.words.length > 0);
    for (let at = 0; at < tokens.length; ) {
      const match = longestHeading(tokens.slice(at, at + 6).map((token) => token.words.join(' ')));
      if (match) {
        parts.push(mappedHeading(match.typed, match.heading, negated));
        at += match.length;
        continue;
      }
      const token = tokens[at];
      at += 1;
      if (token) parts.push(...mappedWord(token.text, token.words, negated));
    }
    const [first, ...rest] = parts;
    if (first) return rest.reduce((left, right) => combine('AND', left, right), first);
    return {
      found: undefined,
      text: run.map((word) => `${word}[All Fields]`).join(' AND '),
    };
  }

  function longestHeading(typed: string[]): { typed: string; heading: string; length: number } | undefined {
    for (let length = typed.length; length > 0; length -= 1) {
      const phrase = typed.slice(0, length).join(' ');
      if (stopWords.has(phrase)) continue;
      const heading = index.hasExact('mesh', phrase) ? phrase : entryTerms.get(phrase);
      if (heading) return { typed: phrase, heading, length };
    }
    return undefined;
  }

  function mappedHeading(typed: string, heading: string, negated: boolean): Part {
    const forms = [...new Set([words(heading).join(' '), typed])].filter((form) =>
      form.split(' ').every((word) => index.hasWord(word)),
    );
    const part = [
      { found: meshSet(heading, false, false), text: `"${heading}"[MeSH Terms]` },
      ...forms.flatMap((form) => {
        const single = form.split(' ');
        rank(single, negated);
        if (single.length === 1) return withPlurals(form);
        const conjunction = single
          .map((word) => textPart(word, allFields))
          .reduce((left, right) => combine('AND', left, right));
        return [conjunction, { found: index.phrase(single, allFields.texts), text: `"${form}"[All Fields]` }];
      }),
    ].reduce((left, right) => combine('OR', left, right));
    translations.push({ from: typed, to: part.text });
    return part;
  }

  function mappedWord(text: string, parts: string[], negated: boolean): Part[] {
    if (/^10\.\d{4,}\/\S+$/.test(text)) {
      const found = index.exact('doi', text);
      return [sets.isEmpty(found) ? notFound(text) : { found, text: `"${text.toLowerCase()}"[All Fields]` }];
    }
    if (text.toLowerCase() === 'hasabstract') {
      return [{ found: filterSet('hasabstract'), text: 'hasabstract[All Fields]' }];
    }
    if (text.endsWith('*')) return [truncated(text, allFields, negated)];
    if (parts.length > 1) return [quotedPhrase(parts.join(' '), allFields, negated, text)];
    const [word = ''] = parts;
    if (stopWords.has(word)) return [];
    if (!index.hasWord(word)) return [notFound(text)];
    rank([word], negated);
    const forms = withPlurals(word);
    const part = forms.reduce((left, right) => combine('OR', left, right));
    if (forms.length > 1) translations.push({ from: word, to: part.text });
    return [part];
  }

  function withPlurals(word: string): Part[] {
    const stems =
      word.length < 4
        ? []
        : [
            `${word}s`,
            `${word}es`,
            word.replace(/s$/, ''),
            word.replace(/es$/, ''),
            word.replace(/y$/, 'ies'),
            word.replace(/ies$/, 'y'),
          ];
    const forms = [...new Set([word, ...stems])].filter(
      (form) => form === word || (form.length > 3 && index.hasWord(form)),
    );
    return forms.map((form) => textPart(form, allFields));
  }

  function dateRange(from: string, to: string, tag: string): Part {
    const field = fieldOf(tag);
    const written = from === to ? `${from}[${tag}]` : `${from}:${to}[${tag}]`;
    if (field?.kind !== 'date') {
      fieldsNotFound.push(tag);
      return { found: undefined, text: written };
    }
    const last = from.match(/^last (\d+) (year|month|day)s?$/i);
    const first = last ? relativeDate(now, Number(last[1]), last[2] ?? 'day') : parseDate(from, '/01/01');
    const end = last ? '3000/12/31' : parseDate(to, '/12/31');
    if (!first || !end) return notFound(written, written);
    const dates = field.when === 'published' ? index.published : index.entered;
    const found = index.where((number) => {
      const date = dates[number] ?? '';
      return date >= first && date <= end;
    });
    return { found, text: `${first}:${end}[${field.name}]` };
  }

  function filterSet(name: string): RecordSet | undefined {
    const type = filterTypes[name];
    if (type) return index.exact('type', type);
    if (name === 'humans' || name === 'animals' || name === 'male' || name === 'female')
      return index.exact('mesh', name);
    if (languageCodes[name]) return index.exact('language', languageCodes[name] ?? '');
    const records = index.records;
    if (name === 'hasabstract' || name === 'has abstract' || name === 'abstract') {
      return index.where((number) => (records[number]?.abstract?.length ?? 0) > 0);
    }
    if (name === 'medline')
      return index.where((number) => (records[number]?.status ?? 'MEDLINE') === 'MEDLINE');
    if (name === 'free full text' || name === 'pubmed pmc') {
      return index.where((number) => records[number]?.pmcid !== undefined);
    }
    return name === 'all' ? index.where(() => true) : undefined;
  }

  const whole = run(query, false);
  return {
    found: whole.found ?? index.empty(),
    translation: whole.found ? whole.text : `(${whole.text})`,
    translations,
    phrasesNotFound,
    fieldsNotFound,
    quotedPhrasesNotFound,
    rankingWords,
  };
}

/** Joins two parts; one that PubMed omits leaves the other unchanged. */
function combine(operator: Operator, left: Part, right: Part): Part {
  if (!left.found || !right.found) {
    const stays = left.found ? left : right.found ? right : undefined;
    // NOT without a left side has nothing to subtract from.
    if (stays) return !left.found && operator === 'NOT' ? left : stays;
  }
  const text = `${enclose(left, operator)} ${operator} ${enclose(right, operator)}`;
  const found =
    left.found && right.found
      ? sets[operator.toLowerCase() as 'and' | 'or' | 'not'](left.found, right.found)
      : undefined;
  return { found, text, operator };
}

/** A chain of one operator needs no parentheses; a mixed one does. */
function enclose(part: Part, operator: Operator): string {
  const chain = part.operator === operator && operator !== 'NOT';
  return part.operator && !chain ? `(${part.text})` : part.text;
}

/** Completes YYYY, YYYY/MM or YYYY/MM/DD with the end of `fill`; undefined for anything else. */
function parseDate(text: string, fill: '/01/01' | '/12/31'): string | undefined {
  const match = text.match(/^(\d{4})(?:[/-](\d{1,2}))?(?:[/-](\d{1,2}))?$/);
  if (!match?.[1]) return undefined;
  const two = (part: string | undefined, other: string) => part?.padStart(2, '0') ?? other;
  return `${match[1]}/${two(match[2], fill.slice(1, 3))}/${two(match[3], fill.slice(4, 6))}`;
}

function relativeDate(now: number, count: number, unit: string): string {
  const date = new Date(now);
  if (unit === 'year') date.setUTCFullYear(date.getUTCFullYear() - count);
  else if (unit === 'month') date.setUTCMonth(date.getUTCMonth() - count);
  else date.setUTCDate(date.getUTCDate() - count);
  return date.toISOString().slice(0, 10).replaceAll('-', '/');
}
