import type { Member, PutOrganizationsByOrganizationIdMembersByUserIdData } from '#client';
import { formatList, formatUsd } from '#data/format.ts';

export type Role = Member['role'];
type Part = NonNullable<Member['screens']>[number];
/** What a member may do, as members and invitations have it. */
export type Granted = Pick<Member, 'role' | 'project_ids' | 'screens' | 'hide_costs' | 'hide_volume' | 'csv' | 'comment' | 'monthly_usd'>;
type Body = NonNullable<PutOrganizationsByOrganizationIdMembersByUserIdData['body']>;

/** The most powerful first, with what each is for. */
export const ROLES: readonly { readonly value: Role; readonly says: string }[] = [
  { value: 'owner', says: 'everything, with owners and the end of the organization' },
  { value: 'manager', says: 'members, keys, budgets and projects, and all that editors do' },
  { value: 'editor', says: 'changes keywords, sites and checks, and spends on them' },
  { value: 'viewer', says: 'sees everything and changes nothing' },
  { value: 'client', says: 'sees chosen screens, and never what anything costs' },
];

export const PARTS: readonly { readonly value: Part; readonly label: string }[] = [
  { value: 'overview', label: 'Overview' },
  { value: 'rankings', label: 'Keywords' },
  { value: 'sites', label: 'Sites' },
  { value: 'research', label: 'Research' },
  { value: 'apps', label: 'Apps' },
  { value: 'work', label: 'Costs and webhooks' },
];
/** What clients see unless other parts are chosen. */
const PARTS_OF_CLIENTS: readonly Part[] = ['overview', 'rankings'];

export const managesOthers = (role: Role): boolean => role === 'owner' || role === 'manager';
export const canSpend = (role: Role): boolean => managesOthers(role) || role === 'editor';
/** Whose costs can be hidden: owners and managers see them, clients never do. */
export const canHideCosts = (role: Role): boolean => role === 'editor' || role === 'viewer';
/** Who writes notes only where it is allowed. */
export const needsLeaveToWrite = (role: Role): boolean => role === 'viewer' || role === 'client';

/** The roles that a person may give and change: their own and those below it; all for a key. */
export function listGivable(own: Role | null): readonly Role[] {
  const names = ROLES.map(({ value }) => value);
  return names.slice(own === null ? 0 : names.indexOf(own));
}

/** What a role has where nothing else is said. */
export function toUsual(role: Role): Granted {
  return {
    role,
    project_ids: null,
    screens: null,
    hide_costs: false,
    hide_volume: false,
    csv: role !== 'client',
    comment: false,
    monthly_usd: null,
  };
}

/** The same limits under another role; what the role decides itself goes back to what is usual. */
export function withRole(granted: Granted, role: Role): Granted {
  return { ...granted, role, csv: role === 'client' ? false : granted.role === 'client' || granted.csv };
}

/** What is sent: limits that mean nothing for the role are left off. */
export function toGrantBody(granted: Granted): Body & { readonly role: Role } {
  const { role } = granted;
  return {
    role,
    project_ids: granted.project_ids,
    screens: granted.screens,
    hide_costs: canHideCosts(role) && granted.hide_costs,
    hide_volume: granted.hide_volume,
    csv: managesOthers(role) || granted.csv,
    comment: needsLeaveToWrite(role) && granted.comment,
    monthly_usd: canSpend(role) ? granted.monthly_usd : null,
  };
}

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
