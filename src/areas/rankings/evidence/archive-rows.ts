import { packBytes } from '#kernel/packed-bytes.ts';
import { makePlaceReader, withoutTokens } from '#purchases/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';

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
  const readPlace = makePlaceReader(clickhouse);
  return async (line) => {
    const row = JSON.parse(line) as EvidenceLine;
    const { segment, first_byte: firstByte, bytes } = row;
    const answer = row.answer === null ? await readPlace({ segment, firstByte, bytes }) : Buffer.from(row.answer.slice(2), 'hex');
    if (answer === undefined) return undefined;
    const clean = await withoutTokens(answer);
    const text = (segment === null ? clean : packBytes(clean)).toString('hex');
    return JSON.stringify({ ...row, answer: `\\x${text}`, segment: null, first_byte: null, bytes: null });
  };
}
