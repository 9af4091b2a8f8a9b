import { formatList, formatUsd } from '#data/format.ts';
import { PARTS, type Granted } from './grant.ts';
import { canSpend, managesOthers } from './member-roles.ts';

/** What clients see unless other parts are chosen. */
const PARTS_OF_CLIENTS: NonNullable<Granted['screens']> = ['overview', 'rankings', 'answers'];

export function sayParts({ role, screens }: Pick<Granted, 'role' | 'screens'>): string {
  const shown = screens ?? (role === 'client' ? PARTS_OF_CLIENTS : undefined);
  if (shown === undefined) return 'all';
  return PARTS.filter(({ value }) => shown.includes(value))
    .map(({ label }) => label)
    .join(', ');
}

/** @param names of projects by their ids */
export function sayProjects({ project_ids: ids }: Pick<Granted, 'project_ids'>, names: ReadonlyMap<string, string>): string {
  return ids === null ? 'all' : formatList(ids.map((id) => names.get(id) ?? 'an archived one'));
}

export function sayLimit({ role, monthly_usd: usd }: Pick<Granted, 'role' | 'monthly_usd'>): string {
  if (!canSpend(role)) return 'cannot spend';
  return usd === null ? 'none' : formatUsd(usd);
}

export function seesCosts({ role, hide_costs: isHidden }: Pick<Granted, 'role' | 'hide_costs'>): boolean {
  return managesOthers(role) || (role !== 'client' && !isHidden);
}

export function mayWrite({ role, comment }: Pick<Granted, 'role' | 'comment'>): boolean {
  return canSpend(role) || comment;
}

export function mayExport({ role, csv }: Pick<Granted, 'role' | 'csv'>): boolean {
  return managesOthers(role) || csv;
}
