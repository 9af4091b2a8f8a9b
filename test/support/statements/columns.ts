import ts from 'typescript';
import { findImported, type SourceFile } from './texts.ts';

/** Columns by name, with their TypeScript types. */
export type Columns = ReadonlyMap<string, string>;

/**
 * Fields of a row type: of literals, of interfaces with their parents, of aliases and intersections, and what `Pick` and
 * `Omit` leave of them, in the file or where it imports them from. `undefined`: it is made in another way.
 */
export function columnsOf(type: ts.TypeNode, file: SourceFile): Columns | undefined {
  if (ts.isTypeLiteralNode(type)) return toColumns(type.members);
  if (ts.isIntersectionTypeNode(type)) return join(type.types.map((one) => columnsOf(one, file)));
  if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return undefined;
  const name = type.typeName.text;
  if (name === 'Pick' || name === 'Omit') return choose(type, file);
  return ofName(name, file);
}

function ofName(name: string, file: SourceFile): Columns | undefined {
  const found = findType(name, file);
  if (found === undefined || found.declaration.typeParameters !== undefined) return undefined;
  if (ts.isTypeAliasDeclaration(found.declaration)) return columnsOf(found.declaration.type, found.file);
  const parents = (found.declaration.heritageClauses ?? []).flatMap(({ types }) => [...types]);
  const known = parents.map((parent) =>
    ts.isIdentifier(parent.expression) && parent.typeArguments === undefined ? ofName(parent.expression.text, found.file) : undefined,
  );
  return join([...known, toColumns(found.declaration.members)]);
}

/** `Pick` and `Omit` of names that are written out. */
function choose({ typeName, typeArguments }: ts.TypeReferenceNode, file: SourceFile): Columns | undefined {
  const [of, keys] = typeArguments ?? [];
  const columns = of && columnsOf(of, file);
  const nodes = keys && (ts.isUnionTypeNode(keys) ? [...keys.types] : [keys]);
  const names = nodes?.map((one) => (ts.isLiteralTypeNode(one) && ts.isStringLiteral(one.literal) ? one.literal.text : undefined));
  if (columns === undefined || names === undefined || names.includes(undefined)) return undefined;
  return new Map([...columns].filter(([name]) => names.includes(name) === (typeName.getText() === 'Pick')));
}

function toColumns(members: ts.NodeArray<ts.TypeElement>): Columns {
  return new Map(
    members.flatMap((member) =>
      // What may be missing is not asked for by every statement.
      ts.isPropertySignature(member) && member.type && member.questionToken === undefined
        ? [[member.name.getText().replaceAll("'", ''), member.type.getText()] as const]
        : [],
    ),
  );
}

function join(parts: readonly (Columns | undefined)[]): Columns | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length < parts.length ? undefined : new Map(known.flatMap((part) => [...part]));
}

interface FoundType {
  readonly file: SourceFile;
  readonly declaration: ts.InterfaceDeclaration | ts.TypeAliasDeclaration;
}

function findType(name: string, file: SourceFile): FoundType | undefined {
  for (const statement of file.source.statements) {
    const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
    if (isType && statement.name.text === name) return { file, declaration: statement };
    const imported = findImported(statement, name, file);
    const found = imported && findType(imported.name, imported.file);
    if (found) return found;
  }
  return undefined;
}
