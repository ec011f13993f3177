/** Words without any other use here, rejected in every text, comment, string and name. Patterns, in lower case. */
const everywhere: Readonly<Record<string, string>> = {
  'bears a mark': 'bears? (?:a|the) (?:mark|sentence|claim)',
  'what leads, joins or weighs': 'what leads, joins or weighs',
  'claim gate': 'claim ?gates?',
  ladder: 'ladders?',
  'looser searches': 'looser search(?:es)?',
  unreached: 'unreached',
  'nobody answered': 'nobody answered',
  excuse: 'excuses?',
  "code's parts": 'code.s parts',
  hasTopic: 'hasTopic',
  'within time': 'within time',
  'blanking orders': 'blank(?:s|ing)? orders?',
  strangers: 'strangers',
  'in passing': 'in passing',
  slips: 'slips?',
  'stand-in': 'stand-ins?',
  holders: 'holders?',
  buried: 'buri(?:ed|es)|bury(?:ing)?',
  'common pairs': 'common ?pairs?',
  'kept results': 'kept ?results?',
  books: "(?:the|its|own|all|whose|same|two|provider's) books",
  booking: 'bookings?',
  'lease expired': 'lease expired',
  'our fault': 'our fault',
  'client gone': 'client gone',
  'kept reply': 'kept ?repl(?:y|ies)',
  'named call': 'named ?calls?',
  'recalled keys': 'recalled ?keys?|keys ?recalled',
  'working day': 'working days?',
  upkeep: 'upkeep',
  door: '(?:as|at|of) the door|the door of|front ?doors?',
  'beside the loop': 'beside the loop',
  'own turn': 'own ?turn',
  'turns between names': 'turns between names',
  'caught up': 'caught up',
  passengers: 'passengers?',
  'search memory': 'search ?memory',
  respelling: 'respell(?:s|ings?|ed)?',
  'given text': 'given ?text',
  'only tried': 'only ?tried',
  EffectState: 'EffectState',
  AccountStore: 'AccountStore',
  AccountingStore: 'AccountingStore',
  'beside the topic': 'beside the (?:topic|answer|question)',
  'stands behind': 'stands? behind',
  'tells of': 'tells? of',
};

/** Words that are plain English elsewhere and our own coinage as a name: one of the words of a name in code or of a file. Lower case. */
const inIdentifiers: Readonly<Record<string, readonly string[]>> = {
  say: ['say', 'sayings'],
  freedom: ['freedom'],
  sought: ['sought'],
  breathing: ['breathing', 'breathe'],
  bears: ['bear', 'bears', 'borne'],
  standing: ['standing'],
  tidy: ['tidy'],
  seal: ['seal', 'sealed'],
  surroundings: ['surroundings'],
  patience: ['patience'],
  besides: ['besides'],
  beside: ['beside'],
  strangers: ['stranger', 'strangers'],
  books: ['books'],
  door: ['door', 'doors'],
  slips: ['slip', 'slips'],
  criteria: ['criteria'],
  loss: ['loss', 'losses'],
  need: ['need'],
  truth: ['truth'],
  told: ['told', 'untold'],
  behind: ['behind'],
  whom: ['whom'],
  thing: ['thing', 'things'],
  snapshots: ['snapshots'],
  lane: ['lane', 'lanes'],
};

/** Words that a name may not begin with, since another verb is meant: "has", "contains", "states", "reports". Lower case. */
const firstInNames: Readonly<Record<string, readonly string[]>> = {
  holds: ['holds'],
  tells: ['tells'],
};

/** Words that may be a name by themselves, such as OpenAI's field `refusal`, but not part of one. Lower case. */
const partOfNames: Readonly<Record<string, readonly string[]>> = {
  refusal: ['refusal', 'refusals'],
  telling: ['telling'],
};

/**
 * Words with another meaning that code or medicine needs: "open" a file, the "length" of a list, "found" in a record. No
 * rule can distinguish the meanings, so they are left to readers.
 */
const leftToReaders: ReadonlySet<string> = new Set([
  ...['mark', 'marks', 'found', 'sample', 'left out', 'silence', 'floor', 'topic', 'sense', 'covered'],
  ...['short form', 'part', 'way', 'length', 'in all', 'dead', 'versions', 'notices'],
  ...['pace', 'bound', 'reserve', 'correction', 'cut', 'forget', 'confirm', 'close', 'open'],
  ...['given up', 'circumstances', 'take', 'flight', 'watch', 'starts', 'one by one', 'turn'],
  ...['gather', 'observe', 'sentence'],
]);

