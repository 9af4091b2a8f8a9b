import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { unnest } from '#stores/postgres/unnest.ts';

/**
 * Reads SQL out of the sources as PostgreSQL gets it: constants, imported ones too, are put in where they
 * stand, conditions give one text for each branch, and `unnest(columns)` is worked out. What depends on values
 * of a call stays unknown.
 */

/** Where names are looked up: the file, and parameters of functions that were stepped into. */
export interface Scope {
  readonly file: SourceFile;
  readonly bound: ReadonlyMap<string, readonly string[]>;
}

export interface SourceFile {
  readonly path: string;
  readonly source: ts.SourceFile;
}

/** A safety net: a statement with more branches than this is unknown. */
const VARIANTS_MAX = 64;
const ROOT = join(import.meta.dirname, '..', '..', '..');

const files = new Map<string, SourceFile>();

export function listSources(pattern: string): SourceFile[] {
  return globSync(pattern, { cwd: ROOT })
    .filter((path) => !path.endsWith('.test.ts'))
    .toSorted()
    .map(readSource);
}

export function readSource(path: string): SourceFile {
  const known = files.get(path);
  if (known) return known;
  const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const file = { path, source };
  files.set(path, file);
  return file;
}

/** Every text that an expression can be; `undefined`: it depends on what only a call knows. */
export function textsOf(expression: ts.Expression, scope: Scope): readonly string[] | undefined {
  if (ts.isStringLiteralLike(expression)) return [expression.text];
  if (ts.isNumericLiteral(expression)) return [expression.text.replaceAll('_', '')];
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression))
    return textsOf(expression.expression, scope);
  if (ts.isTemplateExpression(expression)) return fromTemplate(expression, scope);
  if (ts.isConditionalExpression(expression)) return fromBranches(expression, scope);
  if (ts.isBinaryExpression(expression)) return fromSum(expression, scope);
  if (ts.isIdentifier(expression)) return fromName(expression, scope);
  if (ts.isCallExpression(expression)) return fromCall(expression, scope);
  if (ts.isPropertyAccessExpression(expression)) return fromProperty(expression, scope);
  return undefined;
}

function fromTemplate(expression: ts.TemplateExpression, scope: Scope): readonly string[] | undefined {
  let texts: readonly string[] = [expression.head.text];
  for (const span of expression.templateSpans) {
    const inner = textsOf(span.expression, scope);
    if (inner === undefined) return undefined;
    texts = texts.flatMap((text) => inner.map((part) => `${text}${part}${span.literal.text}`));
    if (texts.length > VARIANTS_MAX) return undefined;
  }
  return texts;
}

function fromBranches({ whenTrue, whenFalse }: ts.ConditionalExpression, scope: Scope): readonly string[] | undefined {
  const [yes, no] = [textsOf(whenTrue, scope), textsOf(whenFalse, scope)];
  return yes && no ? [...yes, ...no] : undefined;
}

function fromSum({ left, operatorToken, right }: ts.BinaryExpression, scope: Scope): readonly string[] | undefined {
  const [first, second] = [textsOf(left, scope), textsOf(right, scope)];
  if (first === undefined || second === undefined) return undefined;
  if (operatorToken.kind === ts.SyntaxKind.PlusToken) return first.flatMap((one) => second.map((other) => one + other));
  if (operatorToken.kind !== ts.SyntaxKind.AsteriskToken) return undefined;
  return first.flatMap((one) => second.map((other) => String(Number(one) * Number(other))));
}

function fromName(expression: ts.Identifier, scope: Scope): readonly string[] | undefined {
  const name = expression.text;
  const bound = scope.bound.get(name) ?? fromParameter(expression);
  if (bound) return bound;
  const local = findLocal(expression);
  if (local) return textsOf(local, scope);
  const found = findConstant(name, scope.file);
  return found && textsOf(found.value, { file: found.file, bound: new Map() });
}

/** Every value of a parameter whose type is a list of texts. */
function fromParameter(name: ts.Identifier): readonly string[] | undefined {
  const owner = ts.findAncestor(name, (node) => ts.isFunctionDeclaration(node) || ts.isArrowFunction(node));
  if (!owner) return undefined;
  const parameter = owner.parameters.find((one) => ts.isIdentifier(one.name) && one.name.text === name.text);
  const types = parameter?.type && (ts.isUnionTypeNode(parameter.type) ? parameter.type.types : [parameter.type]);
  const texts = types?.map((type) => (ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? type.literal.text : undefined));
  return texts?.every((text) => text !== undefined) ? texts : undefined;
}

/** A constant of a function that the name stands in. */
function findLocal(name: ts.Identifier): ts.Expression | undefined {
  for (let block = ts.findAncestor(name, ts.isBlock); block; block = ts.findAncestor(block.parent, ts.isBlock)) {
    const declared = block.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => [...declarationList.declarations]);
    const found = declared.find((one) => ts.isIdentifier(one.name) && one.name.text === name.text)?.initializer;
    if (found) return found;
  }
  return undefined;
}

