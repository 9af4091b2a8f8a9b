import { looksLikeDay } from '../../values/dates.ts';
import { UnreadableFileError } from '../../opening/unreadable.ts';
import type { SourceFile } from '../../opening/source-file.ts';
import { NO_FACTS, toSubject, type ImportFormat, type Reading, type TotalFacts } from '../format.ts';
import { findSheet, readSheet, type Sheet, type SheetRow } from './sheet.ts';

/** Name, clicks, impressions, CTR and position: the order is the same in every language of the screen, and the names are not. */
const COLUMNS = 5;
const COUNT = /^\d{1,15}$/u;
const SHARE = /^\d{1,3}(?:[.,]\d+)?\s?%$/u;
const AVERAGE = /^\d{1,4}(?:[.,]\d+)?$/u;
/** Share of the rows of a sample that have the shape; the others are noise. */
const SHAPED_SHARE = 0.6;

type TableKind = TotalFacts['table'];

interface FoundTable {
  readonly file: SourceFile;
  readonly sheet: Sheet;
  readonly table: TableKind;
}

/** What the screen of Search Console exports: totals of a span of days, in a zip of tables or one of them. */
export const searchConsoleExport: ImportFormat = {
  kind: 'search_console_export',
  name: 'Search Console, export of the screen',
  detect: async (file) => {
    const tables = await findTables(file);
    if (tables.length === 0) return undefined;
    return {
      sure: 0.92,
      why: `${tables.length > 1 ? `${tables.length} tables` : 'a table'} of clicks, impressions, CTR and position, as Search Console exports them`,
      notes: [
        'These are totals of a span, which the file does not name: they are shown, and never made into days.',
        'The screen exports 1,000 rows a table at most. Its positions are averages over impressions, and are not imported.',
      ],
      questions: ['location_code', 'language_code', 'device'],
      proposed: { scale: 'unknown', engine: 'google' },
    };
  },
  read: async function* (file) {
    const tables = await findTables(file);
    if (tables.length === 0) throw new UnreadableFileError('The file has no table of Search Console');
    for (const found of tables)
      for await (const rows of readSheet(found.file, found.sheet)) yield rows.flatMap((row) => readRow(row, found.table));
  },
};

function readRow({ row, cells }: SheetRow, table: TableKind): Reading[] {
  if (!isShaped(cells))
    return [{ kind: 'rejected', row, reason: 'The row has no clicks, impressions, CTR and position', text: cells.join(',').slice(0, 500) }];
  const [name = '', clicks = '', impressions = '', ctr = '', position = ''] = cells.map((cell) => cell.trim());
  const numbers = {
    clicks: Number(clicks),
    impressions: Number(impressions),
    ctr: toNumber(ctr.replace('%', '')) / 100,
    position: toNumber(position),
  };
  const total: Reading = { kind: 'total', row, table, name, ...numbers };
  return table === 'query' ? [total, { kind: 'keyword', row, subject: toSubject(name, { engine: 'google' }), ...NO_FACTS }] : [total];
}

async function findTables(file: SourceFile): Promise<FoundTable[]> {
  const found: { file: SourceFile; sheet: Sheet; names: string[] }[] = [];
  for (const part of file.parts.length === 0 ? [file] : file.parts) {
    const sheet = await findSheet(part);
    if (sheet === undefined || sheet.columns.length !== COLUMNS) continue;
    const shaped = sheet.sample.filter(isShaped);
    if (shaped.length > 0 && shaped.length >= sheet.sample.length * SHAPED_SHARE)
      found.push({ file: part, sheet, names: shaped.map(([name = '']) => name.trim()) });
  }
  const queries = findQueries(found.map(({ names }) => names));
  return found.map(({ names, ...rest }) => ({ ...rest, table: names === queries ? 'query' : kindOf(names) }));
}

/** Queries are written in lower case, and names of countries and devices are not; where nothing decides, they come first. */
function findQueries(tables: readonly string[][]): string[] | undefined {
  const others = tables.filter((names) => kindOf(names) === 'other');
  const isLower = (names: readonly string[]): boolean =>
    names.filter((name) => name === name.toLowerCase()).length >= names.length * SHAPED_SHARE;
  return others.find(isLower);
}

function kindOf(names: readonly string[]): TableKind {
  if (names.every((name) => /^https?:\/\//iu.test(name))) return 'page';
  return names.every((name) => looksLikeDay(name)) ? 'day' : 'other';
}

function isShaped(cells: readonly string[]): boolean {
  const [name = '', clicks = '', impressions = '', ctr = '', position = ''] = cells.map((cell) => cell.trim());
  return name !== '' && COUNT.test(clicks) && COUNT.test(impressions) && SHARE.test(ctr) && AVERAGE.test(position);
}

function toNumber(text: string): number {
  return Number(text.trim().replace(',', '.'));
}
