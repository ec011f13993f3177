import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { repositoryFile } from '../testing/documents/markdown.ts';

const root = repositoryFile('');
const parts = ['packages', 'docs', 'eval', 'bench', 'chaos', 'attack', 'examples'];
const skipped = new Set(['node_modules', 'dist', '__snapshots__', '__fixtures__']);

/** Files of its own that a folder may have before nobody finds anything in it. */
const filesMax = 30;

/** Each folder with the names of its own files. */
function* foldersOf(path: string): Generator<{ path: string; files: string[] }> {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  yield { path, files: entries.filter((entry) => entry.isFile()).map(({ name }) => name) };
  for (const entry of entries)
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* foldersOf(`${path}/${entry.name}`);
}

const folders = parts.flatMap((part) => [...foldersOf(part)]);

describe('the layout', () => {
  it('has no folder with more than 30 files of its own', () => {
    assert.ok(folders.length > 50);
    const full = folders.filter(({ files }) => files.length > filesMax);
    assert.deepEqual(
      full.map(({ path, files }) => `${path}: ${files.length}`),
      [],
    );
  });
});

/**
 * Words of our own making that docs/glossary.md replaced by standard terms: in names of code and in wire values. Plain
 * English words among them are left to readers.
 */
const replaced = [
  ...[
    'bearsMark',
    'ownTurn',
    'climbLadder',
    'LadderStep',
    'nobodyAnswered',
    'createClaimGate',
    'neutralQuote',
  ],
  ...['buryRecords', 'soughtBy', 'criteriaOf', 'lengthsOf', 'deadIds', 'keptResults', 'PageKeeper'],
  ...['answerReserve', 'verifyReserve', 'polishReserve', 'chatReserve', 'floorOfReview', 'answerFloor'],
  ...['openBooks', 'BooksStore', 'answerBooking', 'forgetReplies', 'quotaStanding', 'CallSurroundings'],
  ...['whenOver', 'caughtUp', 'takeOff', 'verifyBeside', 'withoutOrdersOf', 'lossesOf', 'standIns'],
  ...['our_fault', 'client_gone', 'lease_expired', 'left_out', 'retracted_left_out', 'recited'],
  ...['replies_not_forgotten', 'tidy_failed', 'library_sync_elsewhere'],
  ...['withoutStrangers', 'strangersIn', 'givesOrders', 'withoutItsOrders', 'lacksItsPoint', 'beginningsOf'],
  ...['beginningTable', 'compareSenses', 'withinTime', 'withinReach', 'ladderSteps', 'leaveOutUnits'],
  ...['booksReport', 'BooksReport', 'BooksPage', 'BookingRefusal', 'auditOfBooking', 'upkeepComponents'],
  ...['ServerSurroundings', 'RunCircumstances', 'installFrontDoor', 'RememberedSearch', 'SourcePatience'],
  ...['withoutNames', 'saysReview', 'comparisonTold', 'shownToRerank', 'shownToReranker', 'loadSealKey'],
  ...['sealKeyBytes', 'sealMail', 'createWatch', 'OneByOne', 'createSearchMemory', 'givenText', 'markMade'],
  ...[
    'readOperatorList',
    'lookErrors',
    'diedSince',
    'expectWhole',
    'ListMatcher',
    'keepRepliesMs',
    'wasMade',
  ],
  ...[
    'repliesKeptOfKey',
    'replyToKeep',
    'KeptReply',
    'installRawRefusals',
    'refusingUnknownMethods',
    'temperIn',
  ],
  ...[
    'BooksOptions',
    'RankedFound',
    'unreached',
    'withoutLead',
    'insertMarks',
    'comparatorSlot',
    'needReason',
  ],
  ...['withPatience', 'QueueStanding', 'RunningStanding', 'TellingLimiter', 'judgeMarks', 'MarkJudgement'],
];

