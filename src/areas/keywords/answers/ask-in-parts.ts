import { BudgetExceededError } from '#kernel/errors.ts';
import { toGroups } from '#kernel/lists.ts';
import { sumUsd } from '#kernel/money.ts';
import type { ListRefusal } from '#providers/search-data/lists.ts';
import type { Bought } from '#purchases/index.ts';

/** A keyword under the id of its question. */
export interface AskedKeyword {
  readonly id: string;
  /** Normalized. */
  readonly keyword: string;
}

export interface Parts<Item extends AskedKeyword, Answer> {
  /** Keywords that one call takes. */
  readonly perCall: number;
  /** One call. */
  readonly ask: (items: readonly Item[]) => Promise<(Bought<Answer> & { readonly state: 'answered' }) | ListRefusal>;
  /** Keeps that the provider does not take these. */
  readonly refuse: (items: readonly Item[], reason: string) => Promise<ReadonlyMap<string, Answer>>;
}

/** Signs that the provider is known to refuse, pictures among them. One that passes costs a call of its own, and no more. */
const UNUSUAL = /[,!@%^()={};~<>?|\\]|\p{Extended_Pictographic}|\p{Cc}|\p{Cs}/u;

/** The calls that ask about keywords: those with unusual signs are asked apart, because one of them voids its whole call. */
export function toCalls<Item>(items: readonly Item[], perCall: number, toKeyword: (item: Item) => string): Item[][] {
  const [usual = [], unusual = []] = [false, true].map((is) => items.filter((item) => UNUSUAL.test(toKeyword(item)) === is));
  return [...toGroups(usual, perCall), ...toGroups(unusual, perCall)];
}

/**
 * Asks about keywords in as few calls as can be. A call that is refused because of one of its keywords costs
 * nothing: those that the provider names are left out, else its keywords are asked about in halves until the
 * one at fault stands alone.
 * @throws what the first failed call threw, when all have ended; what the others brought is stored
 */
export async function askInParts<Item extends AskedKeyword, Answer>(
  items: readonly Item[],
  parts: Parts<Item, Answer>,
): Promise<Bought<Answer>> {
  const settled = await Promise.allSettled(
    toCalls(items, parts.perCall, ({ keyword }) => keyword).map((group) => askOrHalve(group, parts)),
  );
  return join(settled);
}

async function askOrHalve<Item extends AskedKeyword, Answer>(items: readonly Item[], parts: Parts<Item, Answer>): Promise<Bought<Answer>> {
  const outcome = await parts.ask(items);
  if (outcome.state === 'answered') return outcome;
  const named = outcome.what === 'keywords' && items.length > 1 ? outcome.named : items.map(({ keyword }) => keyword);
  const atFault = items.filter(({ keyword }) => named.includes(keyword));
  const refused = await parts.refuse(atFault, outcome.reason);
  const others = items.filter((item) => !atFault.includes(item));
  // Without names one of the halves will pass.
  const groups = toGroups(others, atFault.length > 0 ? items.length : Math.ceil(others.length / 2));
  const settled = await Promise.allSettled(groups.map((group) => askOrHalve(group, parts)));
  return join(settled, refused);
}

function join<Answer>(
  settled: readonly PromiseSettledResult<Bought<Answer>>[],
  refused: ReadonlyMap<string, Answer> = new Map(),
): Bought<Answer> {
  const failures = settled.flatMap((one) => (one.status === 'rejected' ? [toError(one.reason)] : []));
  const failure = failures.find((error) => !(error instanceof BudgetExceededError));
  if (failure !== undefined) throw failure;
  const done = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  return {
    answers: new Map([...refused, ...done.flatMap(({ answers }) => [...answers])]),
    costUsd: sumUsd(done.map(({ costUsd }) => costUsd)),
    stoppedBy: failures.find((error) => error instanceof BudgetExceededError) ?? done.find((one) => one.stoppedBy)?.stoppedBy,
  };
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
