import type { Sql } from '#stores/postgres/types.ts';
import type { CountedApp, CountedTerm } from './visibility.ts';

const APPS_MAX = 1_000;
const TERMS_MAX = 10_000;

/** The apps that a project tracks, without those of its competitors. */
export async function listCountedApps(sql: Sql, projectId: string): Promise<CountedApp[]> {
  const { rows } = await sql.query<CountedApp>(
    `select platform, storefront, app_id, name
     from tracked_apps app
     where project_id = $1 and is_active = 1 and not exists (
       select from assets
       where project_id = $1 and value = app.app_id and role = 'competitor'
         and type = case app.platform when 'store_a' then 'app_ios' else 'app_android' end)
     order by platform, storefront, app_id limit ${APPS_MAX}`,
    [projectId],
  );
  return rows;
}

/** The terms that a project follows in store searches for these apps; each once, however many apps it is followed for. */
export async function listCountedTerms(sql: Sql, projectId: string, apps: readonly CountedApp[]): Promise<CountedTerm[]> {
  const { rows } = await sql.query<CountedTerm>(
    `select platform, storefront, language_code, keyword, owner_id, min(created_at at time zone 'UTC')::date as since
     from tracked_app_keywords join unnest($2::text[], $3::text[], $4::text[]) as app (platform, storefront, app_id) using (platform, storefront, app_id)
     where project_id = $1 and is_active
     group by platform, storefront, language_code, keyword, owner_id
     order by platform, storefront, language_code, keyword, owner_id limit ${TERMS_MAX}`,
    [projectId, ...toColumns(apps)],
  );
  return rows;
}

export interface RatingDay {
  readonly day: string;
  /** Weighted by the number of ratings. */
  readonly rating: number;
  readonly ratingCount: number;
}

/** The ratings of apps on each day on which some were read, taken together. */
export async function listRatingDays(
  sql: Sql,
  { apps, from, to }: { readonly apps: readonly CountedApp[]; readonly from: string; readonly to: string },
): Promise<RatingDay[]> {
  const { rows } = await sql.query<RatingDay>(
    `select day, sum(rating * rating_count) / sum(rating_count) as rating, sum(rating_count)::bigint as rating_count
     from app_rating_days join unnest($1::text[], $2::text[], $3::text[]) as app (platform, storefront, app_id) using (platform, storefront, app_id)
     where day between $4::date and $5::date and rating is not null and rating_count > 0
     group by day
     order by day`,
    [...toColumns(apps), from, to],
  );
  return rows;
}

function toColumns(apps: readonly CountedApp[]): string[][] {
  return [apps.map(({ platform }) => platform), apps.map(({ storefront }) => storefront), apps.map(({ appId }) => appId)];
}
