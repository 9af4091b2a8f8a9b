import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect } from '../../../../../test/support/foreign-files/collect.ts';
import { openForeign } from '../../../../../test/support/foreign-files/folder.ts';
import { listOpenTokens, makeTokenCounter, resolveValue } from '../../values/meanings.ts';
import { detectFormat } from '../detect-format.ts';

const SEMRUSH = [
  'Keyword,Tags,*.example.com/*_20260101,*.example.com/*_20260101_type,*.example.com/*_20260101_landing,*.example.com/*_20260102,*.example.com/*_20260102_type,*.example.com/*_20260102_landing,Search Volume',
  '"red shoes",shop,3,organic,https://example.com/a,-,,,1000',
  '"boots, black",,1,local pack,https://example.com/b,12,organic,https://example.com/b,90',
  '',
].join('\n');
const POSITIONS = [
  'Keyword,Position,Previous position,Search Volume,Keyword Difficulty,CPC,URL,Traffic,Traffic (%),Timestamp',
  'red shoes,4,5,1000,40,0.5,https://example.com/a,10,0.1,2026-01-03',
  'red shoes,9,9,1000,40,0.5,https://example.com/b,1,0.01,2026-01-03',
  '',
].join('\r\n');
const AHREFS = [
  'Keyword\tCountry\tVolume\tKD\tCPC\tCurrent organic traffic\tCurrent position\tCurrent URL\tUpdated',
  'red shoes\tde\t1000\t40\t0.5\t10\t4\thttps://example.com/a\t2026-01-03 10:00:00',
  '',
].join('\r\n');
const LONG = [
  'keyword,date,position,url,domain,device,location,language,engine,depth,tags',
  'red shoes,2026-01-03,4,https://example.com/a,example.com,desktop,Germany,de,google,100,"a,b"',
  '',
].join('\n');
const WIDE = ['Keyword,2026-01-01,2026-01-02,2026-01-03', 'red shoes,4,,NR', 'boots,5,5,6', ''].join('\n');
const KEYWORD_COM = ['Keyword,Date,Rank', 'red shoes,2026-01-03,OTR', 'boots,2026-01-03,>100', 'hats,2026-01-03,4', ''].join('\n');
const SERPBEAR = [
  'ID,Keyword,Position,URL,Country,City,Device,Updated,Added,Tags',
  '1, shoes, 7, https://example.com/a, Germany, -, desktop, 2026-01-03T10:00:00.000Z, 2025-01-01T10:00:00.000Z, a',
  '',
].join('\r\n');
const FILES: readonly (readonly [kind: string, text: string])[] = [
  ['semrush_tracking', SEMRUSH],
  ['organic_export', POSITIONS],
  ['organic_export', AHREFS],
  ['csv', LONG],
  ['csv', WIDE],
  ['keyword_com', KEYWORD_COM],
  ['serpbear_csv', SERPBEAR],
];

test('each table is known by what stands in it, however it is written', async (t) => {
  for (const [kind, text] of FILES) {
    const isQuotable = kind !== 'serpbear_csv' && !text.includes('\t');
    const forms: [string, string | Buffer][] = [
      ['a.txt', text],
      ['mark.csv', `\uFEFF${text}`],
      ['utf16.csv', Buffer.from(`\uFEFF${text}`, 'utf16le')],
      ['utf16-without-mark.csv', Buffer.from(text, 'utf16le')],
      ['lines.csv', text.replaceAll(/\r?\n/gu, '\r\n')],
      ['noise.csv', `${text}${'red,x\n'.repeat(1)}`],
    ];
    if (isQuotable)
      forms.push(
        ['tabs.csv', toDelimiter(text, '\t')],
        ['semicolons.csv', toDelimiter(text, ';')],
        ['quotes.csv', toDelimiter(text, ',', true)],
      );
    for (const [name, content] of forms) {
      const { format } = await detectFormat(await openForeign(t, name, content));
      assert.equal(format.kind, kind, `${kind} as ${name}`);
    }
  }
  for (const [name, content] of [
    ['a.mv.db', 'H:2,block:5'],
    ['a.bin', Buffer.from([0, 1, 2, 3, 255, 254])],
    ['a.txt', 'a letter to a friend\nin two lines'],
  ] as const)
    await assert.rejects(openForeign(t, name, content).then(detectFormat), /of no known kind: it begins with/u);
  const broken = Buffer.from('PK\u0003\u0004 and more', 'latin1');
  await assert.rejects(openForeign(t, 'a.xlsx', broken), /The zip is cut/u);
});

/** Writes the table with another sign; a cell that holds a sign stays quoted. */
function toDelimiter(text: string, delimiter: string, isQuoted = false): string {
  return text.replaceAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n)/gu, (_all, cell: string, end: string) => {
    const quoted = isQuoted && !cell.startsWith('"') ? `"${cell}"` : cell;
    return `${quoted}${end === ',' ? delimiter : end}`;
  });
}

