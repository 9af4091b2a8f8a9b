import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SourceFile } from '../../opening/source-file.ts';
import { readRows, type SheetRow } from './rows.ts';

async function readAll(text: string, size: number): Promise<SheetRow[]> {
  const pieces = function* (): Generator<string> {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  };
  const rows: SheetRow[] = [];
  const file = {
    text: () =>
      (async function* () {
        yield* pieces();
      })(),
  } as Pick<SourceFile, 'text'> as SourceFile;
  for await (const batch of readRows(file, ',')) rows.push(...batch);
  return rows;
}

test('rows are the same wherever the text is cut, before and behind the first quote', async () => {
  const cell = fc.stringMatching(/^[a-zäé ]{0,6}$/u);
  const quoted = fc.stringMatching(/^[a-z,\n]{0,6}$/u);
  const line = fc.array(
    fc.oneof(
      { weight: 6, arbitrary: cell.map((text) => [text, text] as const) },
      quoted.map((text) => [`"${text}"`, text] as const),
    ),
    {
      minLength: 2,
      maxLength: 4,
    },
  );
  const file = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 20 }),
    end: fc.constantFrom('\n', '\r\n'),
    size: fc.integer({ min: 1, max: 30 }),
  });
  await fc.assert(
    fc.asyncProperty(file, async ({ lines, end, size }) => {
      const text = lines.map((cells) => cells.map(([written]) => written).join(',')).join(end);
      const rows = await readAll(text, size);
      assert.deepEqual(
        rows.map(({ cells }) => cells),
        lines.map((cells) => cells.map(([, meant]) => meant)),
      );
      assert.deepEqual(
        rows.map(({ row }) => row),
        (await readAll(text, text.length)).map(({ row }) => row),
      );
    }),
  );
});

test('a row has the number of its line, empty lines count and are left out', async () => {
  for (const size of [1, 5, 100])
    assert.deepEqual(
      (await readAll('\uFEFFa,b\r\n\r\n1,2\r\n\n3,4', size)).map(({ row, cells }) => [row, ...cells]),
      [
        [1, 'a', 'b'],
        [3, '1', '2'],
        [5, '3', '4'],
      ],
    );
});
