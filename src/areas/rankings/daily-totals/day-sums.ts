import type { Engine } from '#providers/search-data/index.ts';
import type { Channel, Relationship } from '../vocabulary.ts';

/**
 * What is added up over keywords for a day. The order is that of the kept texts: a new one comes last.
 */
export const SUM_NAMES = [
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
  /** Of their volumes, each times the voice of the position (`share-of-voice.ts`). */
  'voiceSum',
] as const;

export type SumName = (typeof SUM_NAMES)[number];
export type Sums = Readonly<Record<SumName, number>>;

/** What a day comes to for one domain; '' is the best own site of each keyword. */
export interface DaySums extends Sums {
  readonly day: string;
  readonly domain: string;
  readonly assetId: string;
  readonly relationship: Relationship;
}

/** The same for one kind of result page, device and place. */
export interface DaySumsByPage extends DaySums {
  readonly channel: Channel;
  readonly engine: Engine;
  readonly device: string;
  readonly locationCode: number;
}

/** Adds up what belongs to one day and domain, in the order of the first of each. */
export function addUp(rows: readonly DaySums[]): DaySums[] {
  const groups = Map.groupBy(rows, ({ day, domain }) => `${day} ${domain}`);
  return [...groups.values()].map((group) => {
    const [first] = group;
    const sums = Object.fromEntries(SUM_NAMES.map((name) => [name, group.reduce((sum, row) => sum + row[name], 0)]));
    return { ...(first as DaySums), ...(sums as Sums) };
  });
}

/** The sums of a day as one text: lists of values without their names, which would be most of it. */
export function packSums(rows: readonly DaySumsByPage[]): string {
  return JSON.stringify(rows.map((row) => [...SUBJECT_NAMES.map((name) => row[name]), ...SUM_NAMES.map((name) => row[name])]));
}

/** The sums out of such a text. */
export function unpackSums(day: string, text: string): DaySumsByPage[] {
  return (JSON.parse(text) as (string | number)[][]).map((values) => {
    const named = [...SUBJECT_NAMES, ...SUM_NAMES].map((name, at) => [name, values[at] ?? 0]);
    return { day, ...(Object.fromEntries(named) as Omit<DaySumsByPage, 'day'>) };
  });
}

const SUBJECT_NAMES = ['domain', 'channel', 'engine', 'device', 'locationCode', 'assetId', 'relationship'] as const;
