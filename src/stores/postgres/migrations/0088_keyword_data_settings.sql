-- The months before the last twelve are bought once for each text in a place and language.
alter table keyword_figures
  -- Null: not asked for. `known`: all months that the provider has are in `monthly_searches`.
  add column history_status text check (history_status in ('known', 'unknown', 'refused')),
  -- By the date of the observed world.
  add column history_asked_at timestamptz,
  add check ((history_status is null) = (history_asked_at is null));

-- What a project wants beside the usual figures of its tracked keywords. No row: nothing.
create table keyword_data_settings (
  project_id text primary key references projects (id),
  -- Also the searches of people whose browsing is known, each month.
  with_clickstream boolean not null,
  -- 12: the months that come with the figures.
  history_months smallint not null check (history_months between 12 and 84),
  updated_at timestamptz not null
);
