import { isPacked, packBytes } from '#kernel/packed-bytes.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { insertEvidence, listEvidence } from './store/evidence.ts';
import { removeTokens, unpackAnswer } from '#purchases/index.ts';

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

/** A check asks at most twice with at most four tries; more answers would be a bug. */
const ANSWERS_MAX = 20;

/**
 * Stores answers of the provider for the runs that asked for them, compressed, for as long as `SERP_EVIDENCE_DAYS` says. A
 * packed answer is stored as it is. The same answer is stored once; a run may have several.
 * `ensureEvidencePartition` comes before it.
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

/** The stored answers of a run, oldest first, as text. */
export async function listRawAnswers(sql: Sql, runId: string): Promise<RawAnswer[]> {
  const rows = await listEvidence(sql, runId, ANSWERS_MAX);
  return await Promise.all(rows.map(async ({ createdAt, answer }) => ({ receivedAt: createdAt, text: await toText(answer) })));
}

/** What begins like gzip and is cut short is shown as the bytes that came. Answers that older releases kept hold a token. */
async function toText(answer: Buffer): Promise<string> {
  const unpacked = isPacked(answer) ? ((await unpackAnswer(answer)) ?? answer) : answer;
  return removeTokens(unpacked.toString('utf8'));
}
