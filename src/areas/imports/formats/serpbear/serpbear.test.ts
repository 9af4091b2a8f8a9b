import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { DatabaseSync } from 'node:sqlite';
import { addDays } from '#kernel/days.ts';
import { collect } from '../../../../../test/support/foreign-files/collect.ts';
import { makeForeignFolder, openForeign } from '../../../../../test/support/foreign-files/folder.ts';
import { FAILED_DAYS, makeSerpBearFile, placeOf } from '../../../../../test/support/foreign-files/serpbear.ts';
import { openSourceFile } from '../../opening/source-file.ts';
import { detectFormat } from '../detect-format.ts';
import { NO_FACTS } from '../format.ts';

const FIRST = '2024-11-20';
const DAYS = 400;

test('a database of SerpBear gives each day as it was: failures are unknown, zeros too, and the newest has its depth', async (t) => {
  const path = join(makeForeignFolder(t), 'renamed.bin');
  makeSerpBearFile(path, { keywords: 50, days: DAYS, first: FIRST });
  const file = await openSourceFile(path, 'renamed.bin');
  const { format, detection } = await detectFormat(file);
  assert.equal(format.kind, 'serpbear_database');
  assert.deepEqual(detection.questions, ['time_zone', 'language_code']);
  const points = (await collect(format.read(file, {}))).filter((reading) => reading.kind === 'point');
  assert.equal(points.length, 50 * DAYS);
  const lastGood = DAYS - 1 - FAILED_DAYS;
  for (const { subject, day, value, scale } of points) {
    const keyword = Number(subject.keyword.split(' ')[1]);
    const at = (Date.parse(day) - Date.parse(FIRST)) / 86_400_000;
    const place = placeOf(keyword, at);
    const expected =
      at > lastGood
        ? { outcome: 'unknown' }
        : place > 0
          ? { outcome: 'ranked', position: place }
          : at === lastGood
            ? { outcome: 'not_found', depth: 30 }
            : { outcome: 'unknown' };
    assert.deepEqual(value, expected, `${subject.keyword} on ${day}`);
    assert.equal(scale, 'organic');
  }
  assert.ok(points.some(({ value }) => value.outcome === 'not_found'));
  const [first] = points;
  assert.deepEqual([first?.day, first?.subject.country, first?.subject.domain], [addDays(FIRST, 0), 'DE', 'example.com']);
});

test('the CSV of SerpBear is split from both ends', async (t) => {
  const file = await openForeign(
    t,
    'keywords.csv',
    [
      'ID,Keyword,Position,URL,Country,City,Device,Updated,Added,Tags',
      '1, shoes, red, 7, https://example.com/a, United States, -, desktop, 2026-01-03T10:00:00.000Z, 2025-01-01T10:00:00.000Z, a,b',
      '2, boots, -, -, Germany, Berlin, mobile, 2026-01-04T10:00:00.000Z, 2025-01-01T10:00:00.000Z, ',
      'broken line',
      '',
    ].join('\r\n'),
  );
  const { format } = await detectFormat(file);
  assert.equal(format.kind, 'serpbear_csv');
  const readings = await collect(format.read(file, { domain: 'example.com' }));
  const points = readings.filter((reading) => reading.kind === 'point');
  assert.deepEqual(
    points.map(({ row, subject, day, value }) => [row, subject.keyword, subject.country, subject.place, subject.device, day, value]),
    [
      [2, 'shoes, red', 'US', null, 'desktop', '2026-01-03', { outcome: 'cell', cell: '7' }],
      [3, 'boots', 'DE', 'Berlin', 'mobile', '2026-01-04', { outcome: 'cell', cell: '-' }],
    ],
  );
  assert.deepEqual(
    readings.find(({ kind }) => kind === 'keyword'),
    { kind: 'keyword', row: 2, subject: points[0]?.subject, ...NO_FACTS, tags: ['a', 'b'] },
  );
  assert.equal(readings.at(-1)?.kind, 'rejected');
});

test('a SQLite file with a view, a trigger, a virtual table, or a lie in its header is refused, and nothing of it runs', async (t) => {
  const folder = makeForeignFolder(t);
  const columns = 'ID, keyword, device, country, city, domain, lastUpdated, history, tags, lastResult, sticky, lastUpdateError';
  const bomb = 'with recursive r(n) as (select 1 union all select n + 1 from r) select n from r';
  const hostile: Record<string, (database: DatabaseSync) => void> = {
    view: (database) =>
      database.exec(
        `create table hidden (x); create view keyword as select ${columns
          .split(', ')
          .map((name) => `(${bomb}) as "${name}"`)
          .join(', ')} from hidden; create table "x keyword (" (y)`,
      ),
    trigger: (database) =>
      database.exec(`create table keyword (${columns}); create trigger t after insert on keyword begin delete from keyword; end`),
    virtual: (database) => database.exec(`create virtual table keyword using fts5(ID, device)`),
    generated: (database) =>
      database.exec(
        `create table keyword (${columns.replace('history', 'history as (hex(zeroblob(100000000)))')}); insert into keyword (keyword) values ('a')`,
      ),
    lacking: (database) => database.exec('create table keyword (ID, keyword)'),
  };
  const { serpBearDatabase } = await import('./database.ts');
  for (const [name, make] of Object.entries(hostile)) {
    const path = join(folder, `${name}.sqlite`);
    const database = new DatabaseSync(path);
    make(database);
    database.close();
    const file = await openSourceFile(path, name);
    await assert.rejects(collect(serpBearDatabase.read(file, {})), { name: 'UnreadableFileError' }, name);
  }
  const lie = Buffer.alloc(8192);
  lie.write('SQLite format 3\0', 'latin1');
  lie.writeUInt16BE(4096, 16);
  lie.writeUInt32BE(0xffffffff, 28);
  const file = await openForeign(t, 'lie.sqlite', lie);
  await assert.rejects(collect(serpBearDatabase.read(file, {})), { name: 'UnreadableFileError' });
});
