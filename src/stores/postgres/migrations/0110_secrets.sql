-- Texts that must be read back, such as tokens of channels and passwords of outside accounts, each sealed with AES-256-GCM. What owns
-- one holds its id without a foreign key: an archive may come without its secrets, and its owner then says that the secret is missing.
create table secrets (
  id text primary key,
  kind text not null,
  -- Null: of the service.
  organization_id text references organizations (id) on delete cascade,
  -- Which key it is sealed with; the setting `secrets_key` names the one that is used now.
  key_id text not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);

create index secrets_organization_id_idx on secrets (organization_id);
create index secrets_key_id_idx on secrets (key_id, id);
