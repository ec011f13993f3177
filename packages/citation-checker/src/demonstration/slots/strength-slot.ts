import type { Source } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import { placesOf } from '../index-sentence.ts';
import type { StudyConflict } from '../proof.ts';

/** Words that claim proof; verbs that report a result ("showed", "found") claim less. */
const proves =
  /\b(?:(?:has|have|had|is|are|was|were|been) (?:now |thus |clearly )?(?:prov(?:ed|en)|established)|prov(?:es?|ed|en)(?= (?:that|to|explanation|cause|effect|benefit|by))|the (?:proven|established)|demonstrabl[ey]|conclusively|definitively|unquestionabl[ey]|undoubtedly|unequivocally|beyond (?:any )?doubt|with certainty|it is (?:certain|established)|establish(?:es)? that)\b|(?:已|已经|明确|充分|最终)(?:被)?证[明实]|证明了|毫无疑问|无疑|确证|必然/iu;
/** Words of doubt. */
const doubts =
  /\b(?:may|might|could|possibl[ey]|possibility|potential(?:ly)?|perhaps|suggest(?:s|ed|ing)?|likely|probabl[ey]|propos(?:e|es|ed)|hypothesi[sz]\w{0,4}|putative|presum(?:ed|ably)|appears?|appeared|seems?|seemed|preliminary|should be considered|speculat\w{1,4})\b|可能|或许|也许|似乎|提示|推测|初步/iu;
/** Matches words anywhere in an abstract that may apply to the claim. */
const isSure =
  /\b(?:prov(?:e[sdn]?|ing|en)|proof|establish(?:es|ed)?|confirm(?:s|ed)?|conclusive(?:ly)?|definitive(?:ly)?|unequivocal(?:ly)?)\b|证明|证实|确证/iu;

/** Causal verbs and nouns that are never used for an association. */
const causes =
  /\b(?:(?:cause|causes)(?! of death)|(?:is|was|are|were|directly|has|have) caused|caused(?! by| of death)|(?:the|a|an|one) (?:\w{2,12} )?causes? of(?! death)|led to|leads to|drives|drove|brings about|brought about)\b|导致了?|引起了?|造成了?|是[^，。]{0,20}的原因/iu;
const associates =
  /\b(?:associat(?:ed|ion|ions|es)|correlat(?:ed|es|ion|ions)|link(?:ed|s)?|relat(?:ed|ion|ionship)|risk factors?|predict(?:s|ed|ors?)?|markers?)\b|相关|关联|有关|危险因素/iu;
const isCausal =
  /\b(?:caus(?:e[sd]?|al|ally|ing|ation)|lead(?:s|ing)? to|led to|result(?:s|ed|ing)? (?:in|from)|due to|because of|induc\w{1,5}|driv(?:e[sn]?|ing)|responsible|attributable|mediat\w{1,4}|trigger\w{0,3}|consequences?|knock-?outs?|transgenic|transfect\w{0,4}|randomi[sz]\w{1,6})\b|导致|引起|造成|诱导|敲除|随机/iu;

/** Words that extend a finding from some to all. */
const universal =
  /\b(?:all|every|any(?: form| kind| type)? of|any|entire|always|without exception)\b|所有|全部|一律|任何|总是/iu;
const partial =
  /\b(?:some|selected|certain|subsets?|subgroups?|restricted to|limited to|only in|most|majority|a few|several)\b|部分|某些|选定|少数|大多数|多数|仅限/iu;

/** Minimum number and share of a claim's words in the sentence that it is about. */
const about = { words: 3, share: 0.6 };

/**
 * Compares the strength of a claim with that of its sentence: proved or possible, caused or associated, all or some.
 * The abstract must not state the stronger form anywhere.
 */
export function compareStrength(claim: Claim, { title, sentences }: Source): StudyConflict | undefined {
  const text = claim.read.text;
  const [proof, cause, all] = [proves.exec(text), causes.exec(text), universal.exec(text)];
  if (!proof && !cause && !all) return undefined;
  if (denied.test(text)) return undefined;
  const stated = sentences
    .filter(
      ({ sentence: { section } }) => section !== 'background' && section !== 'aim' && section !== 'method',
    )
    .map(({ sentence, indexed }) => ({
      sentence,
      held: claim.units.filter((unit) => placesOf(unit, indexed).length > 0).length,
    }))
    .sort((one, two) => two.held - one.held);
  const [best] = stated;
  if (
    !best ||
    best.held < Math.min(about.words, claim.units.length) ||
    best.held < about.share * claim.units.length
  )
    return undefined;
  const whole = [title.read.text, ...sentences.map(({ sentence }) => sentence.text)].join('\n');
  const theirs = best.sentence.text;
  const conflict = (
    kind: StudyConflict['conflict']['kind'],
    mine: RegExpExecArray,
    other: RegExpExecArray,
  ): StudyConflict => ({
    slot: 'strength',
    sentence: best.sentence,
    conflict: { outcome: 'conflict', kind, claim: mine[0].trim(), evidence: other[0] },
  });
  const [doubt, association, part] = [doubts.exec(theirs), associates.exec(theirs), partial.exec(theirs)];
  if (proof && doubt && !isSure.test(whole)) return conflict('over_extrapolation', proof, doubt);
  if (cause && association && !causes.test(theirs) && !isCausal.test(whole) && !doubts.test(text))
    return conflict('causality', cause, association);
  if (all && part && !universal.test(theirs) && !partial.test(text))
    return conflict('over_extrapolation', all, part);
  return undefined;
}

/** "It has not been proved that", "no cause was found": a denial claims less. */
const denied =
  /\b(?:not|no|never|neither|nor|cannot|without|unproven|whether)\b|n[’']t\b|未|不|没|无(?!疑)|尚|是否/iu;
