-- Links by which people who forgot their password choose another one.
create table password_resets (
  token_hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  ends_at timestamptz not null
);
create index password_resets_user_id_idx on password_resets (user_id);

-- Since when an organization asks its members for a second factor; null: it does not.
alter table organizations add column factor_required_since timestamptz;
