import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '#context';
import { AppError, type BudgetExceededError } from '#kernel/errors.ts';
import { sumUsd } from '#kernel/money.ts';
import type { Postgres } from '#stores/postgres/types.ts';

/** Who asks, until when others wait for it, and the present; in real time. */
export interface Hold {
  readonly heldBy: string;
  readonly until: Date;
  readonly now: Date;
}

/** Where answers of one kind are kept, each under the id of its question. */
export interface AnswerStore<Answer> {
  /** Those among these that are less than a day old. */
  list(ids: readonly string[]): Promise<ReadonlyMap<string, Answer>>;
  /** Takes those that are not fresh and that no other asks about; the other processes wait for their answers. */
  hold(ids: readonly string[], hold: Hold): Promise<readonly string[]>;
  /** Holds on to those that are still held. */
  extend(ids: readonly string[], hold: Hold): Promise<void>;
  /** Gives back those that are still held. */
  release(ids: readonly string[], heldBy: string): Promise<void>;
}

/** What came of asking. */
export interface Asked<Answer> {
  readonly answers: ReadonlyMap<string, Answer>;
  readonly costUsd: number;
  /** A budget had no room for the rest. */
  readonly stoppedBy?: BudgetExceededError | undefined;
}

export interface Questions<Answer> {
  readonly ids: readonly string[];
  readonly store: AnswerStore<Answer>;
  /** The run or request that asks: a run that is repeated after a crash goes on with what it held. */
  readonly heldBy: string;
  readonly signal: AbortSignal;
  /** How long others may take that ask the same. */
  readonly waitMs: number;
  /** Asks outside, and stores each answer in the transaction that books its price. */
  readonly ask: (ids: readonly string[], signal: AbortSignal) => Promise<Asked<Answer>>;
}

/** For so long at most others wait for a process that was killed. */
const HOLD_MS = 30_000;
const EXTEND_MS = 10_000;
/** Between two looks for what another process asks. */
const LOOK_MS = 200;
const RETRY_MS = 5_000;
/** A call waits 100 s for its turn and takes 130 s at most; a list of keywords can be several, one after the other. */
const ASK_TIMEOUT_MS = 10 * 60_000;

/** What this process asks now, by database and question. */
const flights = new WeakMap<Postgres, Map<string, Promise<void>>>();

/**
 * Answers questions from the store, and the others by asking: each is asked once, however many requests of
 * all processes have it at the same time. A question that was begun is ended and kept also when its caller
 * hangs up, because it is paid for.
 * @throws OutsideError; what answers came meanwhile is stored
 * @throws AppError `unavailable` when another takes longer than `waitMs`
 */
export async function askOnce<Answer>(
  { postgres, clock }: AskContext,
  questions: Questions<Answer>,
): Promise<Asked<Answer> & { readonly isCached: boolean }> {
  const { ids, store, signal, waitMs } = questions;
  const flying = flightsOf(postgres);
  const answers = new Map<string, Answer>();
  const costs: number[] = [];
  let end = clock.realNow() + waitMs;
  for (;;) {
    const open = ids.filter((id) => !answers.has(id));
    for (const [id, answer] of await store.list(open)) answers.set(id, answer);
    const missing = open.filter((id) => !answers.has(id));
    const ours = missing.filter((id) => !flying.has(id));
    const asked = ours.length === 0 ? undefined : await fly(flying, ours, askHeld(clock, questions, ours));
    for (const [id, answer] of asked?.answers ?? []) answers.set(id, answer);
    if (asked !== undefined) {
      costs.push(asked.costUsd);
      end = clock.realNow() + waitMs;
    }
    const others = missing.filter((id) => !answers.has(id));
    if (others.length === 0 || asked?.stoppedBy !== undefined)
      return { answers, costUsd: sumUsd(costs), isCached: costs.length === 0, stoppedBy: asked?.stoppedBy };
    if (clock.realNow() > end) throw takesTooLong();
    await Promise.race([sleep(LOOK_MS, undefined, { signal }), ...others.flatMap((id) => flying.get(id) ?? [])]);
  }
}

type AskContext = Pick<AppContext, 'postgres' | 'clock'>;

function flightsOf(postgres: Postgres): Map<string, Promise<void>> {
  const known = flights.get(postgres) ?? new Map<string, Promise<void>>();
  flights.set(postgres, known);
  return known;
}

/** The others of this process wait for the end of the flight. */
async function fly<Result>(flying: Map<string, Promise<void>>, ids: readonly string[], work: Promise<Result>): Promise<Result> {
  const land = (): void => ids.forEach((id) => flying.delete(id));
  const ended = work.then(land, land);
  for (const id of ids) flying.set(id, ended);
  return await work;
}

/** Asks those that no other process asks; undefined: there are none. */
async function askHeld<Answer>(
  clock: AskContext['clock'],
  { store, heldBy, ask }: Questions<Answer>,
  ids: readonly string[],
): Promise<Asked<Answer> | undefined> {
  const toHold = (): Hold => ({ heldBy, until: new Date(clock.realNow() + HOLD_MS), now: new Date(clock.realNow()) });
  const held = await store.hold(ids, toHold());
  if (held.length === 0) return undefined;
  // What cannot be extended or given back because a store is away runs out by itself.
  const extending = setInterval(() => void store.extend(held, toHold()).catch(() => undefined), EXTEND_MS);
  try {
    return await ask(held, AbortSignal.timeout(ASK_TIMEOUT_MS));
  } finally {
    clearInterval(extending);
    await store.release(held, heldBy).catch(() => undefined);
  }
}

function takesTooLong(): AppError {
  return new AppError('unavailable', 'Answer is on its way', {
    message: 'Another request asks the provider the same, and its answer takes long.',
    hint: 'Try again: when that answer is there it costs nothing.',
    retryAfterMs: RETRY_MS,
  });
}
