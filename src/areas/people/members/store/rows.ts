import type { Grant } from '../../roles.ts';
import type { Membership } from '../member.ts';

/** Null where a value has nothing. */
export type Nullable<Type> = { readonly [Name in keyof Type]: undefined extends Type[Name] ? NonNullable<Type[Name]> | null : Type[Name] };
export type MembershipRow = Nullable<Membership>;

export const GRANT = 'role, project_ids, screens, hide_costs, hide_volume, csv, comment, monthly_usd';
export const OWN = `id, user_id, organization_id, ${GRANT}, email_verified, created_at, created_by, used_at`;

export function toMembership<Row extends MembershipRow>(row: Row): Row & Membership {
  return {
    ...row,
    projectIds: row.projectIds ?? undefined,
    screens: row.screens ?? undefined,
    monthlyUsd: row.monthlyUsd ?? undefined,
    createdBy: row.createdBy ?? undefined,
    usedAt: row.usedAt ?? undefined,
  };
}

/** The values of the columns in `GRANT`. */
export function toGrantValues({ role, projectIds, screens, hideCosts, hideVolume, csv, comment, monthlyUsd }: Grant): unknown[] {
  return [role, projectIds ?? null, screens ?? null, hideCosts, hideVolume, csv, comment, monthlyUsd ?? null];
}

/** A membership as JSON of its columns, for statements that read it beside something else. */
export const MEMBERSHIP_JSON = `case when m.id is null then null else jsonb_build_object('id', m.id, 'userId', m.user_id,
  'organizationId', m.organization_id, 'role', m.role, 'projectIds', m.project_ids, 'screens', m.screens, 'hideCosts', m.hide_costs,
  'hideVolume', m.hide_volume, 'csv', m.csv, 'comment', m.comment, 'monthlyUsd', m.monthly_usd, 'emailVerified', m.email_verified,
  'createdAt', m.created_at, 'createdBy', m.created_by, 'usedAt', m.used_at) end`;

/** What `MEMBERSHIP_JSON` reads. */
export function parseMembership(json: MembershipRow | null): Membership | undefined {
  if (json === null) return undefined;
  return toMembership({ ...json, createdAt: new Date(json.createdAt), usedAt: json.usedAt === null ? null : new Date(json.usedAt) });
}
