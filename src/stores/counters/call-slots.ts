import type { Pool, PoolClient } from 'pg';
import type { Logger } from '#kernel/logger.ts';
import { insure } from './insurance.ts';

/** The scan ends with the last slot that is wanted, so that no other is locked. */
const TAKE = 'select slot from unnest($2::integer[]) as slot where pg_try_advisory_lock(hashtext($1), slot) limit $3';
const GIVE_BACK = 'select pg_advisory_unlock(hashtext($1), $2)';

export interface CallSlots {
  /**
   * Takes up to `wanted` of the slots 1 to `width` under a key that no process has; each is given back
   * by calling it. Never rejects: while the store is away everything is granted, so that each process
   * keeps its width alone, and the log says so once.
   */
  take(key: string, width: number, wanted: number): Promise<readonly (() => void)[]>;
}

/**
 * Slots as advisory locks of PostgreSQL: the server gives them back as soon as the process that has
 * them is gone, however it went. A connection of the pool is kept for as long as there are any.
 */
export function makeCallSlots(pool: Pool, logger: Logger, answerMsMax?: number): CallSlots {
  let opening: Promise<Session> | undefined;

  const open = async (): Promise<Session> => {
    const forget = (): void => {
      opening = undefined;
    };
    try {
      return makeSession(await pool.connect(), forget);
    } catch (error) {
      forget();
      throw error;
    }
  };

  const takeOnce = async (key: string, width: number, wanted: number): Promise<readonly (() => void)[]> => {
    let session = await (opening ??= open());
    // It may have become idle, and so been given back, in the meantime.
    while (session.isOver()) session = await (opening ??= open());
    const slots = await session.take(key, width, wanted);
    return slots.map((slot) => () => void session.giveBack(key, slot));
  };

  // A connection that is kept can have broken without a sign yet; only a new one shows whether the store is away.
  const take = (key: string, width: number, wanted: number) => takeOnce(key, width, wanted).catch(() => takeOnce(key, width, wanted));

  const alone = (_key: string, _width: number, wanted: number) => Array.from({ length: wanted }, () => () => undefined);
  const discard = (slots: readonly (() => void)[]): void => {
    for (const giveBack of slots) giveBack();
  };
  return { take: insure(take, { what: 'shared call slots', alone, discard, logger, answerMsMax }) };
}

/** A connection, and the locks on it. */
interface Session {
  isOver(): boolean;
  take(key: string, width: number, wanted: number): Promise<readonly number[]>;
  giveBack(key: string, slot: number): Promise<void>;
}

function makeSession(client: PoolClient, onEnd: () => void): Session {
  const held = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  let queued = 0;
  let isOver = false;

  /** With an error the connection is closed, which frees whatever is locked on it. */
  const end = (error?: Error): void => {
    if (isOver) return;
    isOver = true;
    client.off('error', end);
    client.release(error);
    onEnd();
  };
  client.on('error', end);

  /** One statement after the other, so that each knows what those before it have locked. */
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    queued += 1;
    const turn = last.then(work);
    last = turn.catch((error: unknown) => end(error instanceof Error ? error : new Error(String(error))));
    try {
      return await turn;
    } finally {
      queued -= 1;
      if (queued === 0 && held.size === 0) end();
    }
  };

  return {
    isOver: () => isOver,
    take: (key, width, wanted) =>
      inTurn(async () => {
        // What is ours already could be locked again, which would be no lock at all.
        const others = Array.from({ length: width }, (_none, at) => at + 1).filter((slot) => !held.has(`${key}/${slot}`));
        const { rows } = await client.query<{ slot: number }>({ name: 'take-call-slots', text: TAKE, values: [key, others, wanted] });
        for (const { slot } of rows) held.add(`${key}/${slot}`);
        return rows.map(({ slot }) => slot);
      }),
    giveBack: async (key, slot) => {
      const unlock = (): Promise<unknown> => client.query({ name: 'give-back-call-slot', text: GIVE_BACK, values: [key, slot] });
      // A connection that fails here frees all of its locks.
      if (!isOver) await inTurn(() => unlock().then(() => held.delete(`${key}/${slot}`))).catch(() => undefined);
    },
  };
}
