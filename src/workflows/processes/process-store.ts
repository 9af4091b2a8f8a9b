import type { Sql } from '#stores/postgres/types.ts';
import { SILENT_AFTER } from '../time-outs.ts';

/** The processes that live: one row each in `worker_heartbeats`, renewed every two seconds. */
export interface ProcessIdentity {
  readonly executorId: string;
  readonly role: string;
  /** Version of the package. */
  readonly version: string;
  readonly host: string;
  readonly pid: number;
}

export interface BeatingProcess extends ProcessIdentity {
  /** Queues that it takes work off. */
  readonly queues: readonly string[];
}

/** @param steps what it has in flight, for callers that ask another process */
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
    `select executor_id, host, pid, beat_at < now() - interval '${SILENT_AFTER}' as is_silent, beat_at::text as beat
       from worker_heartbeats where executor_id <> $1 order by executor_id`,
    [executorId],
  );
  return rows;
}

/** The name of the connection that holds a process's lock (signals.ts). */
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
