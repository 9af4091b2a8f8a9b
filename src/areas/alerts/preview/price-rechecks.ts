import { toKind } from '#areas/keywords/index.ts';
import type { AppContext } from '#context';
import { roundUsd } from '#kernel/money.ts';
import type { SerpRequest } from '#providers/search-data/index.ts';
import type { Fired } from '../judge/judge-rounds.ts';
import type { Condition } from '../rule.ts';
import { listChecks, type TrackedCheck } from './store.ts';

/**
 * What second checks would have cost at most, at the live prices of now: of each round the worst keywords, as many as the rule checks.
 * @returns null: the rule makes none
 */
export async function priceRechecks(
  { postgres, searchData }: Pick<AppContext, 'postgres' | 'searchData'>,
  projectId: string,
  { confirm, recheckMax }: Condition,
  fired: readonly Fired[],
): Promise<number | null> {
  if (confirm !== 'recheck') return null;
  const rounds = [...Map.groupBy(fired, ({ day }) => day).values()];
  const checked = rounds.flatMap((some) =>
    [...new Set(some.flatMap(({ items }) => items.map(({ subject }) => toCheckKey(subject.key))))].slice(0, recheckMax),
  );
  const checks = await listChecks(postgres, projectId, [...new Set(checked.map((key) => key.split(' ')[0] ?? ''))]);
  const prices = new Map(
    checks.map((check) => [`${check.keywordId} ${check.engine} ${check.channel}`, searchData.estimateSerpUsd(toRequest(check))]),
  );
  return roundUsd(checked.reduce((sum, key) => sum + (prices.get(key) ?? 0), 0));
}

/** A subject is a check for one site. */
function toCheckKey(subject: string): string {
  return subject.split(' ').slice(0, 3).join(' ');
}

function toRequest({ keywordId: _keywordId, channel, ...check }: TrackedCheck): SerpRequest {
  return { ...check, kind: toKind(channel) };
}
