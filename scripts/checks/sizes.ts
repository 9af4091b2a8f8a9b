/**
 * Measures files and functions against the outer bounds of the house style (CONTRIBUTING.md,
 * "Sizes"). The bounds are far from what is normal; what matters more is the list of the largest,
 * which `npm run verify` prints.
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import ts from 'typescript';

export const BOUNDS = { lines: 300, functionLines: 80, parameters: 4, imports: 15, exports: 8, folderFiles: 20 } as const;

export type Measure = keyof typeof BOUNDS;

export interface Size {
  readonly measure: Measure;
  readonly place: string;
  readonly value: number;
  readonly bound: number;
}

/** Files that are right to pass one bound, with the reason. */
const EXCEPTIONS: readonly { readonly file: string; readonly measure: Measure; readonly bound: number; readonly reason: string }[] = [
  { file: 'src/compose.ts', measure: 'imports', bound: 22, reason: 'the composition root joins everything' },
  { file: 'src/open-services.ts', measure: 'imports', bound: 19, reason: 'joins the outside services' },
  { file: 'src/providers/dataforseo/index.ts', measure: 'imports', bound: 18, reason: 'the provider is joined from its parts' },
  { file: 'src/areas/index.ts', measure: 'imports', bound: 22, reason: 'the list of the areas' },
  { file: 'console/src/app/styles.ts', measure: 'imports', bound: 60, reason: 'the list of styles' },
  { file: 'console/src/data/format.ts', measure: 'exports', bound: 12, reason: 'one function for each kind of figure' },
  { file: 'src/http/server.ts', measure: 'imports', bound: 24, reason: 'the composition root of the engine' },
];

/** Lists of names are what these files are for. */
const LISTS = /(^|\/)(index|types|wire|tables|fields|[a-z-]+-types)\.ts$/u;
/** A screen is put together from parts, each of them a file. */
const SCREENS = /^console\/.*\.tsx$/u;
const SCREEN_IMPORTS = 24;
/** A store is a list of statements, one function each. */
const STORES = /(^|\/)([a-z-]+-)?(store|analytics)(\.ts$|\/)/u;
const STORE_EXPORTS = 12;
const TEST = /\.test\.ts$|^test\//u;

/** What is read as a whole in a folder: its files beside folders of their own and tests. */
const FOLDERS = /^(src|sandbox|console)\//u;

/** Every size of one file. Test files are measured by length alone: their functions are lists of cases. */
export function measureFile(file: string, text = readFileSync(file, 'utf8')): Size[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const sizes = [toSize('lines', file, file, text.split('\n').length - 1)];
  if (TEST.test(file)) return sizes;
  sizes.push(toSize('imports', file, file, source.statements.filter((statement) => ts.isImportDeclaration(statement)).length));
  if (!LISTS.test(file)) sizes.push(toSize('exports', file, file, countExportedCode(source)));
  sizes.push(...measureFunctions(file, source));
  return sizes;
}

/** How many files lie flat in each folder of the product. */
export function measureFolders(files: readonly string[]): Size[] {
  const read = files.filter((file) => FOLDERS.test(file) && !TEST.test(file));
  return [...Map.groupBy(read, (file) => dirname(file))].map(([folder, { length }]) => toSize('folderFiles', folder, folder, length));
}

/** The sizes closest to their bound, or beyond it, worst first. */
export function listWorst(sizes: readonly Size[], count: number): Size[] {
  return sizes.toSorted((one, other) => other.value / other.bound - one.value / one.bound).slice(0, count);
}

export function isTooLarge(size: Size): boolean {
  return size.value > size.bound;
}

function boundOf(measure: Measure, file: string): number {
  if (measure === 'exports' && STORES.test(file)) return STORE_EXPORTS;
  return measure === 'imports' && SCREENS.test(file) ? SCREEN_IMPORTS : BOUNDS[measure];
}

function toSize(measure: Measure, file: string, place: string, value: number): Size {
  const exception = EXCEPTIONS.find((known) => known.file === file && known.measure === measure);
  return { measure, place, value, bound: exception?.bound ?? boundOf(measure, file) };
}

function measureFunctions(file: string, source: ts.SourceFile): Size[] {
  const sizes: Size[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const first = source.getLineAndCharacterOfPosition(node.getStart()).line;
      const last = source.getLineAndCharacterOfPosition(node.getEnd()).line;
      const place = `${file}:${first + 1} ${nameOf(node)}`;
      sizes.push(toSize('functionLines', file, place, last - first + 1), toSize('parameters', file, place, node.parameters.length));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return sizes;
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) return node.name.getText();
  const { parent } = node;
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText() : 'function';
}

/** Functions and classes. Types, vocabularies and schemas stand apart. */
function countExportedCode(source: ts.SourceFile): number {
  return source.statements.filter(isExported).flatMap(listDeclarations).filter(isCode).length;
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) && (ts.getModifiers(statement) ?? []).some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword)
  );
}

function listDeclarations(statement: ts.Statement): ts.Node[] {
  return ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [statement];
}

function isCode(node: ts.Node): boolean {
  if (ts.isVariableDeclaration(node)) return node.initializer !== undefined && ts.isFunctionLike(node.initializer);
  return ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node);
}
