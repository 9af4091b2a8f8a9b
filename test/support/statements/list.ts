import ts from 'typescript';
import { toListStatements } from '#stores/postgres/define-list.ts';
import { toInsert } from '#stores/postgres/unnest.ts';
import { columnsOf, type Columns } from './columns.ts';
import { listSources, textsOf, toObject, type SourceFile } from './texts.ts';

/** A statement that the service sends to PostgreSQL. */
export interface Statement {
  /** Its file and line. */
  readonly place: string;
  /** As PostgreSQL gets it, one for each branch; undefined: it is put together from values of the call. */
  readonly texts: readonly string[] | undefined;
  /** Columns of its row type; undefined: the call names no row type of plain fields. */
  readonly columns: Columns | undefined;
}

/** Every call of `query` with SQL, of `insertRows` and of `defineList`, in the sources that match. */
export function listStatements(pattern: string): Statement[] {
  return listSources(pattern).flatMap((file) => {
    const statements: Statement[] = [];
    const visit = (node: ts.Node): void => {
      if (isQuery(node)) statements.push(toStatement(file, node));
      if (isCallOf(node, 'insertRows')) statements.push(fromInsert(file, node));
      if (isCallOf(node, 'defineList')) statements.push(fromList(file, node));
      ts.forEachChild(node, visit);
    };
    visit(file.source);
    return statements;
  });
}

function isCallOf(node: ts.Node, name: string): node is ts.CallExpression {
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === name;
}

/** `insertRows(sql, { table, columns, rows, suffix })`. */
function fromInsert(file: SourceFile, call: ts.CallExpression): Statement {
  const [, options] = call.arguments;
  const read = (name: string): ts.Expression | undefined =>
    options && ts.isObjectLiteralExpression(options) ? findField(options, name) : undefined;
  const [table, columns, suffix] = [read('table'), read('columns'), read('suffix')];
  const scope = { file, bound: new Map() };
  const types = columns && toObject(columns, scope);
  const tables = table && textsOf(table, scope);
  const suffixes = suffix === undefined ? [''] : textsOf(suffix, scope);
  const texts =
    types && tables && suffixes
      ? tables.flatMap((name) => suffixes.map((end) => toInsert({ table: name, columns: types, suffix: end })))
      : undefined;
  return { place: placeOf(file, call), texts, columns: undefined };
}

type ListTexts = Parameters<typeof toListStatements>[0];
const LIST_TEXTS: readonly (keyof ListTexts)[] = ['with', 'columns', 'from', 'order', 'lookups', 'rows'];

/** `defineList<Row, Filter>({ with, columns, from, order, ... })`: its page, and its count, whose column no row type has. */
function fromList(file: SourceFile, call: ts.CallExpression): Statement {
  const [options] = call.arguments;
  const scope = { file, bound: new Map() };
  let parts: Partial<ListTexts>[] = [{}];
  for (const name of LIST_TEXTS) {
    const field = options && ts.isObjectLiteralExpression(options) ? findField(options, name) : undefined;
    if (field !== undefined) parts = parts.flatMap((known) => (textsOf(field, scope) ?? []).map((text) => ({ ...known, [name]: text })));
  }
  const texts = parts.flatMap((known) => Object.values(toListStatements(known as ListTexts)));
  const [row] = call.typeArguments ?? [];
  return { place: placeOf(file, call), texts: texts.length > 0 ? texts : undefined, columns: row && columnsOf(row, file) };
}

function findField(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const property of object.properties) {
    if (property.name?.getText() !== name) continue;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
    if (ts.isPropertyAssignment(property)) return property.initializer;
  }
  return undefined;
}

function placeOf({ path, source }: SourceFile, node: ts.Node): string {
  return `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

/** `sql.query(text, ...)`, or `query(text, ...)` of one that was taken apart. A question to ClickHouse is a value and has no text there. */
function isQuery(node: ts.Node): node is ts.CallExpression {
  if (!ts.isCallExpression(node) || node.arguments.length === 0) return false;
  const { expression } = node;
  if (ts.isIdentifier(expression)) return expression.text === 'query';
  if (!ts.isPropertyAccessExpression(expression)) return false;
  return expression.name.text === 'query' && !/clickhouse/iu.test(expression.expression.getText());
}

function toStatement(file: SourceFile, call: ts.CallExpression): Statement {
  const [text] = call.arguments;
  const [row] = call.typeArguments ?? [];
  return {
    place: placeOf(file, call),
    texts: text && textsOf(text, { file, bound: new Map() }),
    columns: row && columnsOf(row, file),
  };
}
