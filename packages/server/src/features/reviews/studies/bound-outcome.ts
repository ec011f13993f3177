import { type NamedOutcome, namedOutcomes } from './named-outcomes.ts';
import { associatedOutcome, namesEvent, phraseAfter } from './outcome-phrases.ts';

/** General measures, whose subject the following words name. */
const counts: ReadonlySet<string> = new Set(['incidence', 'prevalence']);
/** Quantities without ratios; next to one they are adjustment variables or the exposure. */
const quantities =
  /(?:^| )(?:weight|glucose|lipids|blood pressure|length of stay|duration of illness|duration of ventilation|sleep|cognition|costs)$/;

/** Words that begin or change the statement on an outcome, without qualifying it. */
const opens =
  /^(?:an?|the|of|in|for|on|to|and|or|but|not|no|any|with|by|from|as|than|that|there|being|is|was|were|had|has|have|median|mean|results?|findings|conclusions?|more|less|fewer|lower\w*|higher|greater|longer|shorter|similar|significant\w*|statistically|increas\w+|decreas\w+|reduc\w+|prevent\w*|improv\w+|prolong\w*|predict\w+|develop\w*|suffer\w*|experienc\w+|report\w*|chang\w+|affect\w*|alter\w*|influenc\w+|rais\w+|cut|halved|doubled|worse\w*|better|frequently|during|their|his|her|its|our|at|after|before|until|when|who|whose|new|adjusted|unadjusted|crude|pooled)$/i;
/** Maximum number of words of one outcome: "symptomatic intracerebral haemorrhage". */
const qualifiersMax = 4;

/**
 * Matches text before an outcome that shows that the outcome was counted, and is not a condition of the participants or
 * an exposure.
 */
const leadsTo =
  /(?:^[)\],]{0,2}\s*(?:[A-Z]{4,20}:?\s)?(?:(?:and|or|but not)\s)?(?:the\s)?|\bas (?:was|were)\s|[,:(—–]\s?|\),?\s(?:and|or|but not)\s|\b(?:risks?|odds|rates?|reductions?|increases?|decreases?|differences?|effects?|likelihood|probability|occurrence|incidence|excess|hazards?|numbers?|frequency|predictors?)\s(?:of|in|for|on)\s(?:an?\s|the\s)?|\b(?:an?|more|less|fewer|lower\w*|higher|greater|longer|shorter|similar|significant\w*|increas\w+|decreas\w+|reduc\w+|prevent\w*|improv\w+|prolong\w*|predict\w+|develop\w*|suffer\w*|experienc\w+|report\w*|chang\w+|affect\w*|alter\w*|influenc\w+|rais\w+|cut|halved|doubled|worse\w*|better|median|mean|not|no|results?|findings|conclusions?)\s)$/i;
/** Words before something that was adjusted for, examined, or counted together with others. */
const sets =
  /\badjust|\bhistory of\b|\bparticularly\b|\bexamin\w+|\bfactors\b|\b(?:composite|combined|combination|combinations|either)\b/i;
/** Words after an outcome that relate the figure to something else. */
const turns =
  /^[-\p{L}\p{N}]|:\s?\p{L}|^\s(?:index|indices|concentrations?|levels?|volumes?|status|scores?|range|events? or|outcomes? or|protection|benefit|abstinence)\b|\b(?:and|or|although|though|but|whereas|while|however|risks?|odds|likelihood|associat\w+|predict\w+|adjustment|adjusting|diminish\w*|attenuat\w+|CI|confidence)\b/iu;
/** Words after an effect that make those before it exposures. */
const wereExposures =
  /\b(?:were|was|are|is)\b[^.;]{0,60}\b(?:associated|predict\w*|prevalent|related to|correlated|risk factors?)\b/i;
/** Matches a clause with its own subject, which says nothing about the preceding words: ", but ticagrelor was". */
const nextClause =
  /, (?:but|whereas|while) (?!(?:not|only|neither|nor|no|also|all|both|they|these|those|it|this|that|which)\b)(?:[\w-]{1,30} ){1,4}(?:was|were|is|are|had|has|did|does)\b.*/i;
/** Maximum distance between an outcome and its figure, in characters. */
const distanceMax = 140;

/**
 * Finds the only outcome of an effect, with all its qualifiers ("breast cancer mortality" is not mortality). Returns
 * undefined if several are named, if it is part of a composite, if the words between are about something else, or if it
 * is an exposure, an adjustment or a condition of the participants. `from` is the beginning of the effect's clause,
 * `start` and `end` are the effect's own offsets in the sentence.
 */
