import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as ast from 'typescript/unstable/ast';
import { API, type Checker, type Type } from 'typescript/unstable/sync';

/**
 * A promise that is stored and awaited only after another one has no handler when it rejects, and Node then ends the
 * process: a client who cancelled a search once did that. Parallel work uses server/src/platform/concurrently.ts, which
 * handles every rejection and awaits everything. The exceptions are listed below, each with the reason why it is safe.
 */
const allowed: Readonly<Record<string, string>> = {
  'server/src/platform/concurrently.ts': 'what all others are to use',
  'server/src/accounting/running-calls.ts': 'kept for close() and awaited at once by who began it',
  'server/src/accounting/idempotency/purge-records.ts':
    'the tidying under way, which catches all that it meets',
  'server/src/features/applications/mail-delivery.ts':
    'the delivery under way, which catches all that it meets',
  'server/src/features/admin/administration.ts':
    'one check of the ledger for all who ask at once, handed to the first',
  'server/src/llm/attempt.ts': 'a reader who lags, handed on in the same turn',
  'server/src/llm/providers/http-post.ts': 'a reader who lags, read in the same turn',
  'server/src/http/calls/run-call.ts':
    'kept for the access log, whose reader handles both ends; its caller awaits it',
  'server/src/http/calls/metered-route.ts': 'a decision for all who ask, awaited where it is begun',
  'server/src/http/body/validate.ts': 'a check that threw, caught where it is seen',
  'server/src/literature/sources/remote/single-flight.ts':
    'one result for many; read where it is begun, since all may leave',
  'server/src/app/language-tasks/inline-work.ts': 'a queue of turns that never rejects',
  'server/src/features/reviews/gathering/repeat-progress.ts': 'a reader who lags, handed on in the same turn',
  'web/src/ask/attachments/use-attaching.ts': 'a queue; its tail never rejects',
  'server/src/library/ingest/ingest.ts': 'files read ahead in another thread; caught where they are begun',
  'server/src/library/sync/sync.ts': 'a file got ahead; caught where it is begun',
  'server/src/library/sync/schedule.ts': 'the sync under way, which reports its own failure',
  'server/src/platform/process/run-child.ts': 'two outputs of a child, awaited together',
  'server/src/library/stores/sqlite/sqlite-store.ts': 'a queue; its tail never rejects',
  'server/src/app/main.ts': 'resolves with why the process ends, and never rejects',
  'server/src/features/chat/avatar.ts': 'a plan that is there already',
  'server/src/features/reviews/discussion/discussion.ts': 'parts that runJobs started within withTasks',
  'server/src/platform/concurrency/settled-within.ts': 'a time limit, raced and caught',
  'server/src/platform/concurrency/mutex.ts': 'a queue; its tail never rejects',
  'server/src/retrieval/start-plan.ts': 'read where it is begun; cancel() stops it and waits',
  'server/src/features/reviews/gathering/run-jobs.ts': 'what start began, settled together',
  'server/src/features/reviews/writing/written-review.ts': 'sections that runJobs started within withTasks',
  'server/src/features/answers/write-cited.ts':
    'the text that is being checked, handed on to the model; caught',
  'server/src/database/sqlite/commit-flusher.ts':
    'the flush under way, which tells those who wait of its failure',
  'server/src/database/postgres/cache.ts': 'a time limit, raced and caught',
  'server/src/features/admin/operations/category-list.ts': 'a queue; its tail never rejects',
  'server/src/features/admin/operations/health.ts': 'one probe for all who ask at once, handed to the first',
  'server/src/features/admin/operations/library-jobs.ts': 'jobs under way, which report their own failure',
};

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const configs = globSync('packages/!(simulators)/tsconfig.json', { cwd: root }).map((path) =>
  join(root, path),
);

/** Lists, as `a.ts: text`, every promise that is stored and not awaited by the next statement. */
function findStored(): string[] {
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProjects: configs });
    const files = snapshot.getProjects().flatMap(({ configFileName, program, checker }) =>
      program
        .getSourceFileNames()
        .filter((name) => name.startsWith(`${dirname(configFileName)}/src/`))
        .map((name) => ({ name, source: program.getSourceFile(name), checker })),
    );
    assert.ok(files.length > 500, 'the whole code is read');
    return files.flatMap(({ name, source, checker }) => {
      const stored = source ? storedIn(source) : [];
      const types = stored.length > 0 ? checker.getTypeAtLocation(stored) : [];
      return stored
        .filter((_, at) => isPromise(types[at], checker))
        .map((node) => `${name.replace(/.*\/packages\//, '')}: ${node.getText().slice(0, 60)}`);
    });
  } finally {
    api.close();
  }
}

