-- What was said of connections and properties of Search Console that cannot be read, until they can: it is said once (docs/search-console.md).
create table search_console_faults (
  -- The id of the connection; of a property that its connection may not read, the id with its kind of search.
  subject text primary key,
  connection_id text references search_console_connections (id) on delete cascade,
  property_id text references search_console_properties (id) on delete cascade,
  -- What was said: another fault has another next step, and is said again.
  fault text not null,
  notice_id text not null,
  at timestamptz not null,
  check ((connection_id is null) <> (property_id is null))
);
create index search_console_faults_connection_id_idx on search_console_faults (connection_id);
create index search_console_faults_property_id_idx on search_console_faults (property_id);

-- Since when what an entry says is over. Null: it is not, or it says nothing that ends.
alter table inbox_entries add column ended_at timestamptz;

-- Channels that take faults of channels take those of connections, too.
update channels set events = array_append(events, 'search_console') where 'channel.failing' = any(events);
