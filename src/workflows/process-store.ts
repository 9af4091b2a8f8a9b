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
  /** It has not been heard of for a while: it may be dead, or frozen (liveness.ts). */
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

export interface SeenProcess {
  readonly executorId: string;
  readonly host: string;
  readonly pid: number;
  readonly isSilent: boolean;
  /** The moment of its last heartbeat, as text. */
  readonly beat: string;
}

/** All but one, in the order of their ids. */
export async function listOthers(sql: Sql, executorId: string): Promise<SeenProcess[]> {
  const { rows } = await sql.query<SeenProcess>(
    `select executor_id as "executorId", host, pid, beat_at < now() - interval '${SILENT_AFTER}' as "isSilent", beat_at::text as beat
       from worker_heartbeats where executor_id <> $1 order by executor_id`,
    [executorId],
  );
  return rows;
}

/** Of the connection that holds a process's lock (signals.ts). */
const HOLDER = `select s.application_name from pg_locks l join pg_stat_activity s on s.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and s.datname = current_database()
    and (l.classid::bigint << 32) | l.objid::bigint = hashtextextended($1, 0)`;

/**
 * Ends every connection of a process, which frees all that it has locked: those of its pool, which share
 * a name with the one that holds its lock, and those of the SDK's, which have its id in their name.
 * @returns how many there were
 */
export async function endConnections(sql: Sql, executorId: string): Promise<number> {
  const { rowCount } = await sql.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and (application_name in (${HOLDER}) or starts_with(application_name, 'dbos_transact_' || $1))`,
    [executorId],
  );
  return rowCount ?? 0;
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
  return stuck === 0 ? undefined : `${stuck} silent ${stuck === 1 ? 'process has' : 'processes have'} work under way`;
}
