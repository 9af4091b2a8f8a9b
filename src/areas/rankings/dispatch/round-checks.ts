import type { Sql } from '#stores/postgres/types.ts';

/** How the checks of a project's dispatches stand. */
export interface ProjectChecks {
  /** Some have not ended. */
  readonly isOpen: boolean;
  /** When the newest one of them ended, in real time; null: none has since then. */
  readonly lastEndedAt: Date | null;
}

/** How the checks that dispatches queued for a project stand. @param since real time */
export async function findProjectChecks(sql: Sql, projectId: string, since: Date): Promise<ProjectChecks> {
  const { rows } = await sql.query<ProjectChecks>(
    `select
       exists (select from queued_checks where $1 = any (project_ids) and status in ('planned', 'posting', 'posted')) as is_open,
       (select max(updated_at) from queued_checks
        where $1 = any (project_ids) and status in ('completed', 'failed', 'skipped') and updated_at > $2) as last_ended_at`,
    [projectId, since],
  );
  return rows[0] ?? { isOpen: false, lastEndedAt: null };
}

/** A project whose checks a dispatch has queued. */
export interface DispatchedProject {
  readonly projectId: string;
  readonly timeZone: string;
}

const PROJECTS_MAX = 1_000_000;

/** The projects whose checks a dispatch has queued, each once. */
export async function listDispatchedProjects(sql: Sql, dispatchId: string): Promise<DispatchedProject[]> {
  const { rows } = await sql.query<DispatchedProject>(
    `select p.id as project_id, p.time_zone from projects p
     where p.id in (select distinct unnest(project_ids) from queued_checks where dispatch_id = $1) order by p.id limit ${PROJECTS_MAX}`,
    [dispatchId],
  );
  return rows;
}

/** A project whose checks have ended. */
export interface EndedProject extends DispatchedProject {
  /** The newest of them, in real time. */
  readonly lastEndedAt: Date;
}

/** The projects of which checks that dispatches queued have ended in a span of real time. */
export async function listEndedProjects(sql: Sql, since: Date, until: Date): Promise<EndedProject[]> {
  const { rows } = await sql.query<EndedProject>(
    `select p.id as project_id, p.time_zone, ended.last_ended_at
     from (
       select project_id, max(updated_at) as last_ended_at from queued_checks, unnest(project_ids) as project_id
       where status in ('completed', 'failed', 'skipped') and updated_at between $1 and $2 group by project_id) ended
     join projects p on p.id = ended.project_id order by p.id limit ${PROJECTS_MAX}`,
    [since, until],
  );
  return rows;
}
