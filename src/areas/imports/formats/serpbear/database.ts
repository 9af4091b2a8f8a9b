import { isSqlite, isWithWal, readSqlite } from '../../opening/sqlite.ts';
import type { ImportFormat } from '../format.ts';
import { SERPBEAR_COLUMNS } from './keyword-columns.ts';
import { readSerpBearKeyword, toSerpBearKeyword } from './keyword-row.ts';

/** Columns that older releases lack. */
const OPTIONAL: readonly string[] = ['volume'];

/** `data/database.sqlite` of SerpBear. */
export const serpBearDatabase: ImportFormat = {
  kind: 'serpbear_database',
  name: 'SerpBear, database.sqlite',
  detect: async (file) => {
    // The statements that made the tables stand in the first pages.
    const schema = file.head.toString('latin1');
    if (!isSqlite(file.head) || !/create table\s+[`"]?keyword[`"]?\s*\(/iu.test(schema)) return undefined;
    if (!schema.includes('lastUpdateError') || !schema.includes('lastResult')) return undefined;
    const notes = [
      'SerpBear writes the place of before into the day of a failed check. Days that can be told from the last failure are unknown; older copies stand as reported.',
    ];
    if (isWithWal(file.head) && !file.hasWal)
      notes.push(
        'The newest days may be missing: they can lie in database.sqlite-wal until SerpBear is stopped. A zip of both files has them.',
      );
    return {
      sure: 0.99,
      why: 'a SQLite file with the table keyword of SerpBear',
      notes,
      questions: ['time_zone', 'language_code'],
      proposed: { scale: 'organic', engine: 'google' },
    };
  },
  read: async function* (file, { time_zone: timeZone = 'UTC' }) {
    const tables = [{ table: 'keyword', columns: SERPBEAR_COLUMNS.filter((name) => !OPTIONAL.includes(name)), optional: OPTIONAL }];
    for await (const rows of readSqlite({ path: await file.toPath(), hasWal: file.hasWal, tables }))
      for (const { row } of rows) yield [...readSerpBearKeyword(toSerpBearKeyword(row, Number(row['ID'] ?? 0)), timeZone)];
  },
};
