import type { Engine } from '#providers/search-data/index.ts';
import type { Channel, Relationship } from './vocabulary.ts';

/** What is added up over keywords for a day, with the columns of the analytics table `ranking_days`. */
export const SUM_COLUMNS = {
  /** Keywords whose outcome is known on the day. */
  keywords: 'keywords',
  /** Of them, those that were checked on the day. */
  checked: 'checked',
  /** Keywords whose every check of the day failed. */
  failed: 'failed',
  ranked: 'ranked',
  top3: 'top_3',
  top10: 'top_10',
  top100: 'top_100',
  /** Of those that rank. */
  positionSum: 'position_sum',
  up: 'up',
  down: 'down',
  new: 'new',
  lost: 'lost',
  unchanged: 'unchanged',
  /** Keywords whose outcome and search volume are known. */
  volumeKeywords: 'volume_keywords',
  volumeSum: 'volume_sum',
  /** Of their volumes, each times the voice of the position (`share-of-voice.ts`). */
  voiceSum: 'voice_sum',
} as const;

export type SumName = keyof typeof SUM_COLUMNS;
export type Sums = Readonly<Record<SumName, number>>;
export const SUM_NAMES = Object.keys(SUM_COLUMNS) as SumName[];

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
