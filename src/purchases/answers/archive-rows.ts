import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { makePlaceReader } from '../segments/place-reader.ts';

/** Makes another JSON line of that of a row; `undefined`: the row is left out. */
type RewriteLine = (line: string) => Promise<string | undefined>;

/** A row of `serp_answers` as PostgreSQL writes it; its numbers are small enough for a parser. */
interface AnswerLine {
  readonly segment: string | null;
  readonly first_byte: number;
  readonly bytes: number;
}

const NOWHERE = { segment: null, first_byte: null, bytes: null, digest: null };

/**
 * Writes rows of `serp_answers` with the answers themselves. A row whose segment was removed meanwhile is left out.
 * @param clean takes tokens out of the column `body`
 */
export function makeAnswerArchiver({ clickhouse }: { readonly clickhouse: ClickHouse }, clean: RewriteLine): RewriteLine {
  const readPlace = makePlaceReader(clickhouse);
  return async (line) => {
    const row = JSON.parse(line) as AnswerLine;
    const { segment, first_byte: firstByte, bytes } = row;
    if (segment === null) return await clean(line);
    const body = await readPlace({ segment, firstByte, bytes });
    return body && (await clean(JSON.stringify({ ...row, ...NOWHERE, body: `\\x${body.toString('hex')}` })));
  };
}
