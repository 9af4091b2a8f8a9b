-- What people keep of the screens of the console: views, annotations, and links for readers without an account.

-- Filters, sorting and columns of a screen under a name.
create table saved_views (
  id text primary key,
  -- Null: of a screen that belongs to no project.
  project_id text references projects (id),
  screen text not null,
  name text not null,
  -- The search parameters of the screen's address: each a text or a list of texts.
  params jsonb not null default '{}',
  -- In the order of the screen; null: the screen's own columns.
  columns text[],
  -- What the screen opens with.
  is_default boolean not null default false,
  -- Of everyone who sees the project; else of its owner alone.
  is_shared boolean not null default false check (not is_shared or project_id is not null),
  -- The name of the caller who made it.
  owner text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index saved_views_project_id_idx on saved_views (project_id, screen, owner);
create index saved_views_owner_idx on saved_views (owner, screen) where project_id is null;
-- One default for each owner and screen, and one that is shared.
create unique index saved_views_own_default_key on saved_views (owner, screen, coalesce(project_id, '')) where is_default and not is_shared;
create unique index saved_views_shared_default_key on saved_views (project_id, screen) where is_default and is_shared;

-- What happened on a day or over several, shown in charts.
create table annotations (
  id text primary key,
  scope text not null check (scope in ('instance', 'project', 'asset', 'keyword')),
  -- Null: of the whole service.
  project_id text references projects (id),
  asset_id text references assets (id) on delete cascade,
  keyword_id text references keywords (id),
  -- A day of the project's own time zone.
  starts_on date not null,
  -- The last day of a range; null: a single day.
  ends_on date check (ends_on > starts_on),
  text text not null,
  kind text not null check (kind in ('release', 'content', 'engine_update', 'outage', 'other')),
  tags text[] not null default '{}',
  show_on_shares boolean not null default false,
  -- The name of the caller who wrote it.
  author text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((scope = 'instance') = (project_id is null)),
  check ((scope = 'asset') = (asset_id is not null)),
  check ((scope = 'keyword') = (keyword_id is not null))
);
create index annotations_project_id_idx on annotations (project_id, starts_on);
create index annotations_asset_id_idx on annotations (asset_id) where asset_id is not null;

-- Links for readers without an account, who see a part of one project.
create table public_shares (
  id text primary key,
  project_id text not null references projects (id),
  -- SHA-256 of the token at the end of the link.
  token_hash bytea not null unique,
  name text not null,
  -- What is shown, in order.
  sections text[] not null check (cardinality(sections) > 0),
  -- Which tracked keywords: { "device": "mobile", ... }.
  filter jsonb not null default '{}',
  -- `fixed`: the days are given; `free`: readers choose among them.
  range text not null check (range in ('fixed', 'free')),
  -- The first and last day that are shown; null: as early as there is something, and today.
  from_day date,
  to_day date check (to_day >= from_day),
  -- So many days are shown where no first day is given, or chosen.
  days integer not null check (days between 1 and 400),
  compare text not null check (compare in ('none', 'previous', 'year')),
  -- argon2id with its parameters and salt; null: open to everyone with the link.
  password_hash text,
  -- Real time, as are all that follow.
  expires_at timestamptz,
  allow_csv boolean not null,
  show_annotations boolean not null,
  -- Whose pages may frame the page.
  frame_hosts text[] not null default '{}',
  views_count bigint not null default 0,
  last_viewed_at timestamptz,
  revoked_at timestamptz,
  -- The name of the caller who made it.
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index public_shares_project_id_idx on public_shares (project_id, created_at, id);
