import type { Page } from '#http/paging.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** A keyword of a project, what its newest run knows of it, and where it is now. */
export interface AssignedKeyword {
  readonly keyword: string;
  readonly providerCategoryIds: readonly number[];
  readonly ideaCategoryId: string | null;
  /** Of its run; null: none. */
  readonly clusterId: string | null;
  /** Null: in none. */
  readonly categoryId: string | null;
  /** Null: in none. */
  readonly assignedBy: 'ai' | 'user' | 'system' | null;
}

/**
 * Clusters together; by run, cluster and text. A person's assignment comes before the service's own.
 * @param host only what runs of this site found and what was saved by hand; null: all
 */
export async function listAssignedKeywords(
  sql: Sql,
  { projectId, host }: { readonly projectId: string; readonly host: string | null },
  { limit, offset }: Page,
): Promise<AssignedKeyword[]> {
  const { rows } = await sql.query<AssignedKeyword & Record<string, unknown>>(
    `select p.keyword_text as keyword, coalesce(max(k.provider_category_ids), '{}') as "providerCategoryIds",
       max(k.idea_category_id) as "ideaCategoryId", max(k.cluster_id) as "clusterId",
       (array_agg(c.category_id order by c.assigned_by = 'user' desc, c.category_id))[1] as "categoryId",
       (array_agg(c.assigned_by order by c.assigned_by = 'user' desc, c.category_id))[1] as "assignedBy"
     from project_keywords p
     left join research_runs r on r.id = p.run_id
     left join research_keywords k on k.run_id = p.run_id and k.keyword = p.keyword_text
     left join keyword_categories c on c.project_id = p.project_id and c.keyword_text = p.keyword_text
     where p.project_id = $1 and ($2::text is null or r.host is null or r.host = $2)
     group by p.run_id, p.keyword_text
     order by p.run_id nulls last, max(k.cluster_id), p.keyword_text limit $3 offset $4`,
    [projectId, host, limit, offset],
  );
  return rows;
}
