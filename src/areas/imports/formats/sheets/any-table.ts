import { findCountryCode } from '../../values/countries.ts';
import { makeOrderFinder, readDay, type DateOrder, type OrderFound } from '../../values/dates.ts';
import { isDecimal } from '../../values/meanings.ts';
import type { ColumnRole, Mapping } from '../../values/mapping.ts';
import { NO_FACTS, toSubject, type Detection, type ImportFormat, type PointSubject, type Question, type Reading } from '../format.ts';
import { UnreadableFileError } from '../../opening/unreadable.ts';
import type { SourceFile } from '../../opening/source-file.ts';
import { findColumns, listDayColumns, makeCellReader } from './find-columns.ts';
import { findSheet, readSheet, type Sheet, type SheetRow } from './sheet.ts';

/** Any CSV, long (a row a day) or wide (a column a day); the one with the fewest claims. */
export const anyTable: ImportFormat = {
  kind: 'csv',
  name: 'CSV',
  detect: async (file) => {
    const sheet = await findSheet(file);
    return sheet === undefined ? undefined : await describe(file, sheet);
  },
  read: async function* (file, mapping) {
    const sheet = await findSheet(file);
    if (sheet === undefined) throw new UnreadableFileError('The file is no table of text');
    const columns = mapping.columns ?? findColumns(sheet);
    const absent = Object.values(columns).filter((name) => !sheet.columns.includes(name));
    if (absent.length > 0) throw new UnreadableFileError(`The file has no column "${absent[0]}"`);
    const readRow = makeRowReader(sheet, columns, mapping);
    for await (const rows of readSheet(file, sheet)) {
      const readings: Reading[] = [];
      for (const row of rows) readRow(row, readings);
      yield readings;
    }
  },
};

async function describe(file: SourceFile, sheet: Sheet): Promise<Detection | undefined> {
  const columns = findColumns(sheet);
  const days = listDayColumns(sheet);
  const isWide = days.length >= 2 || (days.length === 1 && columns.position === undefined);
  const order = await findOrder(file, sheet, isWide, columns.date);
  const isWhole = columns.keyword !== undefined && (isWide || (columns.position !== undefined && columns.date !== undefined));
  const questions: Question[] = isWhole ? [] : ['columns'];
  if (order.order === null || order.order === 'both') questions.push('date_order');
  if (columns.domain === undefined) questions.push('domain');
  if (columns.language === undefined) questions.push('language_code');
  if (columns.location === undefined) questions.push('location_code');
  if (columns.device === undefined) questions.push('device');
  return {
    sure: isWhole ? 0.6 : 0.3,
    why: isWide ? `a table with ${days.length} days as columns` : `a table with the columns ${sheet.columns.slice(0, 12).join(', ')}`,
    notes: noteOrder(order),
    questions,
    proposed: {
      columns,
      layout: isWide ? 'wide' : 'long',
      scale: 'unknown',
      ...(order.order === 'dmy' || order.order === 'mdy' ? { date_order: order.order } : {}),
    },
    columns: sheet.columns,
  };
}

function noteOrder(found: OrderFound): string[] {
  if (found.order === null) return [`${found.example} can be read in two ways: say whether the day or the month stands first.`];
  if (found.order === 'both') return [`The dates are written in two ways: ${found.example}.`];
  return found.order === 'ymd'
    ? []
    : [`Dates are read as ${found.order === 'dmy' ? 'day, month, year' : 'month, day, year'}: ${found.why}.`];
}

/** Looks at dates until one decides; a file in which none does is read to its end. */
async function findOrder(file: SourceFile, sheet: Sheet, isWide: boolean, column: string | undefined): Promise<OrderFound> {
  const finder = makeOrderFinder();
  if (isWide) for (const { name } of listDayColumns(sheet)) finder.see(name);
  if (isWide || column === undefined) return finder.found();
  const at = sheet.columns.indexOf(column);
  for await (const rows of readSheet(file, sheet)) {
    for (const { cells } of rows) finder.see(cells[at] ?? '');
    // Dates that can be read in one way only stay so, as far as a sample can say.
    if ((rows.at(-1)?.row ?? 0) > 10_000 && finder.found().order !== null) break;
  }
  return finder.found();
}

