import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readSqlDump, type DumpRow } from './sql-dump.ts';
import { UnreadableFileError } from './unreadable.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function read(text: string, size: number): Promise<DumpRow[]> {
  const rows: DumpRow[] = [];
  for await (const some of readSqlDump(inPieces(text, size), new Set(['t']))) rows.push(...some);
  return rows;
}

const Text = fc.string({ unit: fc.constantFrom("'", '\\', '"', ';', ',', '(', ')', 'a', '👟', '-', '`', '$'), maxLength: 20 });

test('what is written to a dump is read from it, wherever it is cut into pieces', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(Text, fc.integer(), fc.option(Text)), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 40 }),
      async (rows, size) => {
        const quote = (text: string | null): string => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`);
        const dump = `CREATE TABLE IF NOT EXISTS \`t\` ( \`a\` text, \`b\` int, \`c\` varchar(3), PRIMARY KEY (\`a\`, \`b\`) );\nINSERT INTO \`t\` VALUES ${rows
          .map(([a, b, c]) => `(${quote(a)},${b},${quote(c)})`)
          .join(',')};\nSET FOREIGN_KEY_CHECKS=1;\n`;
        assert.deepEqual(
          (await read(dump, size)).map(({ values }) => [values['a'], values['b'], values['c']]),
          rows.map(([a, b, c]) => [a, String(b), c]),
        );
      },
    ),
    { numRuns: 200 },
  );
});

test('a dump of PostgreSQL is read too', async () => {
  const dump =
    "SET x = 'a;b';\nCREATE FUNCTION f() AS $$ begin; 'x; end; $$ LANGUAGE plpgsql;\nCOPY public.t (a, \"b\") FROM stdin;\n1\tx\\ty\\\\\n2\t\\N\n\\.\n-- end";
  assert.deepEqual(
    (await read(dump, 5)).map(({ values }) => values),
    [
      { a: '1', b: 'x\ty\\' },
      { a: '2', b: null },
    ],
  );
});

test('no text at all ends otherwise than in rows or a refusal', async () => {
  const Piece = fc.constantFrom(
    'INSERT INTO t (a) VALUES ',
    '(1)',
    "('a')",
    ',',
    ';',
    "'",
    '(',
    ')',
    'COPY t (a) FROM stdin;\n',
    '\\.\n',
    'X',
    "X'0'",
    'NULL',
    '--',
    '/*',
    '*/',
    '$$',
    'x()',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(Piece, { maxLength: 15 }), async (pieces) => {
      try {
        await read(pieces.join(''), 7);
      } catch (error) {
        assert.ok(error instanceof UnreadableFileError, String(error));
      }
    }),
    { numRuns: 500 },
  );
});
