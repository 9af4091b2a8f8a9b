import { isPacked, packBytes } from '#kernel/packed-bytes.ts';
import { SHORT_LIVED, WORK, type ArchiveTables } from '#stores/archive/archive-table.ts';
import { rewriteBytes, type RewriteLine } from '#stores/archive/table-rows.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { NOWHERE } from './answers/store.ts';
import { withoutTokens } from './postback/without-tokens.ts';
import { makePlaceReader } from './segments/place-reader.ts';

export const tables: ArchiveTables = {
  relational: [
    // Shared by several projects: a project's next dispatch queues them again. Rankings queue what is due by one statement.
    { table: 'queued_checks', project: 'none', writers: ['rankings'] },
    // Rankings make an answer the evidence of its run by one statement, and pack it later. What is evidence is archived as theirs.
    {
      table: 'serp_answers',
      project: 'none',
      all: `t.status <> 'evidence'`,
      rewrite: makeAnswerArchiver,
      writers: ['rankings'],
    },
  ],
  analyticsLeftOut: { serp_evidence_segments: 'packed answers, which go into an archive one by one with the rows that name them' },
  leftOut: {
    purchase_claims: 'claims of running purchases, which do not go on where the archive is restored',
    model_asks: 'questions of running work, which does not go on where the archive is restored: what came of them stands with who asked',
  },
  unaudited: {
    queued_checks: WORK,
    serp_answers: WORK,
    purchase_claims: SHORT_LIVED,
    model_asks: WORK,
  },
};

/** A row of `serp_answers` as PostgreSQL writes it; its numbers are small enough for a parser. */
interface AnswerLine {
  readonly segment: string | null;
  readonly first_byte: number | null;
  readonly bytes: number | null;
}

/** Writes rows of `serp_answers` with the answers themselves, without tokens. A row whose segment was removed meanwhile is left out. */
function makeAnswerArchiver({ clickhouse }: { readonly clickhouse: ClickHouse }): RewriteLine {
  const clean = rewriteBytes('body', withoutTokens);
  const readPlace = makePlaceReader(clickhouse);
  return async (line) => {
    const row = JSON.parse(line) as AnswerLine;
    const { segment, first_byte: firstByte, bytes } = row;
    if (segment === null) return await clean(line);
    const body = await readPlace({ segment, firstByte, bytes });
    if (body === undefined) return undefined;
    // An answer that could not be unpacked lies packed, as it came.
    const packed = isPacked(body) ? body : packBytes(body);
    return await clean(JSON.stringify({ ...row, ...NOWHERE, body: `\\x${packed.toString('hex')}` }));
  };
}
