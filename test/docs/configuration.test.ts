import assert from 'node:assert/strict';
import { test } from 'node:test';
import ts from 'typescript';
import { readDocument } from './documents.ts';

/** The keys of the one `z.object({ ... })` that is named `Environment`. */
function listVariables(): string[] {
  const { file, text } = readDocument('src/environment.ts');
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === 'Environment') {
      const fields = node.initializer !== undefined && ts.isCallExpression(node.initializer) ? node.initializer.arguments[0] : undefined;
      if (fields !== undefined && ts.isObjectLiteralExpression(fields))
        names.push(...fields.properties.map((field) => field.name?.getText() ?? ''));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return names.toSorted();
}

function listMatches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '').toSorted();
}

test('the configuration has variables at all', () => {
  assert.ok(listVariables().length > 20);
});

test('every variable stands in .env.example, and no other', () => {
  assert.deepEqual(listMatches(readDocument('.env.example').text, /^([A-Z][A-Z0-9_]*)=/gmu), listVariables());
});

test('every variable stands in docs/configuration.md, and no other', () => {
  assert.deepEqual(listMatches(readDocument('docs/configuration.md').text, /^\| `([A-Z][A-Z0-9_]*)` \|/gmu), listVariables());
});

test('the README names only variables that exist', () => {
  const { text } = readDocument('README.md');
  const table = text.slice(text.indexOf('## Configuration'), text.indexOf('## Licence'));
  const named = listMatches(table, /`([A-Z][A-Z0-9]*_[A-Z0-9_]*|PORT|HOST|SANDBOX|ROLE)`/gu);
  assert.ok(named.length > 5);
  assert.deepEqual(
    named.filter((name) => !listVariables().includes(name)),
    [],
  );
});

test('the defaults in .env.example are the defaults of the service', () => {
  const defaults = new Map(
    [...readDocument('src/environment.ts').text.matchAll(/^ {2}([A-Z_]+): .*\.default\('([^']*)'\)/gmu)].map((match) => [
      match[1],
      match[2],
    ]),
  );
  for (const [, name, value] of readDocument('.env.example').text.matchAll(/^([A-Z_]+)=(.+)$/gmu)) {
    const expected = defaults.get(name);
    if (expected !== undefined) assert.equal(value, expected, name);
  }
});
