import { TRACKED_KEYWORDS } from '#areas/keywords/index.ts';
import type { Page } from '#kernel/lists.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** A keyword that a project has found, saved or tracks, what is known of it, and where it is now. */
export interface AssignedKeyword {
  readonly keyword: string;
  readonly providerCategoryIds: readonly number[];
  readonly ideaCategoryId: string | null;
  /** Of its run; null: none, also of one that is only tracked. */
  readonly clusterId: string | null;
  /** Null: in none. */
  readonly categoryId: string | null;
  /** Null: in none. */
  readonly assignedBy: 'ai' | 'user' | 'system' | null;
}

/**
 * Clusters together; by run, cluster and text, each text once. A person's assignment comes before the service's own. Of one
 * that is only tracked, its metrics say the provider's categories.
 * @param host only what runs of this site found, what was saved by hand and what is tracked; null: all
 */
export async function listAssignedKeywords(
  sql: Sql,
  { projectId, host }: { readonly projectId: string; readonly host: string | null },
  { limit, offset }: Page,
): Promise<AssignedKeyword[]> {
  const { rows } = await sql.query<AssignedKeyword>(
    `with owned as (
       select keyword_text, run_id, null::integer[] as categories from project_keywords where project_id = $1
       union all
       select tracked.normalized_text, null, max(metrics.categories)
       from ${TRACKED_KEYWORDS} tracked join keywords keyword on keyword.id = tracked.keyword_id
       left join keyword_figures metrics on metrics.id = keyword.figures_id
       where tracked.project_id = $1 and not exists (
         select from project_keywords known where known.project_id = $1 and known.keyword_text = tracked.normalized_text)
       group by tracked.normalized_text
     )
     select p.keyword_text as keyword, coalesce(max(k.provider_category_ids), max(p.categories), '{}') as provider_category_ids,
       max(k.idea_category_id) as idea_category_id, max(k.cluster_id) as cluster_id,
       (array_agg(c.category_id order by c.assigned_by = 'user' desc, c.category_id))[1] as category_id,
       (array_agg(c.assigned_by order by c.assigned_by = 'user' desc, c.category_id))[1] as assigned_by
     from owned p
     left join research_runs r on r.id = p.run_id
     left join research_keywords k on k.run_id = p.run_id and k.keyword = p.keyword_text
     left join keyword_categories c on c.project_id = $1 and c.keyword_text = p.keyword_text
     where ($2::text is null or r.host is null or r.host = $2)
     group by p.run_id, p.keyword_text
     order by p.run_id nulls last, max(k.cluster_id), p.keyword_text limit $3 offset $4`,
    [projectId, host, limit, offset],
  );
  return rows;
}