export function boundOutcome(
  sentence: string,
  { from, start, end }: { from: number; start: number; end: number },
): NamedOutcome | undefined {
  const labeled = labelOf(sentence, { from, start });
  if (labeled) return labeled;
  const all = namedOutcomes(sentence.slice(from, start));
  const named = all.filter(({ name }) => !counts.has(name));
  const [only] = named;
  if (!only) return riskOf(sentence, { from, start, end }) ?? associatedOutcome(sentence, { from, start });
  if (named.some(({ name }) => name !== only.name)) return undefined;
  const at = { name: only.name, start: from + only.start, end: from + only.end };
  if (/\p{Script=Han}/u.test(sentence)) return at;
  const own = /^died$/i.test(sentence.slice(at.start, at.end)) ? at : withQualifiers(sentence, from, at);
  const whole = wholeComposite(sentence, from, own);
  if (!whole) return undefined;
  const lead = afterAdjustment(sentence.slice(from, whole.start)).replace(adjustedEnd, '');
  const between = sentence
    .slice(whole.end, start)
    .replace(/^ (?:risks?|rates?)(?= )/, '')
    .replace(figuresOfGroups, '')
    .replace(/\bbetween (?:[\w-]+ ){1,3}and\b/, '');
  const isVerb = whole.name === at.name && /^died$/i.test(sentence.slice(at.start, at.end));
  const isBound =
    between.length <= distanceMax &&
    !quantities.test(only.name) &&
    !sets.test(lead) &&
    (isVerb || leadsTo.test(lead)) &&
    !turns.test(between) &&
    !wereExposures.test(sentence.slice(end).replace(nextClause, ''));
  return isBound ? whole : undefined;
}

