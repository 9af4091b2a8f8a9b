import type { Postgres } from '#stores/postgres/types.ts';

/** Writes of rows fail as they do where there is no room for them; signs of life find room in the pages that they have. */
export async function fillDisk(postgres: Pick<Postgres, 'query'>): Promise<() => Promise<void>> {
  await postgres.query(`
    create function refuse_write() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  await postgres.query(`
    do $$ declare name text; begin
      for name in select oid::regclass::text from pg_class
        where relkind in ('r', 'p') and not relispartition and relnamespace in ('public'::regnamespace, 'dbos'::regnamespace)
          and oid <> 'worker_heartbeats'::regclass
      loop execute format('create trigger full_disk before insert or update or delete on %s for each row execute function refuse_write()', name);
      end loop;
    end $$`);
  return async () => void (await postgres.query('drop function refuse_write() cascade'));
}
