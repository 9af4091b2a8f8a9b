-- What the checks of the service found last, and how full its disks were: seen each minute while a rule of an operator asks for it.

create table service_facts (
  kind text not null check (kind in ('check', 'disk')),
  name text not null,
  -- Of a check.
  status text check (status in ('ok', 'degraded', 'down', 'not_configured')),
  -- Of a disk, from 0 to 1.
  used_share double precision,
  -- Names no host and no user.
  detail text,
  -- Since when the status is so.
  since timestamptz not null,
  seen_at timestamptz not null,
  primary key (kind, name)
);

-- Whether any rule asks for an event is asked each minute.
create index alert_rules_event_idx on alert_rules ((condition->'when'->>'event'), id) where is_enabled;
