import type { Sql } from '#stores/postgres/types.ts';
import type { ProcessIdentity } from '../../processes/process-store.ts';
import { SILENT_AFTER } from '../../time-outs.ts';
import { formatPlural } from '#kernel/text.ts';

/** The processes that live, and the work that they have under way. */
export interface LiveProcess extends ProcessIdentity {
  readonly startedAt: Date;
  readonly lastHeartbeatAt: Date;
  /** It has not been heard of for a while: it may be dead, or frozen (processes/liveness.ts). */
  readonly isSilent: boolean;
  /** Workflows that it has under way. */
  readonly running: number;
}

/** The oldest first. */
export async function listProcesses(sql: Sql, { limit, offset }: { limit: number; offset: number }): Promise<LiveProcess[]> {
  const { rows } = await sql.query<LiveProcess>(
    `select h.executor_id, h.role, h.version, h.host, h.pid, h.started_at, h.beat_at as last_heartbeat_at,
            h.beat_at < now() - interval '${SILENT_AFTER}' as is_silent,
            (select count(*) from dbos.workflow_status w where w.executor_id = h.executor_id and w.status = 'PENDING') as running
       from worker_heartbeats h order by h.started_at, h.executor_id limit $1 offset $2`,
    [limit, offset],
  );
  return rows;
}

export interface ProcessCounts {
  readonly total: number;
  /** Take work off the queues and are heard of. */
  readonly working: number;
  /** Have workflows under way and are not heard of. */
  readonly stuck: number;
}

export async function countProcesses(sql: Sql): Promise<ProcessCounts> {
  const { rows } = await sql.query<ProcessCounts>(
    `select count(*) as total, count(*) filter (where role <> 'api' and not is_silent) as working,
            count(*) filter (where is_silent and exists (
              select from dbos.workflow_status w where w.executor_id = h.executor_id and w.status = 'PENDING')) as stuck
       from (select executor_id, role, beat_at < now() - interval '${SILENT_AFTER}' as is_silent from worker_heartbeats) h`,
  );
  return rows[0] ?? { total: 0, working: 0, stuck: 0 };
}

/** What is wrong with the processes, as a sentence; `undefined`: nothing. */
export async function findProcessProblem(sql: Sql): Promise<string | undefined> {
  const { working, stuck } = await countProcesses(sql);
  if (working === 0) return 'no worker is alive: work waits in its queues';
  return stuck === 0 ? undefined : `${formatPlural(stuck, 'silent process has', 'silent processes have')} work under way`;
}
