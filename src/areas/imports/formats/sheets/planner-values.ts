/** Cells and names of the Keyword Planner. */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = /^searches:?\s+(?<name>[a-z]{3})[a-z]*\.?\s+(?<year>(?:19|20)\d{2})$/iu;
const LONG_DAY = /(?<name>[a-z]{3})[a-z]*\.?\s+(?<day>\d{1,2}),?\s+(?<year>(?:19|20)\d{2})\W*$/iu;
const ISO_DAY = /\b(?<day>(?:19|20)\d{2}-\d{2}-\d{2})\b/u;
const COUNT = /^\d{1,12}$/u;
const GROUPED = /^\d{1,3}(?:[.,\s\u202f]\d{3})+$/u;
const WRITTEN_RANGE = /^(?<min>\d+(?:\.\d+)?)(?<minUnit>[KM]?)\s*[-–—]\s*(?<max>\d+(?:\.\d+)?)(?<maxUnit>[KM]?)$/iu;
const UNITS: Readonly<Record<string, number>> = { '': 1, K: 1_000, M: 1_000_000 };
/** A range stands in the file as one number, in its middle: 50 is 10 to 100. */
const MIDDLE = /^50*$/u;
const LEAST = 10;

export interface Month {
  /** `YYYY-MM`. */
  readonly month: string;
  /** `YYYY-MM-DD`. */
  readonly lastDay: string;
}

/** @param name of a column, such as `Searches: Jan 2025` @returns undefined: it is no month */
export function readMonth(name: string): Month | undefined {
  const { name: word = '', year = '' } = MONTH.exec(name.trim())?.groups ?? {};
  const at = MONTHS.indexOf(word.toLowerCase());
  if (at === -1) return undefined;
  const lastDay = new Date(Date.UTC(Number(year), at + 1, 0)).toISOString().slice(0, 10);
  return { month: lastDay.slice(0, 7), lastDay };
}

/** A number of searches, with or without signs between its thousands; undefined: it is none. */
export function readSearches(cell: string): number | undefined {
  if (COUNT.test(cell)) return Number(cell);
  return GROUPED.test(cell) ? Number(cell.replaceAll(/\D/gu, '')) : undefined;
}

/** The range that a cell can mean; undefined: it is an exact number, or none. */
export function readRange(cell: string): { readonly min: number; readonly max: number } | undefined {
  const { min, minUnit = '', max, maxUnit = '' } = WRITTEN_RANGE.exec(cell)?.groups ?? {};
  if (min !== undefined && max !== undefined)
    return { min: Number(min) * (UNITS[minUnit.toUpperCase()] ?? 1), max: Number(max) * (UNITS[maxUnit.toUpperCase()] ?? 1) };
  const searches = readSearches(cell);
  if (searches === 0) return { min: 0, max: LEAST };
  return searches !== undefined && searches >= 50 && MIDDLE.test(String(searches)) ? { min: searches / 5, max: searches * 2 } : undefined;
}

/** The last day of the span that stands above the header, else the day of the export; undefined: neither can be read. */
export function readSpanEnd(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const { name = '', day = '', year = '' } = LONG_DAY.exec(line)?.groups ?? {};
    const at = MONTHS.indexOf(name.toLowerCase());
    const found = new Date(Date.UTC(Number(year), at, Number(day)));
    if (at !== -1 && found.getUTCDate() === Number(day)) return found.toISOString().slice(0, 10);
  }
  const days = lines.flatMap((line) => ISO_DAY.exec(line)?.groups?.['day'] ?? []);
  return days.find((day) => !Number.isNaN(Date.parse(day)));
}
