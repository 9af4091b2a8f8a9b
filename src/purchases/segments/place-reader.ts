import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { findSegments } from './analytics.ts';
import { unpackSegment, type Place } from './segment.ts';

/**
 * Reads one answer after the other, for rows in whose order those of a segment follow each other.
 * @returns `undefined`: the segment was removed
 */
export function makePlaceReader(clickhouse: ClickHouse): (place: Place) => Promise<Buffer | undefined> {
  let open: { readonly segment: string; readonly bytes: Buffer | undefined } | undefined;
  return async ({ segment, firstByte, bytes }) => {
    if (open?.segment !== segment) {
      const packed = (await findSegments(clickhouse, [segment])).get(segment);
      open = { segment, bytes: packed && (await unpackSegment(packed)) };
    }
    return open.bytes?.subarray(firstByte, firstByte + bytes);
  };
}
