import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { coverage, oncePerSentence } from '../locate.ts';
import type { Token } from '../reading/tokens.ts';

/** Words that deny the next one that says something. */
const denying = /^(?:not?|cannot|never|\p{L}+n['’]t)$/iu;
/** Words permitted between them. */
const between =
  /^(?:be|been|being|have|has|had|is|are|was|were|do|does|did|can|could|yet|also|any|an?|the|to|from|able|possible|seem|seems|appear|appears|\p{L}+ly)$/iu;
/** Words of the report, not of what it reports; that nothing was significant is told by statements. */
const reporting = /^(?:differ|signific|observ|report|known?$|includ|stud|seen|found|find)/;
/** "Not only" and "not less" deny nothing. */
const idle = /^(?:only|just|merely|less|more|fewer|later|least|all|every|necessarily|yet|always)$/i;

/** The words that a text denies, by their stems, and those it says. */
type Said = { denied: Map<string, string>; said: Set<string> };

function readSaid({ tokens }: { tokens: readonly Token[] }): Said {
  const denied = new Map<string, string>();
  const said = new Set<string>();
  let no: string | undefined;
  for (const { text, stem, kind, empty } of tokens) {
    if (denying.test(text)) no = text;
    else if (no !== undefined && idle.test(text)) no = undefined;
    else if (no !== undefined && between.test(text)) continue;
    else if (no !== undefined && kind === 'word' && !empty) {
      if (!reporting.test(stem)) denied.set(stem, `${no} ${text}`);
      no = undefined;
    } else {
      no = undefined;
      if (kind === 'word' && !empty) said.add(stem);
    }
  }
  return { denied, said };
}

/** Returns predicates that are denied by more than a "no", which often stands in lists of observations. */
function predicates({ denied }: Said): [stem: string, text: string][] {
  return [...denied].filter(([, text]) => !/^no /i.test(text));
}

const saidIn = oncePerSentence(readSaid);

/** From this share of the claim's terms on, a sentence speaks of the same; and tells the same. */
const topical = 0.5;
const told = 0.75;

/** A verb or adjective that one of the two denies and the other says: "cannot be treated" beside "can be treated". */
export function polarityFindings({
  claim,
  terms,
  abstract,
  source,
  effects,
  verbatim,
}: Comparison): Finding[] {
  // What was edited in a sentence of the abstract is seen where the two are aligned.
  if (verbatim || source || effects.agreement >= agreed) return [];
  const own = readSaid(claim);
  const near = abstract.sentences
    .map((sentence) => ({ sentence, share: coverage(terms, sentence.stems) }))
    .filter(({ share }) => share >= topical);
  const findings: Finding[] = [];
  for (const { sentence, share } of near) {
    const theirs = saidIn(sentence);
    const force = share >= told ? 'possible' : 'doubt';
    for (const [stem, text] of predicates(own))
      if (theirs.said.has(stem) && !near.some((each) => saidIn(each.sentence).denied.has(stem)))
        findings.push({ kind: 'negation', force, claim: text, evidence: sentence.text });
    for (const [stem, text] of predicates(theirs))
      if (own.said.has(stem) && !near.some((each) => saidIn(each.sentence).said.has(stem)))
        findings.push({ kind: 'negation', force, claim: claim.text, evidence: text });
  }
  return findings.slice(0, 1);
}

const agreed = 0.7;
