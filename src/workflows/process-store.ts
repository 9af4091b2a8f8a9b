import type { Sql } from '#stores/postgres/types.ts';

/** The processes that live: one row each in `worker_heartbeats`, renewed every two seconds. */
export interface ProcessIdentity {
  readonly executorId: string;
  readonly role: string;
  /** Of the package. */
  readonly version: string;
  readonly host: string;
  readonly pid: number;
}

export interface BeatingProcess extends ProcessIdentity {
  /** Queues that it takes work off. */
  readonly queues: readonly string[];
}

export interface LiveProcess extends ProcessIdentity {
  readonly startedAt: Date;
  readonly lastHeartbeatAt: Date;
  /** It has not been heard of for a while: it may be dead, and is taken for dead as soon as its lock is free. */
  readonly isSilent: boolean;
  /** Workflows that it has under way. */
  readonly running: number;
}

/** An interval. */
export const SILENT_AFTER = '15 seconds';

/** @param steps what it has in flight, told to whoever asks another process for it */
export async function upsertHeartbeat(sql: Sql, process: BeatingProcess, steps: readonly object[]): Promise<void> {
  const { executorId, role, version, host, pid, queues } = process;
  await sql.query(
    `insert into worker_heartbeats (executor_id, role, version, host, pid, queues, running) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (executor_id) do update set beat_at = now(), running = excluded.running`,
    [executorId, role, version, host, pid, queues, JSON.stringify(steps)],
  );
}

export async function deleteHeartbeat(sql: Sql, executorId: string): Promise<boolean> {
  const { rowCount } = await sql.query('delete from worker_heartbeats where executor_id = $1', [executorId]);
  return rowCount === 1;
}

/** The oldest first. */
export async function listProcesses(sql: Sql, { limit, offset }: { limit: number; offset: number }): Promise<LiveProcess[]> {
  const { rows } = await sql.query<{
    executor_id: string;
    role: string;
    version: string;
    host: string;
    pid: number;
    started_at: Date;
    beat_at: Date;
    is_silent: boolean;
    running: number;
  }>(
    `select h.executor_id, h.role, h.version, h.host, h.pid, h.started_at, h.beat_at,
            h.beat_at < now() - interval '${SILENT_AFTER}' as is_silent,
            (select count(*) from dbos.workflow_status w where w.executor_id = h.executor_id and w.status = 'PENDING') as running
       from worker_heartbeats h order by h.started_at, h.executor_id limit $1 offset $2`,
    [limit, offset],
  );
  return rows.map((row) => ({
    executorId: row.executor_id,
    role: row.role,
    version: row.version,
    host: row.host,
    pid: row.pid,
    startedAt: row.started_at,
    lastHeartbeatAt: row.beat_at,
    isSilent: row.is_silent,
    running: row.running,
  }));
}

/** In all, and those of them that take work off the queues and are heard of. */
export async function countProcesses(sql: Sql): Promise<{ readonly total: number; readonly working: number }> {
  const { rows } = await sql.query<{ total: number; working: number }>(
    `select count(*) as total, count(*) filter (where role <> 'api' and beat_at >= now() - interval '${SILENT_AFTER}') as working
       from worker_heartbeats`,
  );
  return rows[0] ?? { total: 0, working: 0 };
}
