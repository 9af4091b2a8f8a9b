-- Second factors of people, and how a person proves again who they are (docs/accounts.md, "Second factors").

create table totp_factors (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  -- The shared secret, in the store of secrets.
  secret_id text not null,
  created_at timestamptz not null,
  -- Null: no code has proved yet that an app has the secret, so it does not count.
  confirmed_at timestamptz,
  -- The step of 30 seconds of the newest code that was taken: no code is taken twice.
  last_step bigint not null default 0
);
create unique index totp_factors_confirmed_key on totp_factors (user_id) where confirmed_at is not null;
create unique index totp_factors_unconfirmed_key on totp_factors (user_id) where confirmed_at is null;

create table recovery_codes (
  user_id text not null references users (id) on delete cascade,
  -- SHA-256 of a code of 80 random bits.
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table passkeys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  -- As the authenticator names it, in base64url.
  credential_id text not null,
  -- COSE.
  public_key bytea not null,
  -- How often the authenticator has signed; 0 where it does not count.
  counter bigint not null,
  -- How the browser reaches it.
  transports text[] not null,
  -- Whether it is kept by an account of the person and so on several devices.
  is_synced boolean not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create unique index passkeys_credential_id_key on passkeys (credential_id);
create index passkeys_user_id_idx on passkeys (user_id, created_at);

-- What an authenticator is to sign: each is good for one time, five minutes and one purpose.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'sign_in', 'factor', 'step_up')),
  -- Null: who signs in is not known yet.
  user_id text references users (id) on delete cascade,
  ends_at timestamptz not null
);
create index passkey_challenges_ends_at_idx on passkey_challenges (ends_at);
create index passkey_challenges_user_id_idx on passkey_challenges (user_id);

-- A person whose password or link was right, and who is still to prove a second factor.
create table pending_sign_ins (
  token_hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  -- With what it began.
  began_by text not null,
  -- Each counts before it is made.
  tries integer not null default 0,
  ends_at timestamptz not null
);
create index pending_sign_ins_ends_at_idx on pending_sign_ins (ends_at);
create index pending_sign_ins_user_id_idx on pending_sign_ins (user_id);

-- When the person of a session last proved who they are, for calls that ask for it again.
alter table sessions add column proved_at timestamptz;
update sessions set proved_at = created_at;
alter table sessions alter column proved_at set not null;
create trigger sessions_proved after update of proved_at on sessions for each row execute function tell_changed_account();
