-- Who made a key, so that making keys gives nobody a higher rate, more money or more time.
alter table api_keys
  add column created_by text,
  -- The keys bound to an organization or project through which it was made, the first one first. Never changes.
  add column bound_makers text[] not null default '{}';
create index api_keys_created_by_idx on api_keys (created_by);
create index api_keys_organization_id_idx on api_keys (organization_id) where revoked_at is null;
