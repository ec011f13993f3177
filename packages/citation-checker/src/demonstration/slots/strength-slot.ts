import type { EvidenceSentence } from '../../locate.ts';
import type { Source } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import { placesOf } from '../index-sentence.ts';
import type { StudyConflict } from '../proof.ts';

/** Words that claim proof; verbs that report a result ("showed", "found") claim less. */
const proves =
  /\b(?:(?:has|have|had|is|are|was|were|been) (?:now |thus |clearly )?(?:prov(?:ed|en)|established)|prov(?:es?|ed|en)(?= (?:that|to|explanation|cause|effect|benefit|by))|the (?:proven|established)|demonstrabl[ey]|conclusively|definitively|unquestionabl[ey]|undoubtedly|unequivocally|beyond (?:any )?doubt|with certainty|it is (?:certain|established)|establish(?:es)? that|prove[sd]? (?:an?|the|its|their|how|why)|prov(?:es?|ed) (?:\p{Ll}{3,20} )?(?:to be )?(?:the|a) causes?|(?:conclusive|definitive|firm|final|incontrovertible) (?:proof|evidence|demonstration)|(?:provid|giv|offer|constitut|suppl)\w{1,4} (?:the )?proof|proof (?:that|of)|(?:be|is|are|was|were) (?:taken as |considered |regarded as )?conclusive|(?:is|are|was|were) now (?:certain|clear|settled))\b|(?:已|已经|得到|获得|得以)证实|证实了?(?=[，：])|证明[，：]|被证明(?:就)?是|(?:已|已经|明确|充分|最终)(?:被)?证[明实]|证明了|毫无疑问|无疑|确证|必然/iu;
/** Words of doubt. */
const doubts =
  /\b(?:may|might|could|possibl[ey]|possibility|potential(?:ly)?|perhaps|suggest(?:s|ed|ing)?|likely|probabl[ey]|propos(?:e|es|ed)|hypothesi[sz]\w{0,4}|putative|presum(?:ed|ably)|appears?|appeared|seems?|seemed|preliminary|should be considered|speculat\w{1,4}|hint(?:s|ed)?|unclear|unknown|uncertain|unproven|whether)\b|可能|或许|也许|似乎|提示|推测|初步/iu;
/** Matches words anywhere in an abstract that may apply to the claim. */
const isSure =
  /\b(?:prov(?:e[sdn]?|ing|en)|proof|establish(?:es|ed)?|confirm(?:s|ed)?|conclusive(?:ly)?|definitive(?:ly)?|unequivocal(?:ly)?)\b|证明|证实|确证/iu;

/** Causal verbs and nouns that are never used for an association. */
const causes =
  /\b(?:(?<!\b(?:of|by|from|other|common|main|leading|major|all|possible|these|those|related|the) )causes?(?= \p{L})(?! (?:of|in|for|and|or|were|was|are|is|other)\b)|(?:is|was|are|were|directly|has|have) caused|caused(?! by| of death)|(?:the|a|an|one) (?:\w{2,12} )?causes? of(?! death)|led to|leads to|drives|drove|brings about|brought about|(?:is|was|are|were) responsible for|causally|directly (?:rais|lower|increas|decreas|reduc|prevent|provok)(?:es|ed)|shown to (?:cause|raise|lower|increase|decrease|reduce|prevent))\b|导致了?|引起了?|造成了?|是[^，。]{0,20}的原因/iu;
const associates =
  /\b(?:associat(?:ed|ion|ions|es)|correlat(?:ed|es|ion|ions)|link(?:ed|s)?|relat(?:ed|ion|ionship)|risk factors?|predict(?:s|ed|ors?)?|markers?)\b|相关|关联|有关|危险因素/iu;
const isCausal =
  /\b(?:caus(?:e[sd]?(?![- ](?:specific|of death))|al|ally|ing|ation)|lead(?:s|ing)? to|led to|result(?:s|ed|ing)? (?:in|from)|due to|because of|induc\w{1,5}|driv(?:e[sn]?|ing)|responsible|attributable|mediat\w{1,4}|trigger\w{0,3}|consequences?)\b|导致|引起|造成|诱导/iu;
/** Designs and experiments that show causes, whatever verbs report them. */
const intervenes =
  /\b(?:knock-?(?:outs?|ins?|downs?)|transgenic|transfect\w{0,4}|randomi[sz]\w{1,6}|mutants?|mutations?|deficien\w{1,3}|null|si-?RNA|sh-?RNA|overexpress\w{0,4}|inject\w{1,5}|ablat\w{1,4}|in vitro|in vivo|mice|rats|cell lines?)\b|敲除|随机|小鼠|大鼠|转染/iu;

/** Words that extend a finding from some to all. */
const universal =
  /\b(?:all|every|any(?: form| kind| type)? of|any|entire|always|without exception)\b(?<!\b(?:than|above|over|overtak\w{1,4}|exceed\w{0,3}|surpass\w{0,3}|outnumber\w{0,3}|outperform\w{0,3}|outrank\w{0,3}) (?:all|every|any))(?! other)|所有|全部|一律|任何|总是/iu;
const partial =
  /\b(?:some|selected|certain|subsets?|subgroups?|restricted to|limited to|only in|most(?! (?:of the )?(?:common|prevalent|frequent|likely|often|important|effective|severe|abundant|widely|sensitive|specific|powerful|potent|pronounced|recent|[a-z]{4,14}(?:ent|ant|ful|ive|ous|ible|able|ally)\b))|majority|a few|several)\b|部分|某些|选定|少数|大多数|多数|仅限/iu;

