import type { Engine } from '#providers/search-data/index.ts';
import type { Channel, Relationship } from '../vocabulary.ts';

/**
 * What is added up over keywords for a day. Stored texts list the values in this order: add new names at the
 * end.
 */
export const TOTAL_NAMES = [
  /** Keywords whose outcome is known on the day. */
  'keywords',
  /** Keywords that were checked on the day. */
  'checked',
  /** Keywords whose every check of the day failed. */
  'failed',
  'ranked',
  'top3',
  'top10',
  'top100',
  /** Sum over those that rank. */
  'positionSum',
  'up',
  'down',
  /** Ranked now and not by the good check before; a first check is none of them. */
  'new',
  'lost',
  'unchanged',
  /** Keywords whose outcome and search volume are known. */
  'volumeKeywords',
  'volumeSum',
  /** The sum of their volumes, each times the voice of the position (`share-of-voice.ts`). */
  'voiceSum',
] as const;

export type TotalName = (typeof TOTAL_NAMES)[number];
export type Totals = Readonly<Record<TotalName, number>>;

/** The totals of a day for one domain; '' is the best own site of each keyword. */
export interface DayTotals extends Totals {
  readonly day: string;
  readonly domain: string;
  readonly assetId: string;
  readonly relationship: Relationship;
}

/** Which pages of a day are added up; what is left out is not asked about. */
export interface PageFilter {
  readonly channel?: Channel | undefined;
  readonly engine?: Engine | undefined;
  readonly device?: string | undefined;
  readonly locationCode?: number | undefined;
}

/**
 * The totals of a day's sites over the pages that fit, out of the day's text: lists of values without their names,
 * which would be most of the text. Sites come in the order of the text.
 */
export function addUpDay({ day, sums }: { readonly day: string; readonly sums: string }, filter: PageFilter): DayTotals[] {
  const sites = new Map<string, DayTotals & Record<TotalName, number>>();
  for (const row of JSON.parse(sums) as PackedRow[]) {
    const [domain, channel, engine, device, locationCode, assetId, relationship] = row;
    if (!fits({ channel, engine, device, locationCode }, filter)) continue;
    const known = sites.get(domain);
    const site = known ?? { day, domain, assetId, relationship, ...NOTHING };
    if (known === undefined) sites.set(domain, site);
    // A year has thousands of these: an index is three times as fast as iterators.
    for (let at = 0; at < TOTAL_NAMES.length; at += 1) site[TOTAL_NAMES[at] as TotalName] += row[at + FIRST_TOTAL] as number;
  }
  return [...sites.values()];
}

/** The devices, or the locations, of the pages that fit on some of the days. */
export function listPageValues(days: readonly { readonly sums: string }[], by: 'device' | 'locationCode', filter: PageFilter): string[] {
  const values = days.flatMap(({ sums }) =>
    (JSON.parse(sums) as PackedRow[]).flatMap(([, channel, engine, device, locationCode]) => {
      const page = { channel, engine, device, locationCode };
      return fits(page, filter) ? [String(page[by])] : [];
    }),
  );
  return [...new Set(values)].toSorted();
}

/** Where the totals begin in a packed row. */
const FIRST_TOTAL = 7;
type PackedRow = readonly [string, Channel, Engine, string, number, string, Relationship, ...number[]];

/** The totals of a day on which nothing is known. */
export const NOTHING = Object.fromEntries(TOTAL_NAMES.map((name) => [name, 0])) as Totals;

function fits(page: Required<PageFilter>, { channel, engine, device, locationCode }: PageFilter): boolean {
  return (
    (channel === undefined || page.channel === channel) &&
    (engine === undefined || page.engine === engine) &&
    (device === undefined || page.device === device) &&
    (locationCode === undefined || page.locationCode === locationCode)
  );
}