/** Compound names of our own coinage that were replaced; they are rejected everywhere. */
const names: readonly string[] = [
  ...['bearsMark', 'ownTurn', 'climbLadder', 'LadderStep', 'nobodyAnswered', 'createClaimGate'],
  ...['neutralQuote', 'buryRecords', 'soughtBy', 'criteriaOf', 'lengthsOf', 'deadIds', 'keptResults'],
  ...['PageKeeper', 'answerReserve', 'verifyReserve', 'polishReserve', 'chatReserve', 'floorOfReview'],
  ...['answerFloor', 'openBooks', 'BooksStore', 'answerBooking', 'forgetReplies', 'quotaStanding'],
  ...['CallSurroundings', 'whenOver', 'caughtUp', 'takeOff', 'verifyBeside', 'withoutOrdersOf', 'lossesOf'],
  ...['standIns', 'our_fault', 'client_gone', 'lease_expired', 'left_out', 'retracted_left_out', 'recited'],
  ...['replies_not_forgotten', 'tidy_failed', 'library_sync_elsewhere', 'withoutStrangers', 'strangersIn'],
  ...['givesOrders', 'withoutItsOrders', 'lacksItsPoint', 'beginningsOf', 'beginningTable'],
  ...['compareSenses', 'withinTime', 'withinReach', 'ladderSteps', 'leaveOutUnits', 'booksReport'],
  ...['BooksReport', 'BooksPage', 'BookingRefusal', 'auditOfBooking', 'upkeepComponents'],
  ...['ServerSurroundings', 'RunCircumstances', 'installFrontDoor', 'RememberedSearch', 'SourcePatience'],
  ...['withoutNames', 'saysReview', 'comparisonTold', 'shownToRerank', 'shownToReranker', 'loadSealKey'],
  ...['sealKeyBytes', 'sealMail', 'createWatch', 'OneByOne', 'createSearchMemory', 'givenText', 'markMade'],
  ...['readOperatorList', 'lookErrors', 'diedSince', 'expectWhole', 'ListMatcher', 'keepRepliesMs'],
  ...['wasMade', 'repliesKeptOfKey', 'replyToKeep', 'KeptReply', 'installRawRefusals'],
  ...['refusingUnknownMethods', 'temperIn', 'BooksOptions', 'RankedFound', 'unreached', 'withoutLead'],
  ...['insertMarks', 'comparatorSlot', 'needReason', 'withPatience', 'QueueStanding', 'RunningStanding'],
  ...['judgeMarks', 'MarkJudgement'],
  ...['asItCame', 'authenticateToAdmit', 'confirmKey', 'controlShare', 'createOneByOne', 'eachMatch'],
  ...['giveWay', 'installRefusals', 'leaveOut', 'moveFirstForm', 'newestOfEach', 'observedLibrary'],
  ...['pairTerm', 'rankFound', 'rankListed', 'readSecretly', 'refuseField', 'settleSearches', 'takeTurn'],
  ...['tellCharge', 'tellFailure', 'uncitedKind', 'withoutOrders', 'withoutBenchStudies', 'onGivenThing'],
  ...['withOwnNames', 'withOtherNames', 'wholeThing', 'wholePeople', 'qualifiedPeople', 'addressesAll'],
  ...['passPopulations', 'askInTurn', 'medicalSense', 'ownPart', 'onOwnQuestion'],
  ...['leadsOnly', 'lacksLabel', 'haveOneRole', 'mendedWords', 'openBusy'],
  ...['tellPause', 'refuseAdmission'],
  ...['forgetUnconfirmed', 'forgetMails'],
];

/** Further expressions of our own coinage, for which the glossary has standard terms. Patterns, in lower case. */
const expressions: readonly string[] = [
  ...[
    'leaves? for good',
    'bills? nobody',
    'billed to nobody',
    'gives? way to',
    'holds? no mark',
    'given up mails?',
    'does not open this',
    'a part has left',
    'counted anew',
    'what it shall open',
    '(?:sent|mailed) to nobody',
    'names? nobody',
    'screens nobody',
    'got by itself',
    'meaning beside words',
    'what closes mails',
  ],
];

const anywhere = new RegExp(
  String.raw`\b(?:${[...Object.values(everywhere), ...expressions].join('|')})\b`,
  'gi',
);
const namePattern = new RegExp(String.raw`\b(?:${names.join('|')})\b`, 'g');
const identifierWords = new Set(Object.values(inIdentifiers).flat());
const firstWords = new Set(Object.values(firstInNames).flat());
const partWords = new Set(Object.values(partOfNames).flat());

/** Names of other people's that have such a word among theirs. */
const others: ReadonlySet<string> = new Set(['writableNeedDrain']);
const camelWords = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;

/** Lists the words of docs/glossary.md's last column by where they are rejected; `leftToReaders`: nowhere. */
export function replacedWords(): Record<
  'everywhere' | 'inIdentifiers' | 'firstInNames' | 'partOfNames' | 'leftToReaders',
  string[]
> {
  return {
    everywhere: Object.keys(everywhere),
    inIdentifiers: Object.keys(inIdentifiers),
    firstInNames: Object.keys(firstInNames),
    partOfNames: Object.keys(partOfNames),
    leftToReaders: [...leftToReaders],
  };
}

/** Finds replaced words and expressions in a text: a page of documentation, or code with its comments and strings. */
export function findReplacedWords(text: string): string[] {
  return [...text.matchAll(anywhere), ...text.matchAll(namePattern)].map(([words]) => words);
}

/** Returns true if a name (`ownTurn`, `own_turn`, `own-turn.ts`) has a replaced word or expression among its words. */
export function isReplacedName(name: string): boolean {
  if (others.has(name)) return false;
  const words = (name.match(camelWords) ?? []).map((word) => word.toLowerCase());
  return (
    words.some((word) => identifierWords.has(word)) ||
    (words.length > 1 && (firstWords.has(words[0] ?? '') || words.some((word) => partWords.has(word)))) ||
    findReplacedWords(words.join(' ')).length > 0
  );
}
