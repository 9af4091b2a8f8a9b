import { findCountryCode } from '../../values/countries.ts';
import { makeOrderFinder, readDay } from '../../values/dates.ts';
import { isDecimal } from '../../values/meanings.ts';
import type { SourceFile } from '../../opening/source-file.ts';
import { NO_FACTS, toSubject, type ImportFormat, type PointSubject, type Reading } from '../format.ts';
import { normalizeColumn } from './find-columns.ts';
import { findSheet, readSheet, type Sheet, type SheetRow } from './sheet.ts';

const POSITIONS = ['current position', 'position'];
const URLS = ['current url', 'url'];
const DAYS = ['timestamp', 'last update', 'updated', 'current date'];
/** Figures that only an index of keywords has beside a place. */
const FIGURES = ['traffic', 'traffic desc', 'current organic traffic', 'organic traffic', 'keyword difficulty', 'kd', 'difficulty', 'cpc'];
const FIGURES_MIN = 2;
/** `example.com-organic.Positions-us-20260103-…csv` of Semrush, `example.com-organic-keywords-subdomains-us_2026-…csv` of Ahrefs. */
const NAME = /^(?<domain>(?:[a-z0-9-]+\.)+[a-z]{2,})[-_]organic.*?[-_](?<country>[a-z]{2})[-_]/iu;

interface Places {
  readonly keyword: number;
  readonly position: number;
  readonly url: number;
  readonly day: number;
  readonly country: number;
  readonly volume: number;
}

/** One day of an index of keywords, one row a keyword and page: Semrush "Organic positions" and Ahrefs "Organic keywords". */
export const organicExport: ImportFormat = {
  kind: 'organic_export',
  name: 'Semrush organic positions, Ahrefs organic keywords',
  detect: async (file) => {
    const sheet = await findSheet(file);
    const places = sheet === undefined ? undefined : findPlaces(sheet);
    if (sheet === undefined || places === undefined) return undefined;
    const market = readName(file.name);
    return {
      sure: 0.9,
      why: 'a table of keywords, places, pages and traffic, as an index of keywords exports it',
      notes: [
        'These are estimates of an index of keywords, not measurements of yours: they are best for keywords. Of several pages of a keyword the best place is taken.',
      ],
      questions: [
        ...(places.day === -1 ? ['day' as const] : []),
        ...(market.domain === null ? ['domain' as const] : []),
        ...(market.country === null && places.country === -1 ? ['location_code' as const] : []),
        'language_code',
        'device',
      ],
      proposed: { scale: 'unknown', engine: 'google' },
      columns: sheet.columns,
    };
  },
  read: async function* (file, { day: saidDay, date_order: saidOrder }) {
    const sheet = await findSheet(file);
    const places = sheet === undefined ? undefined : findPlaces(sheet);
    if (sheet === undefined || places === undefined) return;
    const market = readName(file.name);
    const order = saidOrder ?? findSampleOrder(sheet, places);
    const readRow = ({ row, cells }: SheetRow): Reading[] => {
      const at = (place: number): string => (cells[place] ?? '').trim();
      const country = findCountryCode(at(places.country)) ?? market.country;
      const subject = toSubject(at(places.keyword), { domain: market.domain, country, engine: 'google' });
      const read = readDay(at(places.day) || (saidDay ?? ''), order);
      const problem = findProblem(subject.keyword, at(places.position)) ?? ('problem' in read ? read.problem : undefined);
      if (problem !== undefined || 'problem' in read) return [toRejected(row, problem, cells)];
      const value = { outcome: 'cell', cell: at(places.position) } as const;
      const url = at(places.url) || null;
      return [
        ...readVolume(at(places.volume), { row, subject, day: read.day }),
        { kind: 'point', row, subject, day: read.day, value, url, scale: 'unknown', quality: 'index' },
      ];
    };
    for await (const rows of readSheet(file, sheet)) yield rows.flatMap(readRow);
  },
};

interface OnDay {
  readonly row: number;
  readonly subject: PointSubject;
  readonly day: string;
}

function readVolume(cell: string, { row, subject, day }: OnDay): Reading[] {
  if (!/^\d{1,12}$/u.test(cell)) return [];
  return [{ kind: 'keyword', row, subject, ...NO_FACTS, volume: Number(cell), volumeDay: day }];
}

function toRejected(row: number, problem: string | undefined, cells: readonly string[]): Reading {
  return { kind: 'rejected', row, reason: problem ?? 'The row cannot be read', text: cells.join(',').slice(0, 500) };
}

function findProblem(keyword: string, position: string): string | undefined {
  if (keyword === '') return 'The keyword is empty';
  return isDecimal(position) ? `"${position}" is a place with decimals, so an average` : undefined;
}

function findPlaces({ columns }: Pick<Sheet, 'columns'>): Places | undefined {
  const names = columns.map(normalizeColumn);
  const find = (wanted: readonly string[]): number => wanted.map((name) => names.indexOf(name)).find((at) => at !== -1) ?? -1;
  const places = {
    keyword: find(['keyword']),
    position: find(POSITIONS),
    url: find(URLS),
    day: find(DAYS),
    country: find(['country', 'location']),
    volume: find(['search volume', 'volume']),
  };
  const figures = FIGURES.filter((name) => names.includes(name)).length;
  const isIndex = places.keyword !== -1 && places.position !== -1 && places.url !== -1 && figures >= FIGURES_MIN;
  return isIndex ? places : undefined;
}

function findSampleOrder({ sample }: Sheet, { day }: Places): 'dmy' | 'mdy' | undefined {
  const finder = makeOrderFinder();
  for (const cells of sample) finder.see(cells[day] ?? '');
  const { order } = finder.found();
  return order === 'dmy' || order === 'mdy' ? order : undefined;
}

function readName(name: SourceFile['name']): { readonly domain: string | null; readonly country: string | null } {
  const { domain = null, country = null } = NAME.exec(name)?.groups ?? {};
  return { domain, country: country?.toUpperCase() ?? null };
}
