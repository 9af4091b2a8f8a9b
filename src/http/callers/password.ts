import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '#kernel/errors.ts';
import { makeConcurrencyLimit } from '../limits/concurrency-limit.ts';

/** Memory in KiB; about 40 ms of one core. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/u;

const hashOnce = promisify(argon2);
/** Hashing takes memory and all of a core: so many at once for one address, in all, and waiting. */
const limit = makeConcurrencyLimit({ perOwner: 2, total: 8, waitingMax: 100 });

/**
 * What is stored of a password.
 * @param address who asks: each has its own slots
 * @throws AppError 503 when too many wait
 */
export async function hashPassword(password: string, address: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await compute(password, address, { ...COST, nonce: salt, tagLength: HASH_BYTES });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${toText(salt)}$${toText(hash)}`;
}

/**
 * Whether it is the password of what is stored. Without anything stored it takes the same time, so that
 * an answer does not tell who has an account.
 * @throws AppError 503 when too many wait
 */
export async function isPassword(password: string, stored: string | null | undefined, address: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = STORED.exec(stored ?? NOTHING) ?? [];
  const expected = Buffer.from(hash, 'base64');
  const found = await compute(password, address, {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
  });
  return timingSafeEqual(found, expected) && stored !== null && stored !== undefined;
}

async function compute(password: string, address: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  const slot = limit.take(address);
  if (slot === undefined)
    throw new AppError('unavailable', 'Busy', { message: 'Too many people are signing in at this moment.', retryAfterMs: 1_000 });
  const giveBack = await slot;
  try {
    return Buffer.from(await hashOnce('argon2id', { ...parameters, message: password.normalize('NFC') }));
  } finally {
    giveBack();
  }
}

function toText(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/u, '');
}

/** A stored password that no text fits. */
const NOTHING = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
