import type { Sql } from '#stores/postgres/types.ts';

/** The newest result page of a tracked keyword that has a box of questions. */
export interface QuestionPage {
  readonly runId: string;
  readonly keyword: string;
}

export interface MarketOfProject {
  readonly projectId: string;
  readonly locationCode: number;
  readonly languageCode: string;
}

/** Pages with questions of what a project tracks in a market, the newest first, each page once. */
export async function listQuestionPages(
  sql: Sql,
  { projectId, locationCode, languageCode }: MarketOfProject,
  { feature, limit }: { readonly feature: string; readonly limit: number },
): Promise<QuestionPage[]> {
  const { rows } = await sql.query<QuestionPage>(
    `select run_id, min(keyword_text) as keyword from current_rankings
     where project_id = $1 and is_tracked and location_code = $2 and language_code = $3 and run_id is not null and $4 = any (serp_features)
     group by run_id order by max(check_ts) desc, run_id limit $5`,
    [projectId, locationCode, languageCode, feature, limit],
  );
  return rows;
}