/** Lists every expression whose value is stored: in a variable, a property, a list. */
function storedIn(file: ast.SourceFile): ast.Expression[] {
  const stored: ast.Expression[] = [];
  const visit = (node: ast.Node): void => {
    if (ast.isVariableDeclaration(node) && node.initializer && !isAwaitedNext(node)) keep(node.initializer);
    else if (ast.isPropertyAssignment(node)) keep(node.initializer);
    else if (ast.isBinaryExpression(node) && isAssignment(node)) keep(node.right);
    else if (ast.isCallExpression(node) && isInsertion(node)) node.arguments.forEach(keep);
    node.forEachChild(visit);
  };
  const keep = (value: ast.Expression) => {
    // Tasks started by `start` of withTasks are awaited and handled by it. An empty list contains nothing, and the
    // compiler's interface cannot return its type where a tuple is expected.
    if (isFunction(value) || isEmptyList(value) || isNoPromise(value)) return;
    if (!/\bstart\(/.test(value.getText())) stored.push(value);
  };
  visit(file);
  return stored;
}

const { SyntaxKind } = ast;

/** Expressions that are no promise and no list, whatever they contain: finding out their types would take long. */
const plain: ReadonlySet<ast.SyntaxKind> = new Set([
  ...[SyntaxKind.StringLiteral, SyntaxKind.NumericLiteral, SyntaxKind.RegularExpressionLiteral],
  ...[SyntaxKind.TemplateExpression, SyntaxKind.NoSubstitutionTemplateLiteral],
  ...[SyntaxKind.TrueKeyword, SyntaxKind.FalseKeyword, SyntaxKind.NullKeyword],
  ...[SyntaxKind.ObjectLiteralExpression, SyntaxKind.PrefixUnaryExpression],
]);
/** Operators whose result is one of the operands. */
const choosing: ReadonlySet<ast.SyntaxKind> = new Set([
  ...[SyntaxKind.QuestionQuestionToken, SyntaxKind.BarBarToken, SyntaxKind.AmpersandAmpersandToken],
  ...[SyntaxKind.EqualsToken, SyntaxKind.CommaToken, SyntaxKind.QuestionQuestionEqualsToken],
  ...[SyntaxKind.BarBarEqualsToken, SyntaxKind.AmpersandAmpersandEqualsToken],
]);

function isNoPromise(node: ast.Node): boolean {
  if (ast.isBinaryExpression(node)) return !choosing.has(node.operatorToken.kind);
  if (ast.isNewExpression(node)) return !/^(?:Promise|Array)$/.test(node.expression.getText());
  return plain.has(node.kind);
}

function isFunction(node: ast.Node): boolean {
  return ast.isArrowFunction(node) || ast.isFunctionExpression(node) || ast.isIdentifier(node);
}

function isEmptyList(node: ast.Expression): boolean {
  return ast.isArrayLiteralExpression(node) && node.elements.length === 0;
}

function isAssignment({ operatorToken: { kind } }: ast.BinaryExpression): boolean {
  return kind === ast.SyntaxKind.EqualsToken || kind === ast.SyntaxKind.QuestionQuestionEqualsToken;
}

/** `list.push(x)`, `set.add(x)`, `map.set(key, x)`. */
function isInsertion({ expression }: ast.CallExpression): boolean {
  return (
    ast.isPropertyAccessExpression(expression) && /^(?:push|add|set|unshift)$/.test(expression.name.text)
  );
}

/** `const lagging = send(…); if (lagging) await lagging;`: nothing is awaited in between. */
function isAwaitedNext(declaration: ast.VariableDeclaration): boolean {
  const statement = declaration.parent?.parent;
  const block = statement?.parent;
  if (!statement || !block || !ast.isIdentifier(declaration.name)) return false;
  const statements: ast.Node[] = [];
  block.forEachChild((child) => void statements.push(child));
  const next = statements[statements.indexOf(statement) + 1]?.getText() ?? '';
  const name = declaration.name.text;
  return new RegExp(
    String.raw`^[^;{]*?\b(?:await|return)\b[^;]*?\b${name}\b|^if \(${name}\) \{?\s*(?:await|return)`,
  ).test(next);
}

function isPromise(type: Type | undefined, checker: Checker): boolean {
  if (type === undefined) return false;
  const text = checker.typeToString(type);
  // A list of functions that return promises does not contain any yet.
  return /^(?:readonly )?\(?Promise<|\bPromise<[^()]*>\)?\[\]$/.test(text) && !text.includes('=>');
}

describe('stored promises', () => {
  const found = findStored();

  it('occur only in the listed files', () => {
    const wrong = found.filter((each) => !Object.hasOwn(allowed, each.split(':')[0] ?? ''));
    assert.deepEqual(wrong, [], 'use concurrently or withTasks, or tell here why not');
  });

  it('still occur in each listed file', () => {
    const files = new Set(found.map((each) => each.split(':')[0]));
    assert.deepEqual(
      Object.keys(allowed).filter((file) => !files.has(file)),
      [],
    );
  });
});
