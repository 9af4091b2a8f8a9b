import type { Sql } from '#stores/postgres/types.ts';

/** The owners of the projects and keys of some calls; what the stores do not know is left out. */
export interface Payers {
  /** Organization of each project. */
  readonly organizations: ReadonlyMap<string, string>;
  readonly keys: ReadonlyMap<string, PayingKey>;
}

export interface PayingKey {
  /** The organization it is bound to. */
  readonly organizationId: string | undefined;
  /** The bound keys through which it was made. */
  readonly boundMakers: readonly string[];
}

interface PayerRow {
  readonly kind: 'project' | 'key';
  readonly id: string;
  readonly organizationId: string | null;
  readonly boundMakers: readonly string[];
}

export async function getPayers(
  sql: Sql,
  { projectIds, keyIds }: { readonly projectIds: readonly string[]; readonly keyIds: readonly string[] },
): Promise<Payers> {
  if (projectIds.length + keyIds.length === 0) return { organizations: new Map(), keys: new Map() };
  const { rows } = await sql.query<PayerRow>(
    `select 'project' as kind, id, organization_id, '{}'::text[] as bound_makers from projects where id = any($1)
     union all
     select 'key', id, organization_id, bound_makers from api_keys where id = any($2)`,
    [projectIds, keyIds],
    'select-payers',
  );
  const organizations = rows.flatMap(({ kind, id, organizationId }) =>
    kind === 'project' && organizationId !== null ? [[id, organizationId] as const] : [],
  );
  const keys = rows.flatMap(({ kind, id, organizationId, boundMakers }) =>
    kind === 'key' ? [[id, { organizationId: organizationId ?? undefined, boundMakers }] as const] : [],
  );
  return { organizations: new Map(organizations), keys: new Map(keys) };
}
