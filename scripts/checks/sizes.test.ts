import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTooLarge, listWorst, measureFile, measureFolders, type Size } from './sizes.ts';

function valueOf(sizes: readonly Size[], measure: Size['measure']): number | undefined {
  return sizes.find((size) => size.measure === measure)?.value;
}

const SOURCE = `import { z } from 'zod';
export const LIMIT = 3;
export const Body = z.object({});
export type Name = string;
export function one(a: string, b: string) {
  return a + b;
}
export const two = () => 2;
`;

test('lines, imports, parameters and exported functions are counted', () => {
  const sizes = measureFile('src/areas/x/one.ts', SOURCE);
  assert.equal(valueOf(sizes, 'lines'), 8);
  assert.equal(valueOf(sizes, 'imports'), 1);
  assert.equal(valueOf(sizes, 'parameters'), 2);
  assert.equal(valueOf(sizes, 'functionLines'), 3);
});

test('types, vocabularies and schemas do not count as exports', () => {
  assert.equal(valueOf(measureFile('src/areas/x/one.ts', SOURCE), 'exports'), 2);
});

test('a list of names may export as many as it likes', () => {
  assert.equal(valueOf(measureFile('src/areas/x/wire.ts', SOURCE), 'exports'), undefined);
});

test('a file over a bound is the worst and fails', () => {
  const sizes = [measureFile('src/long.ts', 'f();\n'.repeat(301)), measureFile('src/short.ts', 'f();\n')].flat();
  const [worst] = listWorst(sizes, 1);
  assert.equal(worst?.place, 'src/long.ts');
  assert.ok(worst !== undefined && isTooLarge(worst));
});

test('a folder holds twenty files flat; tests and files in folders of its own do not count', () => {
  const files = Array.from({ length: 20 }, (_, at) => `src/areas/x/${at}.ts`);
  const inside = [...files, 'src/areas/x/one.test.ts', 'src/areas/x/y/two.ts', 'test/support/three.ts'];
  assert.deepEqual(
    measureFolders(inside).map(({ place, value }) => [place, value]),
    [
      ['src/areas/x', 20],
      ['src/areas/x/y', 1],
    ],
  );
  assert.deepEqual(measureFolders(inside).filter(isTooLarge), []);
  const [over] = measureFolders([...inside, 'src/areas/x/more.ts']).filter(isTooLarge);
  assert.equal(over?.place, 'src/areas/x');
});
