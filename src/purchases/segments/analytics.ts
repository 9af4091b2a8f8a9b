import { z } from 'zod';
import { isUnreachable } from '#stores/clickhouse/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { Segment } from './segment.ts';

export { isUnreachable };

const TABLE = 'serp_evidence_segments';
const SEGMENTS_MAX = 100;
const DAYS_MAX = 10_000;

const findSegmentRows = {
  name: 'purchases-find-segments',
  sql: `select segment, packed from ${TABLE} where segment in {segments:Array(String)}
    order by segment limit 1 by segment limit ${SEGMENTS_MAX}`,
  params: z.object({ segments: z.array(z.string()).max(SEGMENTS_MAX) }),
  row: z.object({ segment: z.string(), packed: z.string() }),
};

/** Packed segments by their ids; one that is removed is left out. @param segments at most a hundred */
export async function findSegments(clickhouse: ClickHouse, segments: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  if (segments.length === 0) return new Map();
  const rows = await clickhouse.query(findSegmentRows, { segments: [...segments] });
  return new Map(rows.map(({ segment, packed }) => [segment, Buffer.from(packed, 'base64')]));
}

/** Adds segments; they are there when this returns. */
export async function appendSegments(clickhouse: ClickHouse, segments: readonly Segment[]): Promise<void> {
  const rows = segments.map(({ id, day, packed, answers }) =>
    JSON.stringify({ day, segment: id, answers: answers.length, packed: packed.toString('base64') }),
  );
  await clickhouse.insertLines(TABLE, rows.join('\n'), segments.map(({ id }) => id).join(' '));
}

const listDaysBefore = {
  name: 'purchases-list-segment-days',
  sql: `select distinct day from ${TABLE} where day < {before:Date} order by day limit ${DAYS_MAX}`,
  params: z.object({ before: z.string() }),
  row: z.object({ day: z.iso.date() }),
};

/** Removes the segments of days before a day. @returns how many days there were */
export async function dropSegmentsBefore(clickhouse: ClickHouse, before: string): Promise<number> {
  const days = await clickhouse.query(listDaysBefore, { before });
  for (const { day } of days) await clickhouse.command(`alter table ${TABLE} drop partition '${day}'`);
  return days.length;
}
