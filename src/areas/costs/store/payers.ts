import type { SpendScope } from '#providers/metering.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** The owners of the projects and keys of some calls, and the people who caused them; what the stores do not know is left out. */
export interface Payers {
  /** Organization of each project. */
  readonly organizations: ReadonlyMap<string, string>;
  /** What the organization allows a project in a month, where it set something. */
  readonly projectLimits: ReadonlyMap<string, number>;
  readonly keys: ReadonlyMap<string, PayingKey>;
  readonly members: ReadonlyMap<string, PayingMember>;
}

export interface PayingMember {
  readonly userId: string;
  readonly organizationId: string;
  /** What the person may spend in a month on behalf of the organization; null: its budget alone holds. */
  readonly monthlyUsd: number | null;
}

const NONE: Payers = { organizations: new Map(), projectLimits: new Map(), keys: new Map(), members: new Map() };

export interface PayingKey {
  /** The organization it is bound to. */
  readonly organizationId: string | undefined;
  /** The bound keys through which it was made. */
  readonly boundMakers: readonly string[];
  /** Of a key for assistants: what it may spend in a month; null: the budgets of the service alone hold. */
  readonly monthlyUsd: number | null;
}

interface PayerRow {
  readonly kind: 'project' | 'key' | 'member';
  readonly id: string;
  readonly organizationId: string | null;
  readonly boundMakers: readonly string[];
  readonly userId: string | null;
  readonly monthlyUsd: number | null;
}

export async function getPayers(
  sql: Sql,
  scopes: readonly Pick<SpendScope, 'projectId' | 'projectIds' | 'apiKeyId' | 'memberId'>[],
): Promise<Payers> {
  const projectIds = [...new Set(scopes.flatMap(listPayingProjectIds))];
  const keyIds = [...new Set(scopes.flatMap(({ apiKeyId }) => apiKeyId ?? []))];
  const memberIds = [...new Set(scopes.flatMap(({ memberId }) => memberId ?? []))];
  if (projectIds.length + keyIds.length + memberIds.length === 0) return NONE;
  const { rows } = await sql.query<PayerRow>(
    `select 'project' as kind, id, organization_id, '{}'::text[] as bound_makers, null as user_id, project_limits.monthly_usd
     from projects left join project_limits on project_id = id where id = any($1)
     union all
     select 'key', id, organization_id, bound_makers, null, monthly_usd from api_keys where id = any($2)
     union all
     select 'member', id, organization_id, '{}', user_id, monthly_usd from memberships where id = any($3)`,
    [projectIds, keyIds, memberIds],
    'select-payers',
  );
  const organizations = rows.flatMap(({ kind, id, organizationId }) =>
    kind === 'project' && organizationId !== null ? [[id, organizationId] as const] : [],
  );
  const keys = rows.flatMap(({ kind, id, organizationId, boundMakers, monthlyUsd }) =>
    kind === 'key' ? [[id, { organizationId: organizationId ?? undefined, boundMakers, monthlyUsd }] as const] : [],
  );
  const members = rows.flatMap(({ kind, id, organizationId, userId, monthlyUsd }) =>
    kind === 'member' && organizationId !== null && userId !== null ? [[id, { userId, organizationId, monthlyUsd }] as const] : [],
  );
  const limits = rows.flatMap(({ kind, id, monthlyUsd }) => (kind === 'project' && monthlyUsd !== null ? [[id, monthlyUsd] as const] : []));
  return { organizations: new Map(organizations), projectLimits: new Map(limits), keys: new Map(keys), members: new Map(members) };
}

/** The projects that pay for a call; none when the operator pays. */
export function listPayingProjectIds({ projectId, projectIds }: Pick<SpendScope, 'projectId' | 'projectIds'>): readonly string[] {
  if (projectIds !== undefined && projectIds.length > 0) return [...new Set(projectIds)];
  return projectId === undefined ? [] : [projectId];
}

/** What the organizations of some projects allow each in a month; those without such a limit are left out. */
export async function listOwnLimits(sql: Sql, projectIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql.query<{ id: string; monthlyUsd: number }>(
    'select project_id as id, monthly_usd from project_limits where project_id = any($1)',
    [projectIds],
  );
  return new Map(rows.map(({ id, monthlyUsd }) => [id, monthlyUsd]));
}

/** What each of some memberships may spend in a month; those that have no limit are left out. */
export async function listMemberLimits(sql: Sql, ids: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql.query<{ id: string; monthlyUsd: number }>(
    'select id, monthly_usd from memberships where id = any($1) and monthly_usd is not null',
    [ids],
  );
  return Object.fromEntries(rows.map(({ id, monthlyUsd }) => [id, monthlyUsd]));
}

/** What each of some keys for assistants may spend in a month; other keys are left out. */
export async function listKeyLimits(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql.query<{ id: string; monthlyUsd: number }>(
    'select id, monthly_usd from api_keys where id = any($1) and monthly_usd is not null',
    [ids],
  );
  return new Map(rows.map(({ id, monthlyUsd }) => [id, monthlyUsd]));
}
