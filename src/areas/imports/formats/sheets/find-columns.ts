import { looksLikeDay } from '../../values/dates.ts';
import type { ColumnRole } from '../../values/mapping.ts';
import type { Sheet } from './sheet.ts';

/** Names that programs give their columns, in lower case without signs. */
const NAMES: Readonly<Record<ColumnRole, readonly string[]>> = {
  keyword: ['keyword', 'keywords', 'query', 'search term', 'searchterm', 'suchbegriff', 'mot cle', 'palabra clave', 'phrase', 'key phrase'],
  date: ['date', 'day', 'datum', 'fecha', 'check date', 'checked', 'updated', 'timestamp'],
  position: ['position', 'rank', 'ranking', 'google rank', 'current position', 'pos', 'organic position', 'value'],
  url: ['url', 'ranking url', 'landing page', 'current url', 'page', 'landing'],
  domain: ['domain', 'website', 'site', 'host', 'target'],
  device: ['device', 'device type', 'platform'],
  location: ['location', 'country', 'region', 'market'],
  language: ['language', 'lang', 'sprache'],
  engine: ['engine', 'search engine'],
  depth: ['depth', 'search depth'],
  tags: ['tags', 'tag', 'labels', 'groups'],
};

export function normalizeColumn(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}>]+/gu, ' ')
    .trim();
}

/** The columns that a table seems to have, by their names. */
export function findColumns({ columns }: Pick<Sheet, 'columns'>): Partial<Record<ColumnRole, string>> {
  const found: Partial<Record<ColumnRole, string>> = {};
  for (const [role, names] of Object.entries(NAMES) as [ColumnRole, readonly string[]][]) {
    const best = names
      .map((name) => columns.find((column) => normalizeColumn(column) === name))
      .find((column) => column !== undefined && !Object.values(found).includes(column));
    if (best !== undefined) found[role] = best;
  }
  return found;
}

/** Columns whose names are days, with their places. */
export function listDayColumns({ columns }: Pick<Sheet, 'columns'>): { readonly at: number; readonly name: string }[] {
  return columns.map((name, at) => ({ at, name })).filter(({ name }) => looksLikeDay(name));
}

/** A reader of cells by what a column is; empty where the table lacks it. */
export function makeCellReader(
  columns: readonly string[],
  roles: Partial<Record<ColumnRole, string>>,
): (cells: readonly string[], role: ColumnRole) => string {
  const places: Partial<Record<ColumnRole, number>> = {};
  for (const [role, name] of Object.entries(roles) as [ColumnRole, string][]) places[role] = columns.indexOf(name);
  return (cells, role) => {
    const place = places[role];
    return place === undefined ? '' : (cells[place] ?? '').trim();
  };
}
