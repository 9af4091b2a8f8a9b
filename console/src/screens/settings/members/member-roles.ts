import type { Member } from '#client';

export type Role = Member['role'];

/** The most powerful first, with what each is for. */
export const ROLES: readonly { readonly value: Role; readonly says: string }[] = [
  { value: 'owner', says: 'everything, with owners and the end of the organization' },
  { value: 'manager', says: 'members, keys, budgets and projects, and all that editors do' },
  { value: 'editor', says: 'changes keywords, sites and checks, and spends on them' },
  { value: 'viewer', says: 'sees everything and changes nothing' },
  { value: 'client', says: 'sees chosen screens, and never what anything costs' },
];

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
