-- New and lost links are looked for by the weekly run with the provider's own counts and lists. A look covers whole days up to the
-- time at which it was made; what was never looked at has no row here.
create table link_looks (
  domain_id bigint primary key references domains (id),
  -- The first day whose new and lost links are known, and until when; null: no look has come to an end.
  looked_from date,
  looked_until timestamptz,
  -- What the last one that came to an end cost.
  cost_usd double precision,
  -- The last look, however it ended.
  attempted_at timestamptz not null,
  outcome text not null check (outcome in ('looked', 'unknown_domain', 'over_budget', 'failed')),
  message text,
  check ((looked_from is null) = (looked_until is null))
);

-- What came and went on a day, by the provider. A day between `looked_from` and `looked_until` without a row had no change; null: the
-- provider did not say.
create table link_change_days (
  domain_id bigint not null references domains (id),
  day date not null,
  new_backlinks bigint,
  lost_backlinks bigint,
  new_referring_domains bigint,
  lost_referring_domains bigint,
  primary key (domain_id, day)
);
