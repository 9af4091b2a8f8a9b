import { headLines } from '../../opening/lines.ts';
import type { SourceFile } from '../../opening/source-file.ts';
import { UnreadableFileError } from '../../opening/unreadable.ts';
import { headText } from '../head-text.ts';
import { NO_FACTS, toSubject, type ImportFormat, type KeywordFacts, type MonthSearches, type Reading } from '../format.ts';
import { normalizeColumn } from './find-columns.ts';
import { readMonth, readRange, readSearches, readSpanEnd, type Month } from './planner-values.ts';
import { findSheet, readSheet, type Sheet, type SheetRow } from './sheet.ts';

/** Columns that only the Keyword Planner has beside the average. */
const OWN_COLUMNS = ['competition indexed value', 'top of page bid low range', 'top of page bid high range', 'in account', 'in plan'];
const OWN_COLUMNS_MIN = 2;
/** Named by the planner, or at least known by their year: a month in a language that is not read. */
const OTHER_MONTH = /^.+\s(?:19|20)\d{2}$/u;

interface Planned {
  readonly sheet: Sheet;
  readonly keyword: number;
  readonly average: number;
  readonly months: readonly (Month & { readonly at: number })[];
  /** The last day of the span of the file; null: it cannot be read. */
  readonly day: string | null;
}

/** Keywords with their searches, as Google's Keyword Planner exports them. It has no positions. */
export const keywordPlanner: ImportFormat = {
  kind: 'keyword_planner',
  name: 'Google Keyword Planner, CSV',
  detect: async (file) => {
    const found = await findPlanned(file);
    if (found === undefined) return undefined;
    const unread = found.months.length === 0 && found.sheet.columns.some((name) => OTHER_MONTH.test(name));
    return {
      sure: 0.95,
      why: 'keywords with average monthly searches and bids, as the Keyword Planner exports them',
      notes: [
        'It has no positions: its keywords can be tracked, and their searches are kept with their day.',
        'Averages of 0, 50, 500, 5,000 and so on without searches by month are ranges, which Google gives to accounts that spend little: they stay ranges.',
        ...(unread ? ['The names of its months cannot be read: their searches are left out.'] : []),
      ],
      questions: [...(found.day === null ? ['day' as const] : []), 'location_code', 'language_code', 'device'],
      proposed: { scale: 'unknown', engine: 'google' },
    };
  },
  read: async function* (file, { day: saidDay }) {
    const found = await findPlanned(file);
    if (found === undefined) throw new UnreadableFileError('The file has no columns of the Keyword Planner');
    const known = { ...found, day: found.day ?? saidDay ?? null };
    for await (const rows of readSheet(file, found.sheet)) yield rows.map((row) => readRow(row, known));
  },
};

async function findPlanned(file: SourceFile): Promise<Planned | undefined> {
  const sheet = await findSheet(file);
  if (sheet === undefined) return undefined;
  const names = sheet.columns.map(normalizeColumn);
  const [keyword, average] = [names.indexOf('keyword'), names.findIndex((name) => /^(?:avg|average) monthly searches$/u.test(name))];
  if (keyword === -1 || average === -1 || OWN_COLUMNS.filter((name) => names.includes(name)).length < OWN_COLUMNS_MIN) return undefined;
  const months = sheet.columns.flatMap((name, at) => {
    const month = readMonth(name);
    return month === undefined ? [] : [{ ...month, at }];
  });
  const before = headLines(headText(file), sheet.headerRow - 1);
  const last = months
    .map(({ lastDay }) => lastDay)
    .toSorted()
    .at(-1);
  return { sheet, keyword, average, months, day: readSpanEnd(before) ?? last ?? null };
}

function readRow({ row, cells }: SheetRow, { sheet, keyword, average, months, day }: Planned): Reading {
  const reject = (reason: string): Reading => ({ kind: 'rejected', row, reason, text: cells.join(sheet.delimiter).slice(0, 500) });
  const name = (cells[keyword] ?? '').trim();
  if (name === '') return reject('The keyword is empty');
  const cell = (cells[average] ?? '').trim();
  const searches = readSearches(cell);
  const range = readRange(cell);
  if (cell !== '' && searches === undefined && range === undefined) return reject(`"${cell.slice(0, 40)}" is no number of searches`);
  const byMonth: MonthSearches[] = months.flatMap(({ at, month }) => {
    const counted = readSearches((cells[at] ?? '').trim());
    return counted === undefined ? [] : [{ month, searches: counted }];
  });
  const monthlySearches = byMonth.length === 0 ? null : byMonth.toSorted((a, b) => (a.month < b.month ? -1 : 1));
  const figures: Partial<KeywordFacts> =
    range !== undefined && (searches === undefined || monthlySearches === null)
      ? { volumeMin: range.min, volumeMax: range.max }
      : { volume: searches ?? null };
  const hasFigure = cell !== '' || monthlySearches !== null;
  const subject = toSubject(name, { engine: 'google' });
  return { kind: 'keyword', row, subject, ...NO_FACTS, ...figures, monthlySearches, volumeDay: hasFigure ? day : null };
}
