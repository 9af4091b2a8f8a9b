import type { BudgetUse } from '#client';

type Limit = BudgetUse['limit'];

/** The budget whose limit a project can have for itself, in its settings. */
export const PROJECTS = 'project_monthly_usd';
/** Under which an object of limits holds that of the names it lacks. */
const OTHERS = 'default';

/** The limit of every project without one of its own; null: none. */
export function sharedLimit(limit: Limit): number | null {
  return typeof limit === 'object' && limit !== null ? (limit[OTHERS] ?? null) : limit;
}

/** Limits with another one for every project without its own; those keep theirs. */
export function withSharedLimit(limit: Limit, shared: Limit | undefined): Limit | undefined {
  if (typeof limit !== 'object' || limit === null || listOwnLimits(limit).length === 0) return shared;
  return typeof shared === 'object' && shared !== null ? shared : { ...limit, [OTHERS]: shared ?? null };
}

/** The projects with a limit of their own. */
export function listOwnLimits(limit: Limit): readonly { readonly projectId: string; readonly limitUsd: number | null }[] {
  if (typeof limit !== 'object' || limit === null) return [];
  return Object.entries(limit).flatMap(([projectId, limitUsd]) => (projectId === OTHERS ? [] : [{ projectId, limitUsd }]));
}
