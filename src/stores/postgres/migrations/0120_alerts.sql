-- Rules, the rounds that they were judged in, and what they said (docs/alerts.md).

create table alert_rules (
  id text primary key,
  -- Null: of the service; operators' rules alone.
  organization_id text references organizations (id) on delete cascade,
  -- Null with `organization_id` null.
  project_id text references projects (id),
  name text not null,
  -- What is judged, under the names of the wire: when, where, confirm, group_by and the rest of it.
  condition jsonb not null,
  -- Null: every channel of the project that takes its severity.
  channel_ids text[],
  repeat_every_hours integer check (repeat_every_hours > 0),
  is_enabled boolean not null,
  preset text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((project_id is null) = (organization_id is null))
);
create index alert_rules_project_id_idx on alert_rules (project_id, id);

-- A project day of scheduled checks, or the checks of one request. Judged once.
create table alert_rounds (
  id text primary key,
  project_id text not null references projects (id),
  day date not null,
  kind text not null check (kind in ('scheduled', 'on_demand')),
  opened_at timestamptz not null,
  closed_at timestamptz,
  evaluated_at timestamptz,
  checks integer not null default 0,
  failed integer not null default 0,
  -- Of a round on demand: only these.
  keyword_ids text[],
  -- Why it said nothing of movements; null: it was judged.
  left_out text
);
create index alert_rounds_project_id_idx on alert_rounds (project_id, day, id);
create index alert_rounds_open_idx on alert_rounds (opened_at) where evaluated_at is null;

-- Where a rule stands with a subject; one without a row is well.
create table alert_states (
  rule_id text not null references alert_rules (id) on delete cascade,
  subject text not null,
  state text not null check (state in ('pending', 'firing')),
  since timestamptz not null,
  alert_id text,
  matches integer not null default 1,
  primary key (rule_id, subject)
);

create table alerts (
  id text primary key,
  rule_id text not null references alert_rules (id) on delete cascade,
  organization_id text references organizations (id) on delete cascade,
  project_id text references projects (id),
  -- By the rule's `group_by`: its value, or `rule`.
  group_key text not null,
  severity text not null check (severity in ('info', 'warning', 'critical')),
  state text not null check (state in ('firing', 'resolved')),
  title text not null,
  -- Of its round: whole_project, the share of other projects that moved, why and how sure.
  context jsonb not null default '{}',
  items integer not null default 0,
  resolved_items integer not null default 0,
  day date not null,
  opened_at timestamptz not null,
  last_item_at timestamptz not null,
  resolved_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by text,
  acknowledged_note text,
  last_told_at timestamptz
);
create index alerts_project_id_idx on alerts (project_id, opened_at desc, id desc);
create index alerts_rule_id_idx on alerts (rule_id, opened_at desc, id desc);
create index alerts_opened_at_idx on alerts (opened_at, id);

create table alert_items (
  alert_id text not null references alerts (id) on delete cascade,
  subject text not null,
  round_id text,
  day date not null,
  at timestamptz not null,
  keyword_id text,
  label text not null,
  -- Before and now, under the names of the wire.
  was jsonb,
  is_now jsonb not null,
  size double precision not null,
  page text,
  over_on date,
  primary key (alert_id, subject, day)
);
create index alert_items_keyword_id_idx on alert_items (keyword_id, day) where keyword_id is not null;

-- Nothing is told until then; states go on.
create table alert_mutes (
  id text primary key,
  -- Null: all projects of the service.
  organization_id text references organizations (id) on delete cascade,
  -- Null: all projects of the organization.
  project_id text references projects (id),
  rule_id text references alert_rules (id) on delete cascade,
  keyword_id text,
  tag text,
  reason text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- What still fired at its end was told.
  told_at timestamptz,
  created_by text,
  created_at timestamptz not null
);
create index alert_mutes_ends_at_idx on alert_mutes (ends_at) where told_at is null;

call audit_table('alert_rules', 'alert_rule', '{name}', silent => '{updated_at}');
call audit_table('alert_mutes', 'mute', '{reason}', silent => '{told_at}');
