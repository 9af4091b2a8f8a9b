-- People who sign in to the console, and their sessions (docs/accounts.md).

create table users (
  id text primary key,
  -- In lower case.
  email text not null,
  name text not null,
  role text not null check (role in ('owner')),
  -- argon2id with its parameters and salt; null: signs in by links only.
  password_hash text,
  created_at timestamptz not null
);
create unique index users_email_key on users (email);

create table sessions (
  id text primary key,
  -- SHA-256 of the cookie's text.
  token_hash bytea not null unique,
  -- Who signed in: a person, or a key.
  user_id text references users (id) on delete cascade,
  api_key_id text references api_keys (id) on delete cascade,
  -- Real time, as all that follows.
  created_at timestamptz not null,
  -- At most a minute old.
  used_at timestamptz not null,
  -- Unless it is used before; never after `ends_at`.
  idle_ends_at timestamptz not null,
  ends_at timestamptz not null,
  -- Where it was begun, and with what program.
  address text not null,
  agent text,
  check (num_nonnulls(user_id, api_key_id) = 1)
);
create index sessions_user_id_idx on sessions (user_id, created_at);
create index sessions_api_key_id_idx on sessions (api_key_id, created_at);
create index sessions_idle_ends_at_idx on sessions (idle_ends_at);

-- The link that makes the first owner: one at a time.
create table setup_tokens (
  is_only boolean primary key default true check (is_only),
  token_hash bytea not null,
  created_at timestamptz not null
);

create table sign_in_links (
  token_hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  ends_at timestamptz not null
);
create index sign_in_links_user_id_idx on sign_in_links (user_id);

-- Each process hears when a session ends and when a person's rights change, on the channel of API keys (0033).
create function tell_changed_account() returns trigger language plpgsql as $$
begin
  perform pg_notify('sightline_api_keys', old.id);
  return null;
end
$$;
create trigger sessions_ended after delete on sessions for each row execute function tell_changed_account();
create trigger users_changed after delete or update of role on users for each row execute function tell_changed_account();

alter table audit_log drop constraint audit_log_actor_kind_check;
alter table audit_log add constraint audit_log_actor_kind_check check (actor_kind in ('key', 'jwt', 'user', 'anonymous'));
