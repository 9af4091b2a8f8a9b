import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '#context';
import { AppError, type BudgetExceededError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { sumUsd } from '#kernel/money.ts';
import { extendClaims, listBuyers, releaseClaims, takeClaims, type Hold } from './store.ts';

/** Expiry of a claim: the longest that others wait for a process that was killed. */
const HOLD_MS = 30_000;
const EXTEND_MS = HOLD_MS / 3;
/** Between two looks for what another buys. */
const LOOK_MS = 200;
const RETRY_MS = 5_000;
/** A call waits 100 s for its slot and takes 130 s at most; a list of keywords can be several, one after the other. */
const BUY_TIMEOUT_MS = 10 * 60_000;

/** What came of buying. */
export interface Bought<Answer> {
  readonly answers: ReadonlyMap<string, Answer>;
  readonly costUsd: number;
  /** A budget had no room for the rest. */
  readonly stoppedBy?: BudgetExceededError | undefined;
}

/** Answers that are bought live, each by one of all that want it at the same time. */
export interface Purchase<Answer> {
  /** What is wanted: each key is the same for all that want the same. */
  readonly keys: readonly string[];
  /** The run or request that buys: a run that is repeated after a crash goes on with what it held. */
  readonly buyer?: string | undefined;
  /** What is stored of these and serves. @param isBought another has bought them since they were wanted here */
  find(keys: readonly string[], isBought: boolean): Promise<ReadonlyMap<string, Answer>>;
  /** Asks outside, pays, and stores the answers, each in the transaction that books its price where that is known. */
  buy(keys: readonly string[], signal: AbortSignal): Promise<Bought<Answer>>;
  /** Ends the wait for others. What is bought here is bought to its end, because it is paid for. */
  readonly signal?: AbortSignal | undefined;
  /** How long others may take that buy the same; without it, as long as they need. */
  readonly waitMs?: number | undefined;
}

type BuyContext = Pick<AppContext, 'postgres' | 'clock' | 'purchases'>;

/**
 * Finds answers, and buys the others: over all processes each is bought once at a time, and all that want it wait for it. When
 * that one fails, or its process dies (after 30 seconds at most), the next one buys.
 * @throws what `buy` throws; what answers came meanwhile is stored
 * @throws AppError `unavailable` when another takes longer than `waitMs`
 */
export async function buyOnce<Answer>(
  ctx: BuyContext,
  purchase: Purchase<Answer>,
): Promise<Bought<Answer> & { readonly isCached: boolean }> {
  const { keys, signal, waitMs = Infinity, buyer = newId('spend_') } = purchase;
  const answers = new Map(await purchase.find(keys, false));
  const listMissing = (): string[] => keys.filter((key) => !answers.has(key));
  let missing = listMissing();
  if (missing.length === 0) return { answers, costUsd: 0, isCached: true };

  const work: Work<Answer> = { ...purchase, buyer, before: await listBuyers(ctx.postgres, missing) };
  const { flights } = ctx.purchases.memory;
  const costs: number[] = [];
  let end = ctx.clock.realNow() + waitMs;
  for (;;) {
    const ours = missing.filter((key) => !flights.has(key));
    const bought = ours.length === 0 ? undefined : await fly(flights, ours, buyFree(ctx, work, ours));
    for (const [key, answer] of bought?.answers ?? []) answers.set(key, answer);
    if (bought?.isBought === true) {
      costs.push(bought.costUsd);
      end = ctx.clock.realNow() + waitMs;
    }
    missing = listMissing();
    if (missing.length === 0 || bought?.stoppedBy !== undefined)
      return { answers, costUsd: sumUsd(costs), isCached: costs.length === 0, stoppedBy: bought?.stoppedBy };
    if (ctx.clock.realNow() > end) throw takesTooLong();
    await Promise.race([sleep(LOOK_MS, undefined, { signal }), ...missing.flatMap((key) => flights.get(key) ?? [])]);
  }
}

interface Work<Answer> extends Purchase<Answer> {
  readonly buyer: string;
  /** Who bought the last answers before these were wanted. */
  readonly before: ReadonlyMap<string, string | null>;
}

/** The others of this process wait for the end of the flight. */
async function fly<Result>(flights: Map<string, Promise<void>>, keys: readonly string[], work: Promise<Result>): Promise<Result> {
  const land = (): void => keys.forEach((key) => flights.delete(key));
  const ended = work.then(land, land);
  for (const key of keys) flights.set(key, ended);
  return await work;
}

/** Finds or buys those that no other buys now. */
async function buyFree<Answer>(
  { postgres }: BuyContext,
  { buyer, before, find, buy }: Work<Answer>,
  keys: readonly string[],
): Promise<Bought<Answer> & { readonly isBought: boolean }> {
  const hold: Hold = { buyer, holdMs: HOLD_MS };
  const taken = await takeClaims(postgres, keys, hold);
  const held = taken.map(({ key }) => key);
  if (held.length === 0) return { answers: new Map(), costUsd: 0, isBought: false };
  // What cannot be extended or given back because a store is away runs out by itself.
  const extending = setInterval(() => void extendClaims(postgres, held, hold).catch(() => undefined), EXTEND_MS);
  let bought: Bought<Answer> | undefined;
  try {
    const byOthers = taken.filter(({ key, boughtBy }) => boughtBy !== (before.get(key) ?? null)).map(({ key }) => key);
    const others = held.filter((key) => !byOthers.includes(key));
    const found = new Map([...(await findSome(find, others, false)), ...(await findSome(find, byOthers, true))]);
    const open = held.filter((key) => !found.has(key));
    if (open.length === 0) return { answers: found, costUsd: 0, isBought: false };
    bought = await buy(open, AbortSignal.timeout(BUY_TIMEOUT_MS));
    return { ...bought, answers: new Map([...found, ...bought.answers]), isBought: true };
  } finally {
    clearInterval(extending);
    await releaseClaims(postgres, held, buyer, [...(bought?.answers.keys() ?? [])]).catch(() => undefined);
  }
}

async function findSome<Answer>(
  find: Purchase<Answer>['find'],
  keys: readonly string[],
  isBought: boolean,
): Promise<ReadonlyMap<string, Answer>> {
  return keys.length === 0 ? new Map() : await find(keys, isBought);
}

function takesTooLong(): AppError {
  return new AppError('unavailable', 'Answer is on its way', {
    message: 'Another request asks the provider the same, and its answer takes long.',
    hint: 'Try again: when that answer is there it costs nothing.',
    retryAfterMs: RETRY_MS,
  });
}
