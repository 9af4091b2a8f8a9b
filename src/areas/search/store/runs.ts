import { TRACKED_KEYWORDS } from '#areas/keywords/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { PLAIN, type FoundThing } from '../hit.ts';
import type { Question } from '../question.ts';

interface RunRow {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly projectId: string | null;
  readonly projectName: string | null;
}

/** A check, of a project that the caller sees and that tracks its keyword. */
export async function findSerpRun(sql: Sql, { projectIds, typed }: Question): Promise<FoundThing | undefined> {
  const { rows } = await sql.query<RunRow>(
    `select run.id, query.keyword as label, to_char(run.check_date, 'YYYY-MM-DD') as detail, p.id as project_id, p.name as project_name
     from serp_runs run join queries query on query.id = run.query_id
     join ${TRACKED_KEYWORDS} t on t.keyword_id = run.keyword_id and t.engine = run.engine
       and t.channel = case run.kind when 'organic' then 'seo' else 'local' end
     join projects p on p.id = t.project_id
     where run.id = $2 and ($1::text[] is null or p.id = any ($1))
     order by p.id = run.project_id desc, p.id
     limit 1`,
    [projectIds, typed],
  );
  return rows[0] && { ...PLAIN, ...rows[0] };
}

export async function findMatchingResearchRun(sql: Sql, { projectIds, typed }: Question): Promise<FoundThing | undefined> {
  const { rows } = await sql.query<RunRow>(
    `select run.id, run.url as label, run.status as detail, p.id as project_id, p.name as project_name
     from research_runs run left join projects p on p.id = run.project_id
     where run.id = $2 and ($1::text[] is null or p.id = any ($1))`,
    [projectIds, typed],
  );
  return rows[0] && { ...PLAIN, ...rows[0] };
}

export async function findMatchingJobRun(sql: Sql, id: string): Promise<FoundThing | undefined> {
  const { rows } = await sql.query<Pick<RunRow, 'id' | 'label' | 'detail'>>(
    'select id, type as label, status as detail from job_runs where id = $1',
    [id],
  );
  return rows[0] && { ...PLAIN, ...rows[0] };
}
