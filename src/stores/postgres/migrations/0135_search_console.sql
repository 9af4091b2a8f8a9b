-- Google's Search Console: who let us read it, which websites that shows, and which project takes which (docs/search-console.md).
create table search_console_connections (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  kind text not null check (kind in ('oauth', 'service_account')),
  -- The address of a service account; for a person the name that was given to the connection.
  account_name text not null,
  -- In `secrets`: the refresh token, or the JSON key.
  secret_id text not null,
  status text not null check (status in ('ok', 'failing')),
  -- Of the last call that Google refused: what it is called, why, and the one thing to do. Null while all is well.
  fault text,
  cause text,
  next_step text,
  -- The name of the person or key.
  made_by text not null,
  created_at timestamptz not null,
  -- Of the last call that was answered, whatever it said.
  tested_at timestamptz,
  -- When Google ends the access by itself; null: not that we know.
  ends_at timestamptz
);
create index search_console_connections_organization_id_idx on search_console_connections (organization_id, created_at desc, id desc);

-- A sign-in at Google that began, until the browser comes back with the answer: good once, for who asked, in the session that asked.
create table search_console_flows (
  state_hash bytea primary key,
  caller_id text not null,
  -- Null: a key asked, which has no session.
  session_id text,
  organization_id text not null references organizations (id) on delete cascade,
  -- Set: access is given again to this connection.
  connection_id text references search_console_connections (id) on delete cascade,
  account_name text not null,
  verifier text not null,
  redirect_uri text not null,
  return_to text not null,
  ends_at timestamptz not null
);

-- A website as Google lists it. What was collected of it belongs to it, and outlives connections.
create table search_console_properties (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  -- By which it is read; null: that connection was removed.
  connection_id text references search_console_connections (id) on delete set null,
  -- Byte for byte as Google lists it.
  site_url text not null,
  permission text not null,
  can_read boolean not null,
  created_at timestamptz not null,
  -- When the connection listed it last.
  listed_at timestamptz not null
);
create unique index search_console_properties_organization_id_site_url_key on search_console_properties (organization_id, site_url);
create index search_console_properties_connection_id_idx on search_console_properties (connection_id, site_url);

-- The property that a project reads.
create table search_console_bindings (
  project_id text primary key references projects (id) on delete cascade,
  property_id text not null references search_console_properties (id) on delete cascade,
  type text not null check (type in ('web', 'image', 'video', 'news')),
  made_by text not null,
  created_at timestamptz not null
);
create index search_console_bindings_property_id_idx on search_console_bindings (property_id, type);

call audit_table('search_console_connections', 'search_console_connection', '{account_name}',
  silent => '{secret_id,status,fault,cause,next_step,tested_at}');
call audit_table('search_console_bindings', 'search_console_binding', '{project_id}', keys => '{project_id}');