/** `unnest(columns)` and calls of functions that only put their arguments into a text. */
function fromCall({ expression, arguments: given }: ts.CallExpression, scope: Scope): readonly string[] | undefined {
  if (!ts.isIdentifier(expression)) return undefined;
  const [first, options] = given;
  if (expression.text === 'unnest' && first) return fromUnnest(first, options, scope);
  const found = findConstant(expression.text, scope.file);
  if (!found || !isTextFunction(found.value)) return undefined;
  const bound = new Map<string, readonly string[]>();
  for (const [at, parameter] of found.value.parameters.entries()) {
    const value = given[at] ?? parameter.initializer;
    const texts = value && textsOf(value, scope);
    if (texts === undefined || !ts.isIdentifier(parameter.name)) return undefined;
    bound.set(parameter.name.text, texts);
  }
  const body = bodyOf(found.value);
  return body && textsOf(body, { file: found.file, bound });
}

function fromUnnest(columns: ts.Expression, options: ts.Expression | undefined, scope: Scope): readonly string[] | undefined {
  const table = toObject(columns, scope);
  const chosen = options === undefined ? {} : toObject(options, scope);
  if (table === undefined || chosen === undefined) return undefined;
  return [unnest(table, { ...(chosen['alias'] ? { alias: chosen['alias'] } : {}), first: Number(chosen['first'] ?? 1) })];
}

function fromProperty({ expression, name }: ts.PropertyAccessExpression, scope: Scope): readonly string[] | undefined {
  const value = toObject(expression, scope)?.[name.text];
  return value === undefined ? undefined : [value];
}

/** An object of plain texts, `...spread` of others included. */
export function toObject(expression: ts.Expression, scope: Scope): Record<string, string> | undefined {
  if (ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression)) return toObject(expression.expression, scope);
  if (ts.isIdentifier(expression)) {
    const local = findLocal(expression);
    if (local) return toObject(local, scope);
    const found = findConstant(expression.text, scope.file);
    return found && toObject(found.value, { file: found.file, bound: new Map() });
  }
  if (!ts.isObjectLiteralExpression(expression)) return undefined;
  const result: Record<string, string> = {};
  for (const property of expression.properties) {
    if (ts.isSpreadAssignment(property)) {
      const inner = toObject(property.expression, scope);
      if (!inner) return undefined;
      Object.assign(result, inner);
      continue;
    }
    if (!ts.isPropertyAssignment(property) || ts.isComputedPropertyName(property.name)) return undefined;
    const texts = textsOf(property.initializer, scope);
    if (texts?.length !== 1) return undefined;
    result[property.name.getText().replaceAll("'", '')] = texts[0] ?? '';
  }
  return result;
}

type TextFunction = ts.ArrowFunction | ts.FunctionDeclaration;

function isTextFunction(node: ts.Node): node is TextFunction {
  return ts.isArrowFunction(node) || ts.isFunctionDeclaration(node);
}

/** What a function that does nothing else returns. */
function bodyOf({ body }: TextFunction): ts.Expression | undefined {
  if (body === undefined || !ts.isBlock(body)) return body;
  const [only] = body.statements;
  return body.statements.length === 1 && only && ts.isReturnStatement(only) ? only.expression : undefined;
}

interface Constant {
  readonly file: SourceFile;
  readonly value: ts.Expression & ts.Node;
}

/** A constant or function at the top of the file, or of the file that it is imported from. */
function findConstant(name: string, file: SourceFile): Constant | undefined {
  for (const statement of file.source.statements) {
    if (ts.isVariableStatement(statement)) {
      const found = statement.declarationList.declarations.find((one) => ts.isIdentifier(one.name) && one.name.text === name);
      if (found?.initializer) return { file, value: found.initializer };
    }
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return { file, value: statement as never };
    const imported = findImported(statement, name, file);
    if (imported) return findConstant(imported.name, imported.file);
  }
  return undefined;
}

/** Where a name comes from that an import of a file of ours brings, or that it hands on from another one. */
export function findImported(
  statement: ts.Statement,
  name: string,
  file: SourceFile,
): { readonly name: string; readonly file: SourceFile } | undefined {
  const names = namesOf(statement);
  if (names === undefined) return undefined;
  const found = names.elements.find((element) => element.name.text === name);
  const path = toPath(names.from, file.path);
  return found && path ? { name: (found.propertyName ?? found.name).text, file: readSource(path) } : undefined;
}

function namesOf(statement: ts.Statement) {
  const isImport = ts.isImportDeclaration(statement);
  if (!isImport && !ts.isExportDeclaration(statement)) return undefined;
  const names = isImport ? statement.importClause?.namedBindings : statement.exportClause;
  const from = statement.moduleSpecifier;
  if (!names || !from || !ts.isStringLiteral(from) || !(ts.isNamedImports(names) || ts.isNamedExports(names))) return undefined;
  return { elements: [...names.elements], from: from.text };
}

/** The file that a module of ours is in. */
function toPath(specifier: string, from: string): string | undefined {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  if (!specifier.startsWith('.')) return undefined;
  return resolve('/', dirname(from), specifier).slice(1);
}