test('Semrush says which result a place counts, and only organic ones are organic', async (t) => {
  const file = await openForeign(t, 'tracking.csv', SEMRUSH);
  const { format, detection } = await detectFormat(file);
  const points = (await collect(format.read(file, detection.proposed))).filter((reading) => reading.kind === 'point');
  assert.deepEqual(
    points.map(({ row, subject, day, value, scale, url }) => [row, subject.keyword, subject.domain, day, value, scale, url]),
    [
      [2, 'red shoes', 'example.com', '2026-01-01', { outcome: 'cell', cell: '3' }, 'organic', 'https://example.com/a'],
      [2, 'red shoes', 'example.com', '2026-01-02', { outcome: 'cell', cell: '-' }, 'organic', null],
      [3, 'boots, black', 'example.com', '2026-01-01', { outcome: 'cell', cell: '1' }, 'unknown', 'https://example.com/b'],
      [3, 'boots, black', 'example.com', '2026-01-02', { outcome: 'cell', cell: '12' }, 'organic', 'https://example.com/b'],
    ],
  );
});

test('an index names its market in the file, and is no measurement', async (t) => {
  const file = await openForeign(t, 'example.com-organic.Positions-us-20260103-2026-01-04.csv', POSITIONS);
  const { format, detection } = await detectFormat(file);
  const points = (await collect(format.read(file, detection.proposed))).filter((reading) => reading.kind === 'point');
  assert.deepEqual(
    points.map(({ subject, value, quality }) => [subject.domain, subject.country, value.outcome === 'cell' && value.cell, quality]),
    [
      ['example.com', 'US', '4', 'index'],
      ['example.com', 'US', '9', 'index'],
    ],
  );
});

test('a date that can be read in two ways asks, and one date that cannot decides', async (t) => {
  const table = (...days: string[]): string => ['keyword,date,position', ...days.map((day) => `shoes,${day},3`), ''].join('\n');
  const open = await openForeign(t, 'open.csv', table('03/04/2026', '03/04/2026'));
  const asked = await detectFormat(open);
  assert.ok(asked.detection.questions.includes('date_order'));
  assert.match(asked.detection.notes.join(), /03\/04\/2026 can be read in two ways/u);
  const rejected = await collect(asked.format.read(open, asked.detection.proposed));
  assert.ok(rejected.every(({ kind }) => kind !== 'point'));
  const decided = await openForeign(t, 'decided.csv', table('03/04/2026', '13/04/2026'));
  const { format, detection } = await detectFormat(decided);
  assert.ok(!detection.questions.includes('date_order'));
  assert.match(detection.notes.join(), /13\/04\/2026 has the day first/u);
  const days = (await collect(format.read(decided, detection.proposed))).flatMap((reading) =>
    reading.kind === 'point' ? [reading.day] : [],
  );
  assert.deepEqual(days, ['2026-04-03', '2026-04-13']);
  const both = await detectFormat(await openForeign(t, 'both.csv', table('13/04/2026', '04/13/2026')));
  assert.ok(both.detection.questions.includes('date_order'));
});

test('every text that is no plain place is counted, and means nothing before the user says it', async (t) => {
  const cells = ['4', '-', '-', 'OTR', '>100', 'NR', '0', '0', '501', '501', '', '3.5', '7'];
  const file = await openForeign(t, 'a.csv', ['keyword,date,position', ...cells.map((cell) => `shoes,2026-01-03,${cell}`), ''].join('\n'));
  const { format, detection } = await detectFormat(file);
  const tokens = makeTokenCounter();
  const values = [];
  for (const reading of await collect(format.read(file, detection.proposed))) {
    if (reading.kind !== 'point') continue;
    tokens.see(reading.value, reading.row);
    values.push(reading.value);
  }
  assert.deepEqual(
    tokens.list().map(({ token, count, rows }) => [token, count, rows]),
    [
      ['-', 2, [3, 4]],
      ['0', 2, [8, 9]],
      ['501', 2, [10, 11]],
      ['>100', 1, [6]],
      ['NR', 1, [7]],
      ['OTR', 1, [5]],
    ],
  );
  const said = { meanings: { '-': { outcome: 'not_found', depth: 100 }, '501': { outcome: 'unknown' } } } as const;
  assert.deepEqual(
    listOpenTokens(tokens.list(), said).map(({ token }) => token),
    ['0', '>100', 'NR', 'OTR'],
  );
  assert.deepEqual(
    values.map((value) => resolveValue(value, said)?.outcome),
    ['ranked', 'not_found', 'not_found', undefined, undefined, undefined, undefined, undefined, 'unknown', 'unknown', 'unknown', 'ranked'],
  );
});

test('tables of Semrush bring tags and searches with their day, and an index its searches', async (t) => {
  const read = async (name: string, text: string) => {
    const file = await openForeign(t, name, text);
    const { format, detection } = await detectFormat(file);
    return (await collect(format.read(file, detection.proposed))).flatMap((one) =>
      one.kind === 'keyword' ? [[one.subject.keyword, one.tags, one.volume, one.volumeDay]] : [],
    );
  };
  assert.deepEqual(await read('a.csv', SEMRUSH), [
    ['red shoes', ['shop'], 1000, '2026-01-02'],
    ['boots, black', [], 90, '2026-01-02'],
  ]);
  assert.deepEqual((await read('b.csv', POSITIONS))[0], ['red shoes', [], 1000, '2026-01-03']);
});
