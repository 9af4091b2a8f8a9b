-- Who administered what (SECURITY.md; GET /api/admin/audit).

create table audit_log (
  id text primary key,
  -- Real time.
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('key', 'jwt')),
  -- Id of the key, or subject of the token.
  actor_id text not null,
  -- The key's name at that time.
  actor_name text,
  method text not null,
  -- As documented, with {parameters}; their values are in `subject`.
  path text not null,
  subject jsonb not null,
  status integer not null,
  -- Where the request came from.
  address text not null,
  request_id text not null
);
create index audit_log_at_idx on audit_log (at desc, id desc);
create index audit_log_actor_id_idx on audit_log (actor_id, at desc, id desc);
