import { SUM_NAMES, type DaySumsByPage, type SumName } from './day-sums.ts';
import { toMovement } from '../ingest/position-change.ts';
import type { DayOutcome } from './replay-days.ts';
import { toVoice } from '../reports/share-of-voice.ts';

/** Adds up one day, by site and everything that it can be asked by. */
export interface Tally {
  /** An outcome that stands on the day, with the search volume of its keyword if that is known. */
  add(outcome: DayOutcome, volume: number | undefined): void;
  /** Checks of which none worked. */
  addFailure(outcome: DayOutcome): void;
  /** By domain, kind of page, device and place. */
  list(): DaySumsByPage[];
}

type Row = { -readonly [Name in keyof DaySumsByPage]: DaySumsByPage[Name] };

const NONE = Object.fromEntries(SUM_NAMES.map((name) => [name, 0])) as Record<SumName, number>;

export function makeTally(day: string): Tally {
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