/** Places beyond those of one study. */
const everywhere =
  /\b(?:worldwide|nationwide|globally|at large|as a whole|everywhere|(?:across|throughout) (?:the )?(?:whole |entire )?(?:country|world|globe|nation|continent|europe|africa|asia|america|united)|(?:entire )?national (?:registry|sample|survey)|(?:all|every|each of the|any) (?:(?!(?:of|two|three|four|five|six|seven|eight|nine|ten|these|those|participating|study|included)\b)[\p{L}-]{2,20} ){0,3}(?:provinces?|regions?|counties|county|districts?|countries|nations?|cities|cent(?:er|re)s?|hospitals?|institutions?|organi[sz]ations?))\b|全国|全球|世界各地/iu;
const isWide =
  /\b(?:world\w{0,4}|nation\w{0,6}|global\w{0,2}|countr(?:y|ies)|international\w{0,2}|continent\w{0,2}|as a whole|at large|united (?:states|kingdom))\b|\bU\.?S\.?A?\b/iu;
/** Place of one study. */
const place =
  /\b(?:single[- ]cent(?:er|re)|(?:one|a single|our) (?:[\w-]{2,20} ){0,3}?(?:hospital|cent(?:er|re)|clinic|institution|city|county|district|province|school|university|town|village)|\p{Lu}[\w-]{2,20} (?:[\w-]{2,20} ){0,2}?(?:Hospital|Cent(?:er|re)|Clinic|University|County|District|Province))\b/u;

/** Minimum number and share of a claim's words in the sentence that it is about, or the title; a smaller share across languages. */
const about = { words: 2, share: 0.5, shareAcross: 0.35 };

/**
 * Compares the strength of a claim with that of its sentence: proved or possible, caused or associated, all or some.
 * The abstract must not state the stronger form anywhere.
 */
export function compareStrength(claim: Claim, { title, sentences }: Source): StudyConflict | undefined {
  const text = claim.read.text;
  const [proof, cause, all, wide] = [proves, causes, universal, everywhere].map((words) => words.exec(text));
  if (!proof && !cause && !all && !wide) return undefined;
  const isDenied = denied.test(text);
  const isAcross =
    /\p{Script=Han}/u.test(text) !==
    /\p{Script=Han}/u.test(title.read.text || (sentences[0]?.sentence.text ?? ''));
  const stated = sentences
    .filter(({ sentence: { section } }) => section !== 'background' && section !== 'aim')
    .map(({ sentence, indexed }) => ({
      sentence,
      held: claim.units.filter((unit) => placesOf(unit, indexed).length > 0),
    }))
    .filter(({ held }) => {
      const found = claim.units.filter((unit) => held.includes(unit) || placesOf(unit, title).length > 0);
      return (
        held.length >= Math.min(about.words, claim.units.length) &&
        found.length >= (isAcross ? about.shareAcross : about.share) * claim.units.length
      );
    })
    .sort((one, two) => two.held.length - one.held.length);
  const [nearest] = stated;
  if (!nearest) return undefined;
  const whole = [title.read.text, ...sentences.map(({ sentence }) => sentence.text)].join('\n');
  const findings = stated.filter(({ sentence: { section } }) => section !== 'method');
  const [best] = findings;
  const conflict = (
    kind: StudyConflict['conflict']['kind'],
    mine: RegExpExecArray,
    other: RegExpExecArray,
    { sentence }: { sentence: EvidenceSentence } = best ?? nearest,
  ): StudyConflict => ({
    slot: 'strength',
    sentence,
    conflict: { outcome: 'conflict', kind, claim: mine[0].trim(), evidence: other[0].trim() },
  });
  // Where a study was done is stated with its methods, too.
  if (wide && !isDenied && !isWide.test(whole))
    for (const each of sentences) {
      const where = each.sentence.section === 'background' ? null : place.exec(each.sentence.text);
      if (where) return conflict('over_extrapolation', wide, where, each);
    }
  if (!best) return undefined;
  const theirs = best.sentence.text;
  const [doubt, part] = [doubts.exec(theirs), partial.exec(theirs)];
  if (proof && doubt && !isDenied && !isSure.test(whole)) return conflict('over_extrapolation', proof, doubt);
  if (
    cause &&
    !isDenied &&
    !intervenes.test(whole) &&
    !doubts.test(text) &&
    !stated.some(({ sentence }) => isCausal.test(sentence.text))
  )
    for (const finding of findings) {
      const association = associates.exec(finding.sentence.text);
      if (association) return conflict('causality', cause, association, finding);
    }
  if (all && part && !negated.test(text) && !universal.test(theirs) && !partial.test(text))
    return conflict('over_extrapolation', all, part);
  return undefined;
}

/** "Not all", "in none": a negation of what applies to all. */
const negated = /\b(?:not?|none|never|neither|nor|cannot|whether)\b|n[’']t\b|未|不|没|无(?!疑)|是否/iu;
/** "It has not been proved that", "no cause was found": a denial claims less. "Than not smoking" denies nothing. */
const denied =
  /\b(?:not(?! \w{3,12}ing\b)|no|never|neither|nor|cannot|without|unproven|whether)\b|n[’']t\b|未|不|没|无(?!疑)|尚|是否/iu;
