import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#kernel/clock.ts';
import { AppError, invalid, messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Sql } from '#stores/postgres/types.ts';

/**
 * `Idempotency-Key` (docs/spec-gaps.md, wire rule 7): for 24 hours the same key and request give the first
 * answer again, and the same key with another request is 409. Kept in PostgreSQL, so that it holds
 * over all processes and a restart.
 */
const KEPT_MS = 24 * 3_600_000;
/** An unfinished entry older than this was left by a crash: longer than any request runs. */
const ABANDONED_MS = 300_000;
/** A duplicate waits this long for the first request before it is refused. */
const WAIT_MS = 10_000;
const POLL_MS = 100;
const PRUNE_INTERVAL_MS = 3_600_000;
const KEY_PATTERN = /^[\x21-\x7E]{1,255}$/u;
/** Ends that say "not now" and nothing about the request: they free the key for another try. */
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([402, 408, 429]);

/** An answer as it goes out: status, own headers, body text. */
export interface FinalReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What answers are kept with. */
export interface IdempotencyTools {
  readonly sql: Sql;
  readonly clock: Clock;
}

export interface IdempotentRequest {
  /** Name of the caller, who alone gets the answer again. */
  readonly callerId: string;
  readonly method: string;
  /** In its one spelling. */
  readonly path: string;
  readonly key: string;
  /** Everything that makes two requests the same one: query and body. */
  readonly content: unknown;
  /** Set for answers that hold a secret: they are kept encrypted with a key derived from this text. */
  readonly sealedWith?: string | undefined;
}

/** Text of the header, checked. */
export function parseIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && KEY_PATTERN.test(header)) return header;
  throw invalid(
    [{ path: 'Idempotency-Key', message: 'must be given once and have 1 to 255 visible ASCII characters' }],
    'Invalid Idempotency-Key',
  );
}

/**
 * Runs the work for the first request with a key, and gives its answer to every later one.
 * @throws AppError 409 when the key belongs to another request, or the first still runs
 */
export async function runOnce(
  { sql, clock }: IdempotencyTools,
  request: IdempotentRequest,
  work: () => Promise<FinalReply>,
): Promise<{ reply: FinalReply; isReplay: boolean }> {
  const hash = createHash('sha256').update(JSON.stringify(request.content)).digest();
  const deadline = clock.realNow() + WAIT_MS;
  for (;;) {
    const now = clock.realNow();
    if (await claim(sql, request, hash, now)) return { reply: await runFirst(sql, request, work, now), isReplay: false };
    const entry = await findEntry(sql, request);
    if (entry && !hash.equals(entry.requestHash)) throw usedForAnother();
    if (entry && entry.status !== null) return { reply: open(entry.status, entry.response, request), isReplay: true };
    if (now >= deadline) throw stillRunning();
    await sleep(POLL_MS);
  }
}

async function runFirst(sql: Sql, request: IdempotentRequest, work: () => Promise<FinalReply>, claimedAt: number): Promise<FinalReply> {
  let reply: FinalReply;
  try {
    reply = await work();
  } catch (error) {
    await release(sql, request, claimedAt);
    throw error;
  }
  if (reply.status >= 500 || TEMPORARY_STATUSES.has(reply.status)) await release(sql, request, claimedAt);
  else await finish(sql, request, reply, claimedAt);
  return reply;
}

interface EntryRow {
  readonly requestHash: Buffer;
  readonly status: number | null;
  readonly response: StoredReply;
}

interface StoredReply {
  readonly headers: Readonly<Record<string, string>>;
  /** Plain, or base64 of nonce, tag and cipher text when sealed. */
  readonly text: string;
}

/** Takes the key: it is free, has run out, or was left behind by a crash. */
async function claim(sql: Sql, request: IdempotentRequest, hash: Buffer, now: number): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into idempotency_keys as kept (caller_id, method, path, key, request_hash, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (caller_id, method, path, key) do update
       set request_hash = excluded.request_hash, status = null, response = null, created_at = excluded.created_at
       where kept.created_at <= $7 or (kept.status is null and kept.created_at <= $8)`,
    [
      request.callerId,
      request.method,
      request.path,
      request.key,
      hash,
      new Date(now),
      new Date(now - KEPT_MS),
      new Date(now - ABANDONED_MS),
    ],
  );
  return rowCount === 1;
}

async function findEntry(sql: Sql, { callerId, method, path, key }: IdempotentRequest): Promise<EntryRow | undefined> {
  const { rows } = await sql.query<EntryRow>(
    'select request_hash, status, response from idempotency_keys where caller_id = $1 and method = $2 and path = $3 and key = $4',
    [callerId, method, path, key],
  );
  return rows[0];
}

/** `created_at` distinguishes our claim from that of a later request that took the key over. */
async function finish(sql: Sql, request: IdempotentRequest, reply: FinalReply, claimedAt: number): Promise<void> {
  await sql.query(
    `update idempotency_keys set status = $6, response = $7
     where caller_id = $1 and method = $2 and path = $3 and key = $4 and created_at = $5 and status is null`,
    [request.callerId, request.method, request.path, request.key, new Date(claimedAt), reply.status, JSON.stringify(seal(reply, request))],
  );
}

async function release(sql: Sql, { callerId, method, path, key }: IdempotentRequest, claimedAt: number): Promise<void> {
  await sql.query(
    'delete from idempotency_keys where caller_id = $1 and method = $2 and path = $3 and key = $4 and created_at = $5 and status is null',
    [callerId, method, path, key, new Date(claimedAt)],
  );
}

interface Pruning {
  readonly postgres: Sql;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Removes what is older than the promise, once an hour.
 * @returns ends that
 */
export function keepIdempotencyKeysPruned({ postgres, clock, logger }: Pruning): () => void {
  const prune = async (): Promise<void> => {
    try {
      await postgres.query('delete from idempotency_keys where created_at <= $1', [new Date(clock.realNow() - KEPT_MS)]);
    } catch (error) {
      logger.warn({ error: messageOf(error) }, 'old idempotency keys were not removed');
    }
  };
  const timer = setInterval(() => void prune(), PRUNE_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

function usedForAnother(): AppError {
  return new AppError('conflict', 'Idempotency-Key already used', {
    message: 'This Idempotency-Key was used for another request within the last 24 hours.',
  });
}

function stillRunning(): AppError {
  return new AppError('conflict', 'Request in progress', {
    message: 'The first request with this Idempotency-Key is still running.',
    retryAfterMs: 1000,
  });
}

// A new API key is shown once and stored only as a hash; its kept answer must not undo that. Only
// who sent the request can derive the key that opens it.

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function seal({ headers, text }: FinalReply, request: IdempotentRequest): StoredReply {
  if (request.sealedWith === undefined) return { headers, text };
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(request.sealedWith, request.key), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return { headers, text: Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64') };
}

function open(status: number, { headers, text }: StoredReply, request: IdempotentRequest): FinalReply {
  if (request.sealedWith === undefined) return { status, headers, text };
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv(CIPHER, deriveKey(request.sealedWith, request.key), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const opened = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return { status, headers, text: opened.toString('utf8') };
}

function deriveKey(secret: string, salt: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, 'sightline idempotency', 32));
}
