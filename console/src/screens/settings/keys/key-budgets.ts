import type { BudgetLimits } from '#client';

type KeyLimits = BudgetLimits['key_monthly_usd'];

/**
 * The monthly limits of keys with that of one key changed.
 * @param budgetUsd null takes the key's limit away
 * @returns undefined when one number holds for every key, so that there is no limit of one key
 */
export function withKeyBudget(
  limits: KeyLimits,
  keyId: string,
  budgetUsd: number | null,
): Readonly<Record<string, number>> | null | undefined {
  if (typeof limits === 'number') return undefined;
  const others = Object.entries(limits ?? {}).filter(([id, limit]) => id !== keyId && limit !== null) as [string, number][];
  const all = budgetUsd === null ? others : [...others, [keyId, budgetUsd] as const];
  return all.length === 0 ? null : Object.fromEntries(all);
}

/** A command that tries a key. */
export function toCurl(origin: string, key: string): string {
  return `curl -H 'Authorization: Bearer ${key}' ${origin}/api/me`;
}
