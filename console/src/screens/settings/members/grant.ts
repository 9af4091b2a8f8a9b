import type { Member, PutOrganizationsByOrganizationIdMembersByUserIdData } from '#client';
import { canHideCosts, canSpend, managesOthers, needsLeaveToWrite, type Role } from './member-roles.ts';

type Part = NonNullable<Member['screens']>[number];
/** What a member may do, as members and invitations have it. */
export type Granted = Pick<Member, 'role' | 'project_ids' | 'screens' | 'hide_costs' | 'hide_volume' | 'csv' | 'comment' | 'monthly_usd'>;
type Body = NonNullable<PutOrganizationsByOrganizationIdMembersByUserIdData['body']>;

export const PARTS: readonly { readonly value: Part; readonly label: string }[] = [
  { value: 'overview', label: 'Overview' },
  { value: 'rankings', label: 'Keywords' },
  { value: 'answers', label: 'Answers' },
  { value: 'sites', label: 'Sites' },
  { value: 'research', label: 'Research' },
  { value: 'apps', label: 'Apps' },
  { value: 'work', label: 'Costs and webhooks' },
];
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
