import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { listAppTweakLines, makeAppTweakAnswer } from '../../../../test/support/foreign-files/apptweak.ts';
import { collect } from '../../../../test/support/foreign-files/collect.ts';
import { makeForeignFolder, openForeign } from '../../../../test/support/foreign-files/folder.ts';
import { listPlannerCells, PLANNER_HEAD } from '../../../../test/support/foreign-files/keyword-planner.ts';
import { listOpenSeoStatements, makeOpenSeoFile } from '../../../../test/support/foreign-files/openseo.ts';
import { makeSerpBearFile } from '../../../../test/support/foreign-files/serpbear.ts';
import { makeSerposcopeBackup } from '../../../../test/support/foreign-files/serposcope.ts';
import { makeZip } from '../../../../test/support/foreign-files/zip.ts';
import { detectFormat } from './detect-format.ts';
import { RefusedFileError } from './refused/refused-format.ts';

const ROWS = 100;
const NOISE_SHARE = 0.01;
const SEEDS = 12;

function rows(make: (at: number) => string): string[] {
  return Array.from({ length: ROWS }, (_none, at) => make(at));
}

const SEMRUSH_HEADER = 'Keyword,Tags,*.example.com/*_20260101,*.example.com/*_20260101_type,*.example.com/*_20260101_landing,Search Volume';
const PAGE = 'https://example.com/a';
/** Tables, with commas and nothing that needs a quote. */
const TABLES: Readonly<Record<string, string[]>> = {
  semrush_tracking: [SEMRUSH_HEADER, ...rows((at) => `shoes ${at},shop,${1 + (at % 90)},organic,${PAGE},90`)],
  organic_export: [
    'Keyword,Position,Previous position,Search Volume,Keyword Difficulty,CPC,URL,Traffic,Timestamp',
    ...rows((at) => `shoes ${at},${1 + (at % 90)},5,1000,40,1,${PAGE},10,2026-01-03`),
  ],
  search_console_export: ['Top queries,Clicks,Impressions,CTR,Position', ...rows((at) => `shoes ${at},${at},${at * 9},11.1%,4.2`)],
  keyword_com: ['Keyword,Date,Rank', ...rows((at) => `shoes ${at},2026-01-03,${at % 5 === 0 ? 'OTR' : 1 + (at % 90)}`)],
  csv: ['keyword,date,position,url', ...rows((at) => `shoes ${at},2026-01-03,${1 + (at % 90)},${PAGE}`)],
};
const SERPBEAR = [
  'ID,Keyword,Position,URL,Country,City,Device,Updated,Added,Tags',
  ...rows((at) => `${at}, shoes ${at}, 7, ${PAGE}, Germany, -, desktop, 2026-01-03T10:00:00.000Z, 2025-01-01T10:00:00.000Z, a`),
];
const API = rows((at) =>
  JSON.stringify({
    ID: at,
    keyword: `shoes ${at}`,
    device: 'mobile',
    country: 'DE',
    domain: 'example.com',
    history: { '2026-1-3': 4 },
    lastResult: '[]',
  }),
);
const SERPOSCOPE = makeSerposcopeBackup({
  RUN: [[1, 0, '2025-01-01', '2025-01-01 03:00:00.0', null, 100, 0, 0, 1, 0]],
  GOOGLE_SEARCH: Array.from({ length: ROWS }, (_none, at) => [at + 1, `shoes ${at}`, 'de', null, 0, null, 'hl=de']),
});
/** Ranges alone in the one, figures with their months in the other. */
const PLANNERS = [
  listPlannerCells(
    rows((at) => `running shoes ${at}`).map((keyword, at) => ({ keyword, average: ['0', '50', '500', '5000'][at % 4]!, months: null })),
  ),
  listPlannerCells(
    rows((at) => `running shoes ${at}`).map((keyword, at) => ({ keyword, average: `${at * 10}`, months: Array(12).fill(`${at}`) })),
  ),
].map((cells) => cells.map((row) => row.join(',')));
const APPTWEAK = 'refused: AppTweak';
const OPENSEO = `${listOpenSeoStatements({ isSaving: true }).join(';\n')};\n`;