/** The outcome as a label before its measure: "(OS: hazard ratio 0.54"; undefined unless it is the outcome's name alone. */
function labelOf(
  sentence: string,
  { from, start }: { from: number; start: number },
): NamedOutcome | undefined {
  const [text, words = ''] = /[([;,] ?([\p{L}\d -]{2,40}): ?$/u.exec(sentence.slice(from, start)) ?? [];
  const [only, another] = namedOutcomes(words);
  if (text === undefined || !only || another || only.start !== 0 || only.end !== words.length)
    return undefined;
  const at = start - text.length + text.indexOf(words);
  return { name: only.name, start: at, end: at + words.length };
}

/** "Lower adjusted 30-day mortality": the outcome's own figure is adjusted, and the outcome nothing adjusted for. */
const adjustedEnd = /(?<=\b(?:lower|higher|reduced|increased|similar|less|greater) )(?:risk-)?adjusted $/i;
/** The groups' figures between an outcome and its ratio, or their intervals. */
const figuresOfGroups =
  /\((?:9\d ?% ?)?(?:CI|confidence interval)(?: \[CI\])?[,:=]? ?[\d.·% –-]{3,20}(?: to [\d.·%]{1,8})?\)|\([^();]{0,80}\d[^();]{0,40}\b(?:events?|deaths|cases|person-years?|vs\.?|versus)\b[^();]{0,40}[;)]/g;

/** "After adjustment for age and sex, metformin lowered ": what was adjusted for ends before the last comma, if a verb follows. */
function afterAdjustment(lead: string): string {
  const last = lead.slice(lead.lastIndexOf(',') + 1);
  const isFirst = /^\W*(?:[A-Z]{4,20}:? )?(?:after|with|on|in|when|following)\b[^.;]{0,30}\badjust/i.test(
    lead,
  );
  const hasVerb =
    /\w \b(?:was|were|had|has|have|did|is|are|remained|(?:lower|reduc|increas|decreas|rais|chang|predict|improv|prevent|affect)\w*)\b/i;
  return isFirst && hasVerb.test(last) ? last : lead;
}

/** Matches an outcome that is not in the list, in the sentence's words: "The risk of colorectal cancer". */
const risk =
  /(?<!\bat )(?<!\bat [\w-]{1,20} )\b(?:risks?|odds|incidence|prevalence|occurrence) of (?:an? |the )?((?:[\p{L}\p{N}'’/-]{1,30} ){0,3}?[\p{L}\p{N}'’/-]{3,30})(?= ?[([,:]| (?:in|among|at|for|with|compared|than|during|after|versus|over|within|was|were|is|by \d)\b)/giu;
/** Words that occur in no outcome's name. */
const noName =
  /\b(?:and|or|not|being|having|getting|developing|that|which|this|these|their|its|it|any|both|all|composite|combined|outcomes?|events?|when|who|used|during)\b|^(?!(?:wheez|vomit|stutter)ing\b)[a-z]+ing\b|^adverse\b|^(?:large|small|low|high|any|its|further|more)$/i;
/** Matches figures of several groups, where the first is not the study's. */
const ofGroups = /(?:,|\band) (?:[\w-]{1,30} ){0,8}\d{1,2}[.·]\d{1,3} ?[([]/;

/** Finds an outcome named as a risk, if there is no other. */
function riskOf(
  sentence: string,
  { from, start, end }: { from: number; start: number; end: number },
): NamedOutcome | undefined {
  const clause = sentence.slice(from, start);
  const [only, ...others] = clause.matchAll(risk);
  const [, words = ''] = only ?? [];
  if (!only || others.length > 0 || words === '' || noName.test(words)) return undefined;
  const at = from + only.index + only[0].length - words.length;
  // The comparator does not change the outcome.
  const between = sentence
    .slice(at + words.length, start)
    .replace(/\b(?:compared (?:with|to)|versus|than) [^,;]{0,200}$/, (all) =>
      all.replace(/\b(?:and|or)\b/g, ''),
    );
  const isBound =
    between.length <= distanceMax &&
    !sets.test(clause) &&
    !turns.test(between) &&
    !wereExposures.test(sentence.slice(end).replace(nextClause, ''));
  return isBound ? { name: words.toLowerCase(), start: at, end: at + words.length } : undefined;
}

/** Words for those and the time in which the outcome was looked at: nothing else may follow it. */
const circumstances =
  /^(?:$| (?:in|among|at|during|after|within|with|for|compared|associated|by|from any)\b)/i;

/**
 * Finds the outcome that follows its measure: "the hazard ratio for all-cause mortality was 0.83". `following` are the
 * words between the measure and its figure. Returns undefined if they name none or several, or if others precede them.
 */
export function outcomeAfter(
  sentence: string,
  { from, start, end, following }: { from: number; start: number; end: number; following: string },
): NamedOutcome | undefined {
  const named = namedOutcomes(following).filter(({ name }) => !counts.has(name));
  const [only] = named;
  const before = sentence.slice(from, start).replace(/\b(?:(?:un)?adjusted|combined|pooled|summary) $/i, '');
  if (named.length > 1 || sets.test(before) || sets.test(following)) return undefined;
  if (ofGroups.test(sentence.slice(end))) return undefined;
  if (namedOutcomes(before).some(({ name }) => !counts.has(name))) return undefined;
  const found = (only && listedAfter(following, only)) ?? phraseAfter(following);
  const offset = sentence.indexOf(following, start);
  return found && { ...found, start: offset + found.start, end: offset + found.end };
}

function listedAfter(following: string, only: NamedOutcome): NamedOutcome | undefined {
  if (quantities.test(only.name)) return undefined;
  const whole = withQualifiers(following, 0, only);
  const lead = following.slice(0, whole.start);
  // "The odds ratio for metformin and in-hospital mortality": the exposure first.
  const [, exposure = ''] = /^([^,;]{2,60}) and (?:the )?(?:risk of )?$/i.exec(lead) ?? [];
  const isBound =
    (/^(?:the |an? )?$/i.test(lead) || (exposure !== '' && !namesEvent(exposure))) &&
    circumstances.test(following.slice(whole.end));
  return isBound ? whole : undefined;
}

/** Parts of a composite outcome before its last one: "the acquired immunodeficiency syndrome (AIDS) or death". */
const before =
  /\b(?:of|in|for|on|reduc\w+|lower\w*|increas\w+|rais\w+) (?:the |an? )?((?:(?!(?:of|in|for|on|to|with|among|the)\b)[\p{L}\p{N}’'/-]{1,30},? |\([A-Z][A-Za-z-]{1,8}\),? ){1,7}(?:and\/)?or )$/u;

/** Treats a composite outcome as one, from its first part on; undefined if it is unclear where it begins. */
function wholeComposite(sentence: string, from: number, outcome: NamedOutcome): NamedOutcome | undefined {
  const lead = sentence.slice(from, outcome.start);
  if (!/[\p{L})] (?:and\/)?or $/u.test(lead)) return outcome;
  const [, parts = ''] = before.exec(lead) ?? [];
  if (parts === '') return undefined;
  const start = outcome.start - parts.length;
  return { name: sentence.slice(start, outcome.end).toLowerCase(), start, end: outcome.end };
}

/** An outcome with the words before it that say which one it is. */
function withQualifiers(sentence: string, from: number, outcome: NamedOutcome): NamedOutcome {
  let { start } = outcome;
  for (let words = 0; words < qualifiersMax; words++) {
    const [word = ''] = /[\p{L}\p{N}][\p{L}\p{N}'’/-]{0,40} $/u.exec(sentence.slice(from, start)) ?? [];
    if (word === '' || opens.test(word.trim()) || /^\d(?!\d{0,2}-(?:day|month|year) $)/.test(word)) break;
    start -= word.length;
  }
  const added = sentence
    .slice(start, outcome.start)
    .toLowerCase()
    .replace(/^all cause $/, '')
    .trim();
  return { name: added === '' ? outcome.name : `${added} ${outcome.name}`, start, end: outcome.end };
}
