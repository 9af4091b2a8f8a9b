-- History of other trackers: files that people bring, how they are read, and what became of them (docs/moving-in.md).
create table imports (
  id text primary key,
  project_id text not null references projects (id),
  -- As the user calls the file.
  name text not null,
  -- `auto`, or the kind that the user named.
  asked_kind text not null,
  -- What it was found to be; null: not looked at yet.
  kind text,
  status text not null check (status in ('uploading', 'detected', 'mapped', 'committing', 'committed', 'failed', 'undone')),
  bytes bigint not null check (bytes > 0),
  -- Of the whole file, in hex; null: not yet known.
  sha256 text,
  detection jsonb,
  mapping jsonb not null,
  -- What would become of the file by this mapping; null: not worked out since the mapping changed.
  preview jsonb,
  -- Written so far.
  points bigint not null default 0,
  workflow_id text,
  error text,
  -- The name of the person or key.
  made_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  committed_at timestamptz,
  undone_at timestamptz,
  -- Since when the file itself is gone.
  file_removed_at timestamptz
);
create index imports_project_id_created_at_idx on imports (project_id, created_at desc, id desc);
create index imports_created_at_idx on imports (created_at) where file_removed_at is null;
-- A file is in a project once.
create unique index imports_project_id_sha256_key on imports (project_id, sha256) where status in ('committing', 'committed');

-- Pieces of a file, each a blob.
create table import_parts (
  import_id text not null references imports (id) on delete cascade,
  number integer not null,
  bytes integer not null,
  sha256 text not null,
  blob text not null,
  primary key (import_id, number)
);

-- The first rows that cannot be taken, and why.
create table import_rejects (
  import_id text not null references imports (id) on delete cascade,
  number integer not null,
  row bigint not null,
  reason text not null,
  text text not null,
  primary key (import_id, number)
);

-- How files of a kind are read, kept for the next one.
create table import_templates (
  id text primary key,
  organization_id text not null references organizations (id),
  name text not null,
  kind text not null,
  mapping jsonb not null,
  made_by text not null,
  created_at timestamptz not null
);
create index import_templates_organization_id_idx on import_templates (organization_id, name, id);

call audit_table('imports', 'import', '{name}', silent => '{detection,preview,points,updated_at}');
call audit_table('import_templates', 'import_template', '{name}');
