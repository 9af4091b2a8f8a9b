import type { Engine } from '#providers/search-data/index.ts';
import type { Channel, Relationship } from '../vocabulary.ts';

/**
 * What is added up over keywords for a day. Stored texts list the values in this order: add new names at the
 * end.
 */
export const TOTAL_NAMES = [
  /** Keywords whose outcome is known on the day. */
  'keywords',
  /** Of them, those that were checked on the day. */
  'checked',
  /** Keywords whose every check of the day failed. */
  'failed',
  'ranked',
  'top3',
  'top10',
  'top100',
  /** Of those that rank. */
  'positionSum',
  'up',
  'down',
  'new',
  'lost',
  'unchanged',
  /** Keywords whose outcome and search volume are known. */
  'volumeKeywords',
  'volumeSum',
  /** The sum of their volumes, each times the voice of the position (`share-of-voice.ts`). */
  'voiceSum',
] as const;

/** What a row of totals is about, in the order of stored texts. */
export const SUBJECT_NAMES = ['domain', 'channel', 'engine', 'device', 'locationCode', 'assetId', 'relationship'] as const;

export type TotalName = (typeof TOTAL_NAMES)[number];
export type Totals = Readonly<Record<TotalName, number>>;

/** The totals of a day for one domain; '' is the best own site of each keyword. */
export interface DayTotals extends Totals {
  readonly day: string;
  readonly domain: string;
  readonly assetId: string;
  readonly relationship: Relationship;
}

/** The same by channel, engine, device and location. */
export interface DayTotalsByPage extends DayTotals {
  readonly channel: Channel;
  readonly engine: Engine;
  readonly device: string;
  readonly locationCode: number;
}

/** Adds up the rows of each day and domain; groups come in the order of their first row. */
export function addUp(rows: readonly DayTotals[]): DayTotals[] {
  const groups = Map.groupBy(rows, ({ day, domain }) => `${day} ${domain}`);
  return [...groups.values()].map((group) => {
    const [first] = group;
    const totals = Object.fromEntries(TOTAL_NAMES.map((name) => [name, group.reduce((sum, row) => sum + row[name], 0)]));
    return { ...(first as DayTotals), ...(totals as Totals) };
  });
}

/** The totals of a day from their text: lists of values without their names, which would be most of the text. */
export function unpackTotals({ day, sums }: { readonly day: string; readonly sums: string }): DayTotalsByPage[] {
  return (JSON.parse(sums) as (string | number)[][]).map((values) => {
    const named = [...SUBJECT_NAMES, ...TOTAL_NAMES].map((name, at) => [name, values[at] ?? 0]);
    return { day, ...(Object.fromEntries(named) as Omit<DayTotalsByPage, 'day'>) };
  });
}
