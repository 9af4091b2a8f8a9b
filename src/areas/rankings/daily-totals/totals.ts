import type { Engine } from '#providers/search-data/index.ts';
import { toMovement } from '../ingest/position-change.ts';
import { toVoice } from '../reports/share-of-voice.ts';
import type { Channel, Relationship } from '../vocabulary.ts';
import type { DayOutcome } from './replay-days.ts';

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

/** The totals of a day as one text: lists of values without their names, which would be most of the text. */
export function packTotals(rows: readonly DayTotalsByPage[]): string {
  return JSON.stringify(rows.map((row) => [...SUBJECT_NAMES.map((name) => row[name]), ...TOTAL_NAMES.map((name) => row[name])]));
}

/** The totals of a day from a text of `packTotals`. */
export function unpackTotals(day: string, text: string): DayTotalsByPage[] {
  return (JSON.parse(text) as (string | number)[][]).map((values) => {
    const named = [...SUBJECT_NAMES, ...TOTAL_NAMES].map((name, at) => [name, values[at] ?? 0]);
    return { day, ...(Object.fromEntries(named) as Omit<DayTotalsByPage, 'day'>) };
  });
}

const SUBJECT_NAMES = ['domain', 'channel', 'engine', 'device', 'locationCode', 'assetId', 'relationship'] as const;

/** Adds up one day by site and by everything that a summary can filter on. */
export interface DayTotalsBuilder {
  /** Adds an outcome that is valid on the day, with the search volume of its keyword if known. */
  add(outcome: DayOutcome, volume: number | undefined): void;
  /** Adds a site of whose checks on the day none worked. */
  addFailure(outcome: DayOutcome): void;
  /** By domain, kind of page, device and place. */
  list(): DayTotalsByPage[];
}

type Row = { -readonly [Name in keyof DayTotalsByPage]: DayTotalsByPage[Name] };

const NONE = Object.fromEntries(TOTAL_NAMES.map((name) => [name, 0])) as Record<TotalName, number>;

export function makeDayTotals(day: string): DayTotalsBuilder {
  const rows = new Map<string, Row>();

  const rowOf = ({ domain, channel, engine, device, locationCode, assetId, relationship }: DayOutcome): Row => {
    const key = `${domain} ${channel} ${engine} ${device} ${locationCode}`;
    const known = rows.get(key);
    if (known !== undefined) return known;
    const row = { day, domain, channel, engine, device, locationCode, assetId, relationship, ...NONE };
    rows.set(key, row);
    return row;
  };

  return {
    add: (outcome, volume) => {
      const row = rowOf(outcome);
      row.keywords += 1;
      if (outcome.position !== null) addPosition(row, outcome.position);
      if (outcome.date === day) addMove(row, outcome);
      if (volume !== undefined) addVoice(row, outcome.position, volume);
    },
    addFailure: (outcome) => {
      rowOf(outcome).failed += 1;
    },
    list: () => [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row),
  };
}

function addPosition(row: Row, position: number): void {
  row.ranked += 1;
  row.positionSum += position;
  if (position <= 3) row.top3 += 1;
  if (position <= 10) row.top10 += 1;
  if (position <= 100) row.top100 += 1;
}

function addMove(row: Row, { position, previous }: DayOutcome): void {
  row.checked += 1;
  const movement = toMovement(position, previous);
  if (movement !== null) row[movement] += 1;
}

function addVoice(row: Row, position: number | null, volume: number): void {
  row.volumeKeywords += 1;
  row.volumeSum += volume;
  row.voiceSum += volume * toVoice(position);
}