/** The same table as programs write it. */
function write(lines: readonly string[], sign: string, { isQuoted = false, end = '\n' } = {}): string {
  const cells = (line: string): string[] => line.split(',').map((cell) => (isQuoted ? `"${cell.trim()}"` : cell.trim()));
  return lines.map((line) => cells(line).join(sign) + end).join('');
}

function listTexts(lines: readonly string[]): string[] {
  const signs = [',', ';', '\t'].flatMap((sign) => [write(lines, sign), write(lines, sign, { isQuoted: true, end: '\r\n' })]);
  return [`${lines.join('\n')}\n`, `${lines.join('\r\n')}\r\n`, ...signs];
}

/** The lines above the header have one cell each, whose commas need quotes where commas part cells. */
function listPlannerTexts(lines: readonly string[]): string[] {
  return listTexts(lines).map((text) => {
    const isQuoted = (text.split(/\r?\n/u, 1)[0] ?? '').includes(',');
    const end = text.includes('\r\n') ? '\r\n' : '\n';
    return PLANNER_HEAD.map((line) => (isQuoted && line.includes(',') ? `"${line}"` : line) + end).join('') + text;
  });
}

/** The kind of a file, of one that is refused too. */
async function findKind(
  file: Parameters<typeof detectFormat>[0],
): Promise<{ readonly kind: string; readonly sure: number; readonly why: string }> {
  try {
    const { format, detection } = await detectFormat(file);
    return { kind: format.kind, ...detection };
  } catch (error) {
    if (error instanceof RefusedFileError) return { kind: APPTWEAK, sure: 1, why: error.message };
    throw error;
  }
}

