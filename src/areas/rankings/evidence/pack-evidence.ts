import type { AppContext } from '#context';
import { appendSegments, packSegments } from '#purchases/index.ts';
import { listUnpackedAnswers, replaceEarlier, replaceReceived } from './store/unpacked.ts';

/** Two or three segments of result pages; what they unpack to is in memory meanwhile. */
const ROUND = { limit: 200, bytesMax: 4 * 1024 * 1024 };

/**
 * Packs answers as received into segments, which ClickHouse keeps, and leaves in PostgreSQL where each lies; those of earlier
 * releases after the newer ones. An answer leaves PostgreSQL when its segment is in ClickHouse: a crash in between leaves a
 * segment that no row names, and its answers are packed into another.
 * @returns how many were packed; 0: none waits
 */
export async function packEvidence({ postgres, clickhouse }: Pick<AppContext, 'postgres' | 'clickhouse'>): Promise<number> {
  const answers = await listUnpackedAnswers(postgres, ROUND);
  if (answers.length === 0) return 0;
  const segments = await packSegments(answers);
  await appendSegments(clickhouse, segments);
  const placed = segments.flatMap((segment) => segment.answers);
  await postgres.transaction(async (tx) => {
    await replaceReceived(tx, placed);
    await replaceEarlier(tx, placed);
  });
  return answers.length;
}
