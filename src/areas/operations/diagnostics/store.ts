import type { Sql } from '#stores/postgres/types.ts';

/** A table and what it looks like from outside. */
export interface TableShape {
  /** With its schema unless that is the main one. */
  readonly name: string;
  readonly columns: number;
  /** As the store estimates it. */
  readonly rows: number;
}

const TABLES_MAX = 2_000;

/**
 * The tables and views of the database, the workflow engine's too, by name. A partitioned table is one
 * table, with the rows of its parts.
 */
export async function listTableShapes(sql: Sql): Promise<TableShape[]> {
  const { rows } = await sql.query<TableShape>(
    `select case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as name,
       (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       greatest(0, case c.relkind
         when 'p' then (select coalesce(sum(greatest(0, part.reltuples)), 0)
                        from pg_inherits i join pg_class part on part.oid = i.inhrelid where i.inhparent = c.oid)
         else c.reltuples end)::bigint as rows
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
       and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_toast%' and n.nspname not like 'pg_temp%'
     order by (n.nspname <> 'public'), name limit $1`,
    [TABLES_MAX],
  );
  return rows;
}
