import { readDay } from '../../values/dates.ts';
import { isDecimal } from '../../values/meanings.ts';
import { NO_FACTS, toSubject, type ImportFormat, type Reading } from '../format.ts';
import { normalizeColumn } from './find-columns.ts';
import { findSheet, readSheet, type Sheet, type SheetRow } from './sheet.ts';

const DAY_COLUMN = /^(?<mask>.+)_(?<day>\d{8})$/u;

interface DayColumns {
  readonly day: string;
  readonly domain: string;
  readonly position: number;
  /** -1: there is no such column. */
  readonly type: number;
  readonly landing: number;
}

/** The wide CSV of Semrush's position tracking: per day a place, which kind of result it was, and its page. */
export const semrushTracking: ImportFormat = {
  kind: 'semrush_tracking',
  name: 'Semrush, position tracking',
  detect: async (file) => {
    const sheet = await findSheet(file);
    const days = sheet === undefined ? [] : listDays(sheet);
    if (days.every(({ type, landing }) => type === -1 && landing === -1)) return undefined;
    return {
      sure: 0.95,
      why: `a table with ${days.length} days as Semrush names them (${sheet?.columns[days[0]?.position ?? 0]})`,
      notes: ['Its average counts what was not found as 100, and is not imported.'],
      questions: ['depth', 'location_code', 'language_code', 'device'],
      proposed: { scale: 'organic', engine: 'google' },
      columns: sheet?.columns ?? [],
    };
  },
  read: async function* (file, { depth }) {
    const sheet = await findSheet(file);
    if (sheet === undefined) return;
    const days = listDays(sheet);
    const find = (wanted: string): number => sheet.columns.findIndex((name) => normalizeColumn(name) === wanted);
    const beside = { tags: find('tags'), volume: find('search volume') };
    const keywordAt = find('keyword');
    for await (const rows of readSheet(file, sheet))
      yield rows.flatMap((row) => {
        const keyword = row.cells[keywordAt]?.trim() ?? '';
        return [...readFacts(row, keyword, days, beside), ...readRow(row, keyword, days, depth)];
      });
  },
};

function listDays({ columns }: Sheet): DayColumns[] {
  return columns.flatMap((name, position) => {
    const { mask, day } = DAY_COLUMN.exec(name)?.groups ?? {};
    if (mask === undefined || day === undefined) return [];
    const domain = mask.replace(/^\*\./u, '').replace(/\/.*$/u, '').toLowerCase();
    return [{ day, domain, position, type: columns.indexOf(`${name}_type`), landing: columns.indexOf(`${name}_landing`) }];
  });
}

interface Beside {
  readonly tags: number;
  readonly volume: number;
}

/** Tags and searches of a keyword, where it has any; the figure is of the newest day of the file. */
function readFacts({ row, cells }: SheetRow, keyword: string, days: readonly DayColumns[], { tags, volume }: Beside): Reading[] {
  const named = (cells[tags] ?? '')
    .split(/[,;|]/u)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const isCounted = /^\d{1,12}$/u.test(cells[volume]?.trim() ?? '');
  const newest = days
    .map(({ day }) => day)
    .toSorted()
    .at(-1);
  const read = newest === undefined ? undefined : readDay(newest, 'ymd');
  if (keyword === '' || (named.length === 0 && !isCounted)) return [];
  const facts = { ...NO_FACTS, tags: named, volume: isCounted ? Number(cells[volume]) : null };
  const volumeDay = isCounted && read !== undefined && 'day' in read ? read.day : null;
  return [
    { kind: 'keyword', row, subject: toSubject(keyword, { domain: days[0]?.domain ?? null, engine: 'google' }), ...facts, volumeDay },
  ];
}

function* readRow({ row, cells }: SheetRow, keyword: string, days: readonly DayColumns[], depth: number | undefined): Generator<Reading> {
  if (keyword === '') {
    yield { kind: 'rejected', row, reason: 'The keyword is empty', text: cells.join(',').slice(0, 500) };
    return;
  }
  for (const { day: text, domain, position, type, landing } of days) {
    const read = readDay(text, 'ymd');
    const cell = cells[position]?.trim() ?? '';
    if ('problem' in read) yield { kind: 'rejected', row, reason: read.problem, text: keyword };
    else if (isDecimal(cell)) yield { kind: 'rejected', row, reason: `"${cell}" is a place with decimals, so an average`, text: keyword };
    else
      yield {
        kind: 'point',
        row,
        subject: toSubject(keyword, { domain, engine: 'google' }),
        day: read.day,
        value: { outcome: 'cell', cell, ...(depth === undefined ? {} : { depth }) },
        url: cells[landing]?.trim() || null,
        scale: isOrganic(cells[type]) ? 'organic' : 'unknown',
        quality: 'measured',
      };
  }
}

/** Another kind of result than an organic one may be counted among others. */
function isOrganic(type: string | undefined): boolean {
  return ['', '-', 'organic'].includes((type ?? '').trim().toLowerCase());
}
