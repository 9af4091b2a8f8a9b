import { isPacked, packBytes } from '#kernel/packed-bytes.ts';
import { isUnreachable, makePlaceReader, removeTokens, unpackAnswer } from '#purchases/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Stores } from '#stores/types.ts';
import { insertEvidence, listEvidence } from './store/evidence.ts';

export interface RawAnswerInput {
  readonly runId: string;
  /** The moment of the observed world. */
  readonly instant: Date;
  /** As received: bytes, packed with gzip or not, or text. */
  readonly answer: Buffer | string;
}

/** An answer of the provider as it came. */
export interface RawAnswer {
  readonly receivedAt: Date;
  readonly text: string;
}

/** The answers of a run, oldest first; `away`: some are kept in ClickHouse, which cannot be asked now. */
export type RawAnswers = readonly RawAnswer[] | 'away';

/** A check asks at most twice with at most four tries; more answers would be a bug. */
const ANSWERS_MAX = 20;

/**
 * Stores answers of the provider for the runs that asked for them, compressed, for as long as `SERP_EVIDENCE_DAYS` says. A
 * packed answer is stored as it is. The same answer is stored once; a run may have several.
 */
export async function storeRawAnswers(sql: Sql, answers: readonly RawAnswerInput[]): Promise<void> {
  await insertEvidence(
    sql,
    answers.map(({ runId, instant, answer }) => ({ runId, createdAt: instant, answer: toPacked(answer) })),
  );
}

function toPacked(answer: Buffer | string): Buffer {
  const bytes = typeof answer === 'string' ? Buffer.from(answer) : answer;
  return isPacked(bytes) ? bytes : packBytes(bytes);
}

/** The stored answers of a run; `away` in place of an error: a run has more to show than its answers. */
export async function findRawAnswers(stores: Pick<Stores, 'postgres' | 'clickhouse'>, runId: string): Promise<RawAnswers> {
  try {
    return await listRawAnswers(stores, runId);
  } catch (error) {
    if (isUnreachable(error)) return 'away';
    throw error;
  }
}

/**
 * The stored answers of a run, oldest first, as text; those that are packed come out of ClickHouse.
 * @throws StoreError while ClickHouse is away and has some of them
 */
export async function listRawAnswers(
  { postgres, clickhouse }: Pick<Stores, 'postgres' | 'clickhouse'>,
  runId: string,
): Promise<RawAnswer[]> {
  const kept = await listEvidence(postgres, runId, ANSWERS_MAX);
  const readPlace = makePlaceReader(clickhouse);
  const answers: RawAnswer[] = [];
  for (const one of kept) {
    const answer = one.answer ?? (await readPlace(one));
    if (answer !== undefined) answers.push({ receivedAt: one.createdAt, text: await toText(answer) });
  }
  return answers;
}

/** What begins like gzip and is cut short is shown as the bytes that came. Answers that older releases kept hold a token. */
async function toText(answer: Buffer): Promise<string> {
  const unpacked = isPacked(answer) ? ((await unpackAnswer(answer)) ?? answer) : answer;
  return removeTokens(unpacked.toString('utf8'));
}
