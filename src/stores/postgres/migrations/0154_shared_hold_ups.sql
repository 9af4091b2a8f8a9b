-- Hold-ups count for all processes: calls that leave late arrive together with those that another process begins, so a
-- window in which a process was held up gives fewer slots to every process.
alter table rate_places add column is_held_up boolean not null default false;

-- Replaces `take_places`. A process that is held up leaves a row even where it gets no slot. Windows that are as wide for callers
-- that are held up have no such rows: those of a minute would narrow the second for a minute.
create function take_rate_slots(
  wanted integer, keys text[], limits integer[], held_up_limits integer[], windows_ms integer[], caller_is_held_up boolean,
  out granted integer, out wait_ms integer
)
language plpgsql as $$
declare
  now_ms bigint;
  slots integer[] := limits;
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(hashtextextended('rate_places/' || o.key, 0)) from (select key from unnest(keys) as u (key) order by key) o;
  now_ms := floor(extract(epoch from clock_timestamp()) * 1000);
  -- A clock that was set back must not close a window for the difference.
  delete from rate_places p using unnest(keys, windows_ms) as w (key, window_ms)
    where p.key = w.key and (p.last_ms <= now_ms - w.window_ms or p.last_ms > now_ms + w.window_ms);
  if caller_is_held_up or exists (select from rate_places p where p.key = any (keys) and p.is_held_up) then
    slots := held_up_limits;
  end if;

  select greatest(0, least(wanted, min(r.room))) into granted
    from (
      select w.slots - coalesce(sum(p.calls), 0) as room
      from unnest(keys, slots) as w (key, slots) left join rate_places p on p.key = w.key
      group by w.key, w.slots
    ) r;
  if granted > 0 or caller_is_held_up then
    insert into rate_places as p (key, step, calls, last_ms, is_held_up)
      select w.key, now_ms * 20 / w.window_ms, granted, now_ms, caller_is_held_up and w.held_up_slots < w.slots
        from unnest(keys, windows_ms, limits, held_up_limits) as w (key, window_ms, slots, held_up_slots)
      on conflict (key, step) do update
        set calls = p.calls + excluded.calls, last_ms = excluded.last_ms, is_held_up = p.is_held_up or excluded.is_held_up;
  end if;

  select coalesce(max(r.first_ms + r.window_ms - now_ms), 0) into wait_ms
    from (
      select min(p.last_ms) filter (where p.calls > 0) as first_ms, w.window_ms
      from unnest(keys, slots, windows_ms) as w (key, slots, window_ms) join rate_places p on p.key = w.key
      group by w.key, w.slots, w.window_ms
      having sum(p.calls) >= w.slots
    ) r;
end
$$;

-- Called by processes of an earlier release until they are replaced.
create or replace function take_places(wanted integer, keys text[], limits integer[], windows_ms integer[], out granted integer, out wait_ms integer)
language sql as $$
  select s.granted, s.wait_ms from take_rate_slots(wanted, keys, limits, limits, windows_ms, false) s
$$;
