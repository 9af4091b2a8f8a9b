import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { findSegments } from './analytics.ts';
import { unpackSegment, type Place } from './segment.ts';

/** Place of an answer in a row that may hold the answer itself. */
type RowPlace = { readonly [Field in keyof Place]: Place[Field] | null };

/**
 * Makes what reads one answer after the other, for rows in whose order those of a segment follow each other: a segment is a
 * hundred times as large as an answer.
 * @returns `undefined`: the row names no segment, or one that was removed
 */
export function makePlaceReader(clickhouse: ClickHouse): (place: RowPlace) => Promise<Buffer | undefined> {
  let open: { readonly segment: string; readonly bytes: Buffer | undefined } | undefined;
  return async ({ segment, firstByte, bytes }) => {
    if (segment === null || firstByte === null || bytes === null) return undefined;
    if (open?.segment !== segment) {
      const packed = (await findSegments(clickhouse, [segment])).get(segment);
      open = { segment, bytes: packed && (await unpackSegment(packed)) };
    }
    return open.bytes?.subarray(firstByte, firstByte + bytes);
  };
}