/** Adds what a row says to the readings. */
type RowReader = (row: SheetRow, to: Reading[]) => void;

function makeRowReader(sheet: Sheet, columns: Partial<Record<ColumnRole, string>>, mapping: Mapping): RowReader {
  const cell = makeCellReader(sheet.columns, columns);
  const readSubject = makeSubjectReader(cell);
  const order: DateOrder | undefined = mapping.date_order;
  const days = mapping.layout === 'wide' ? listDayColumns(sheet) : undefined;
  const readPoint = (subject: PointSubject, { row, cells }: SheetRow, { day, position }: DayCell): Reading => {
    const read = readDay(day, order);
    if ('problem' in read) return reject(sheet, { row, cells }, read.problem);
    if (isDecimal(position)) return reject(sheet, { row, cells }, `"${position}" is a place with decimals, so an average`);
    const url = cell(cells, 'url');
    const depth = readDepth(cell(cells, 'depth'), mapping);
    return {
      kind: 'point',
      row,
      subject,
      day: read.day,
      value: depth === undefined ? { outcome: 'cell', cell: position } : { outcome: 'cell', cell: position, depth },
      url: url === '' ? null : url,
      scale: mapping.scale ?? 'unknown',
      quality: 'as_reported',
    };
  };
  return (row, to) => {
    const { cells } = row;
    if (cell(cells, 'keyword') === '') {
      to.push(reject(sheet, row, 'The keyword is empty'));
      return;
    }
    const subject = readSubject(cells);
    const tags = readTags(cell(cells, 'tags'));
    if (tags.length > 0) to.push({ kind: 'keyword', row: row.row, subject, ...NO_FACTS, tags });
    if (days === undefined)
      to.push(readPoint(subject, row, { day: cell(cells, 'date') || (mapping.day ?? ''), position: cell(cells, 'position') }));
    else for (const { at, name } of days) to.push(readPoint(subject, row, { day: name, position: cells[at] ?? '' }));
  };
}

interface DayCell {
  readonly day: string;
  readonly position: string;
}

function reject({ delimiter }: Sheet, { row, cells }: SheetRow, reason: string): Reading {
  return { kind: 'rejected', row, reason, text: cells.join(delimiter).slice(0, 500) };
}

function readDepth(cell: string, { depth }: Mapping): number | undefined {
  return cell !== '' && /^\d{1,4}$/u.test(cell) ? Number(cell) : depth;
}

function readTags(cell: string): string[] {
  if (cell === '') return [];
  return cell
    .split(/[,;|]/u)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

const SUBJECT_ROLES = ['keyword', 'domain', 'device', 'location', 'language', 'engine'] as const;

/** Rows of the same keyword mostly follow each other, and have the same subject then. */
function makeSubjectReader(cell: ReturnType<typeof makeCellReader>): (cells: readonly string[]) => PointSubject {
  let before: readonly string[] = [];
  let subject: PointSubject | undefined;
  return (cells) => {
    if (subject !== undefined && SUBJECT_ROLES.every((role, at) => before[at] === cell(cells, role))) return subject;
    before = SUBJECT_ROLES.map((role) => cell(cells, role));
    subject = toTableSubject(cell(cells, 'keyword'), (role) => cell(cells, role));
    return subject;
  };
}

function toTableSubject(keyword: string, cell: (role: ColumnRole) => string): PointSubject {
  const device = cell('device').toLowerCase();
  const location = cell('location');
  const code = /^\d{4,9}$/u.test(location) ? Number(location) : null;
  const isPhone = ['mobile', 'smartphone', 'phone'].includes(device);
  return toSubject(keyword, {
    domain: cell('domain') === '' ? null : cell('domain'),
    device: isPhone ? 'mobile' : device === 'desktop' ? 'desktop' : null,
    country: code === null ? findCountryCode(location) : null,
    place: code === null && findCountryCode(location) === null && location !== '' ? location : null,
    locationCode: code,
    languageCode: cell('language') === '' ? null : cell('language').toLowerCase(),
    engine: cell('engine') === '' ? null : cell('engine').toLowerCase(),
  });
}
