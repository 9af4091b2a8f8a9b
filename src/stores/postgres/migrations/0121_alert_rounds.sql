-- What of an alert was said, and in which messages (docs/alerts.md).

-- Null: a mute holds it back.
alter table alert_items add column told_at timestamptz;
create index alert_items_untold_idx on alert_items (alert_id) where told_at is null and over_on is null;

-- Those that were sent of it, oldest first.
alter table alerts add column notice_ids text[] not null default '{}';
