import { packBytes } from '#kernel/packed-bytes.ts';
import { withoutTokens } from '#purchases/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { findSegments } from './analytics.ts';
import { unpackSegment } from './segment.ts';

/** A row of `serp_evidence` as PostgreSQL writes it; it has no numbers that a parser could change. */
interface EvidenceLine {
  readonly run_id: string;
  readonly digest: string;
  /** Hexadecimal digits behind `\\x`. */
  readonly answer: string | null;
  readonly created_at: string;
  readonly segment: string | null;
  readonly first_byte: number | null;
  readonly bytes: number | null;
}

/** Writes rows of `serp_evidence` with the answers that they name, without tokens. A row whose segment was removed meanwhile is left out. */
export function makeEvidenceArchiver({ clickhouse }: { readonly clickhouse: ClickHouse }): (line: string) => Promise<string | undefined> {
  // Rows of a segment follow each other.
  let open: { readonly segment: string; readonly bytes: Buffer | undefined } | undefined;

  async function readPlaced({ segment, first_byte: firstByte, bytes, created_at: createdAt }: EvidenceLine): Promise<Buffer | undefined> {
    if (segment === null || firstByte === null || bytes === null) return undefined;
    if (open?.segment !== segment) {
      const found = await findSegments(clickhouse, { days: [createdAt.slice(0, 10)], segments: [segment] });
      const packed = found.get(segment);
      open = { segment, bytes: packed && (await unpackSegment(packed)) };
    }
    return open.bytes?.subarray(firstByte, firstByte + bytes);
  }

  return async (line) => {
    const row = JSON.parse(line) as EvidenceLine;
    const answer = row.answer === null ? await readPlaced(row) : Buffer.from(row.answer.slice(2), 'hex');
    if (answer === undefined) return undefined;
    const clean = await withoutTokens(answer);
    const text = (row.segment === null ? clean : packBytes(clean)).toString('hex');
    return JSON.stringify({ ...row, answer: `\\x${text}`, segment: null, first_byte: null, bytes: null });
  };
}