/** Expressions of our own making in texts and comments, for which the glossary has standard terms. Lower case, one space. */
const replacedPhrases = [
  ...[
    'our fault',
    'leaves? for good',
    'bills? nobody',
    'billed to nobody',
    '(?:as|at) the door',
    'front doors?',
  ],
  ...[
    'the door of',
    'the books are whole',
    'bears? (?:a|the) (?:mark|sentence|claim)',
    'gives? way to',
    'passengers',
  ],
  ...[
    'nobody answered',
    'upkeep',
    'own turn',
    'kept repl(?:y|ies)',
    'lease expired',
    'client gone',
    'claim gate',
  ],
  ...[
    'search memory',
    'stand-ins? (?:for|of)',
    'given up mails?',
    'holds? no mark',
    'the ladder',
    'code.s parts',
  ],
];

/** Prompts are held by snapshots and change with what they make a model do, not with the glossary. */
const prompts = /\/llm\/prompts\//;

/** Files that may contain replaced words: the glossary, decisions of their time, and migrations of stored data. */
const mayName = /^docs\/glossary\.md$|^docs\/decisions\/|\/migrations(?:\.test)?\.ts$|\/migrations\//;

describe('names', () => {
  const pattern = new RegExp(String.raw`\b(?:${replaced.join('|')})\b`, 'g');
  it('are those of the glossary', () => {
    const found = folders
      .filter(({ path }) => /^packages\/[\w-]+\/src|^docs/.test(path))
      .flatMap(({ path, files }) => files.map((name) => `${path}/${name}`))
      .filter(
        (file) => /\.(?:tsx?|md)$/.test(file) && !mayName.test(file) && !file.endsWith('layout.test.ts'),
      )
      .flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([word]) => `${file}: ${word}`),
      );
    assert.deepEqual(found, []);
  });
});

describe('texts and comments', () => {
  const pattern = new RegExp(String.raw`\b(?:${replacedPhrases.join('|')})\b`, 'gi');
  it('use the terms of the glossary', () => {
    const found = folders
      .filter(({ path }) => /^packages\/[\w-]+\/src|^docs/.test(path))
      .flatMap(({ path, files }) => files.map((name) => `${path}/${name}`))
      .filter(
        (file) =>
          /\.(?:tsx?|md)$/.test(file) &&
          !mayName.test(file) &&
          !file.endsWith('layout.test.ts') &&
          !prompts.test(file),
      )
      .flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([words]) => `${file}: ${words}`),
      );
    assert.deepEqual(found, []);
  });
});

describe('doc comments', () => {
  it('begin with a verb or the noun itself', () => {
    const found = folders
      .filter(({ path }) => /^packages\/[\w-]+\/src/.test(path))
      .flatMap(({ path, files }) => files.map((name) => `${path}/${name}`))
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) =>
        [
          ...readFileSync(join(root, file), 'utf8').matchAll(
            /\/\*\*\s+(?:\* )?(?:What|Whether|Of|How|Where|Which|Who|Whose|When|Why)\b.*/g,
          ),
        ].map(([comment]) => `${file}: ${comment}`),
      );
    assert.deepEqual(found, []);
  });
});

/** Readers of texts by other authors, who cite in other styles, and of brackets in general. */
const readsOtherTexts =
  /^packages\/(?:simulators\/|sdk\/src\/citation-markers\.ts$|citation-checker\/src\/reading\/|web\/src\/lib\/claims\.ts$|server\/src\/features\/(?:polishing\/meaning\/|citation-checks\/manuscript\/|reviews\/(?:discussion\/discussion-findings|sections\/plain-line)\.ts$))/;

describe('citation markers', () => {
  it('are parsed by the SDK alone', () => {
    const pattern = /\\\[\(*(?:\\d|E\\|E\()|\[\[［|\[\[【/;
    const found = folders
      .filter(({ path }) => /^packages\/[\w-]+\/src/.test(path))
      .flatMap(({ path, files }) => files.map((name) => `${path}/${name}`))
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !readsOtherTexts.test(file))
      .flatMap((file) =>
        readFileSync(join(root, file), 'utf8')
          .split('\n')
          .filter((line) => pattern.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
    assert.deepEqual(found, []);
  });
});
