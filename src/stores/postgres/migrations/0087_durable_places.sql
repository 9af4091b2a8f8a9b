-- Places outlive a crash of the server: what was called before a kill counts for who starts after it. A commit need
-- not wait for the disk, so at most the counts of the last half second are lost, which is shorter than any start.
alter table rate_places set logged;

create or replace function take_places(wanted integer, keys text[], limits integer[], windows_ms integer[], out granted integer, out wait_ms integer)
language plpgsql as $$
declare
  now_ms bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(hashtextextended('rate_places/' || o.key, 0)) from (select key from unnest(keys) as u (key) order by key) o;
  now_ms := floor(extract(epoch from clock_timestamp()) * 1000);
  -- A clock that was set back must not close a window for the difference.
  delete from rate_places p using unnest(keys, windows_ms) as w (key, window_ms)
    where p.key = w.key and (p.last_ms <= now_ms - w.window_ms or p.last_ms > now_ms + w.window_ms);

  select greatest(0, least(wanted, min(r.room))) into granted
    from (
      select w.places - coalesce(sum(p.calls), 0) as room
      from unnest(keys, limits) as w (key, places) left join rate_places p on p.key = w.key
      group by w.key, w.places
    ) r;
  if granted > 0 then
    insert into rate_places as p (key, step, calls, last_ms)
      select w.key, now_ms * 20 / w.window_ms, granted, now_ms from unnest(keys, windows_ms) as w (key, window_ms)
      on conflict (key, step) do update set calls = p.calls + excluded.calls, last_ms = excluded.last_ms;
  end if;

  select coalesce(max(r.first_ms + r.window_ms - now_ms), 0) into wait_ms
    from (
      select min(p.last_ms) as first_ms, w.window_ms
      from unnest(keys, limits, windows_ms) as w (key, places, window_ms) join rate_places p on p.key = w.key
      group by w.key, w.places, w.window_ms
      having sum(p.calls) >= w.places
    ) r;
end
$$;