/** Each text in each encoding, packed or not, and under a name that says nothing. */
function listFiles(text: string): [name: string, bytes: Buffer][] {
  const plain: [string, Buffer][] = [
    ['renamed.bin', Buffer.from(text)],
    ['mark.dat', Buffer.from(`\uFEFF${text}`)],
    ['utf-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['utf-16.txt', Buffer.from(text, 'utf16le')],
  ];
  return [...plain, ['packed', gzipSync(text)], ['zip', makeZip([{ name: 'a/b.bin', bytes: text }])]];
}

test('each file that was read or seen is known without help: renamed, with a mark, other signs and ends, UTF-16, quotes, packed', async (t) => {
  const texts: [kind: string, texts: string[]][] = [
    ...Object.entries(TABLES).map(([kind, lines]): [string, string[]] => [kind, listTexts(lines)]),
    ['serpbear_csv', listTexts(SERPBEAR)],
    ['serpbear_api', [API.join('\n'), API.join('\r\n')]],
    ['serposcope_backup', [SERPOSCOPE, SERPOSCOPE.replaceAll('\n', '\r\n')]],
    ['openseo_history', [OPENSEO, OPENSEO.replaceAll('\n', '\r\n')]],
    ...PLANNERS.map((lines): [string, string[]] => ['keyword_planner', listPlannerTexts(lines)]),
    [APPTWEAK, [makeAppTweakAnswer(ROWS), JSON.stringify(JSON.parse(makeAppTweakAnswer(ROWS)), undefined, 2).replaceAll('\n', '\r\n')]],
    [APPTWEAK, listTexts(listAppTweakLines(ROWS))],
  ];
  let files = 0;
  for (const [kind, forms] of texts)
    for (const [at, text] of forms.entries())
      // Every way to write it as it is, and the first and the last in every encoding.
      for (const [name, bytes] of at === 0 || at === forms.length - 1 ? listFiles(text) : listFiles(text).slice(0, 1)) {
        const found = await findKind(await openForeign(t, name, bytes));
        assert.equal(found.kind, kind, `form ${at} of ${kind} as ${name}: ${found.why}`);
        files += 1;
      }
  assert.equal(files, 210);
});

test('a database is known under any name, by itself and in an archive', async (t) => {
  const folder = makeForeignFolder(t);
  makeSerpBearFile(join(folder, 'serpbear'), { keywords: 2, days: 3, first: '2025-01-01' });
  makeOpenSeoFile(join(folder, 'openseo'), { isSaving: true });
  for (const [name, kind] of [
    ['serpbear', 'serpbear_database'],
    ['openseo', 'openseo_history'],
  ] as const) {
    const bytes = readFileSync(join(folder, name));
    for (const form of [bytes, gzipSync(bytes), makeZip([{ name: 'x', bytes }])]) {
      const file = await openForeign(t, 'renamed.csv', form);
      const { format } = await detectFormat(file);
      assert.equal(format.kind, kind);
      assert.ok((await collect(format.read(file, {}))).some((reading) => reading.kind === 'point'));
    }
  }
});

test('OpenSEO gives its places in the zone that is said, by its database, and by its dump, which may be older', async (t) => {
  const folder = makeForeignFolder(t);
  makeOpenSeoFile(join(folder, 'older'), { isSaving: false });
  const files = [
    await openForeign(t, 'dump.sql', OPENSEO),
    await openForeign(t, 'older.sql', `${listOpenSeoStatements({ isSaving: false }).join(';\n')};\n`),
    await openForeign(t, 'older.sqlite', readFileSync(join(folder, 'older'))),
  ];
  for (const file of files) {
    const { format } = await detectFormat(file);
    const readings = await collect(format.read(file, { time_zone: 'Europe/Berlin' }));
    assert.deepEqual(
      readings.flatMap((one) => (one.kind === 'point' ? [[one.subject.keyword, one.subject.device, one.day, one.value]] : [])),
      [
        ['red shoes', 'desktop', '2026-01-04', { outcome: 'ranked', position: 4 }],
        ['red shoes', 'mobile', '2026-01-03', { outcome: 'not_found', depth: null }],
      ],
    );
  }
});

/** Numbers from 0 to 1, the same ones for a seed. */
function makeDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Where rows begin: behind the names of columns, which may not be the first line. */
function endOfHeader(text: string): number {
  const before = text.startsWith(PLANNER_HEAD[0]!) ? PLANNER_HEAD.length : 0;
  return text.split('\n', before + 1).join('\n').length + 1;
}

function spoil(bytes: Buffer, from: number, seed: number): Buffer {
  const dice = makeDice(seed);
  const spoiled = Buffer.from(bytes);
  for (let at = from; at < spoiled.length; at += 1) if (dice() < NOISE_SHARE) spoiled[at] = 33 + Math.floor(dice() * 93);
  return spoiled;
}

test('with 1 % of its bytes wrong a file is still of its kind, or unknown with a reason, and never of another kind', async (t) => {
  const files: [kind: string, text: string][] = [
    ...Object.entries(TABLES).map(([kind, lines]): [string, string] => [kind, write(lines, ',')]),
    ['serpbear_csv', `${SERPBEAR.join('\n')}\n`],
    ['serpbear_api', API.join('\n')],
    ['serposcope_backup', SERPOSCOPE],
    ['openseo_history', OPENSEO],
    ...PLANNERS.map((lines): [string, string] => ['keyword_planner', `${PLANNER_HEAD.join('\n')}\n${write(lines, '\t')}`]),
    [APPTWEAK, makeAppTweakAnswer(ROWS)],
    [APPTWEAK, write(listAppTweakLines(ROWS), ',')],
  ];
  let known = 0;
  for (const [kind, text] of files)
    for (let seed = 1; seed <= SEEDS; seed += 1)
      // Everywhere, and behind the header.
      for (const from of [0, endOfHeader(text)]) {
        const file = await openForeign(t, 'noise', spoil(Buffer.from(text), from, seed));
        const found = await findKind(file).catch((error: Error) => error);
        if (found instanceof Error) {
          assert.equal(found.name, 'UnreadableFileError', found.stack);
          assert.ok(found.message.length > 0);
          continue;
        }
        // A table whose header is damaged may be a table of which nothing more is claimed.
        const isPlain = found.kind === 'csv' && found.sure <= 0.6 && from === 0;
        assert.ok(found.kind === kind || isPlain, `${kind} with seed ${seed} from ${from}: ${found.kind}, ${found.why}`);
        known += found.kind === kind ? 1 : 0;
      }
  assert.ok(known > files.length * SEEDS, `${known} are known`);
  t.diagnostic(`${known} of ${files.length * SEEDS * 2} are still known`);
});
