-- A page of the list of rankings and its total cost the same however many keywords a project tracks.

-- The keyword's, so that keywords without a check are read in the order of the list.
alter table tracked_keywords add column normalized_text text;
update tracked_keywords t set normalized_text = k.normalized_text from keywords k where k.id = t.keyword_id;
alter table tracked_keywords alter column normalized_text set not null;
drop index tracked_keywords_pending_idx;
drop index tracked_keywords_untracked_idx;
create index tracked_keywords_pending_idx on tracked_keywords (project_id, normalized_text text_pattern_ops, keyword_id, engine, channel)
  where checked_at is null and status <> 'untracked';

-- For archives of earlier releases, which do not have the column.
create function fill_tracked_text() returns trigger language plpgsql as $$
begin
  select k.normalized_text into new.normalized_text from keywords k where k.id = new.keyword_id;
  return new;
end
$$;
create trigger tracked_keywords_text before insert on tracked_keywords
  for each row when (new.normalized_text is null) execute function fill_tracked_text();

-- False: the keyword is untracked, and the list leaves the row out. The triggers below keep it.
alter table current_rankings add column is_tracked boolean not null default true;
update current_rankings r set is_tracked = false from tracked_keywords t
where t.status = 'untracked' and t.project_id = r.project_id and t.keyword_id = r.keyword_id and t.engine = r.engine and t.channel = r.channel;
drop index current_rankings_project_id_idx;
-- The last two, so that a rare device or location is looked for in the index alone.
create index current_rankings_list_idx on current_rankings (
    project_id, normalized_text text_pattern_ops, keyword_id, engine, channel, domain, device, location_code)
  where is_tracked;
create index current_rankings_domain_idx on current_rankings (project_id, domain, normalized_text text_pattern_ops, keyword_id, engine, channel)
  where is_tracked;
create index current_rankings_failed_idx on current_rankings (project_id, normalized_text text_pattern_ops, keyword_id, engine, channel, domain)
  where is_tracked and status = 'failed';

-- How many rows the list has of each kind: the sum of rows_count. A write adds a row with what it changed, so that no
-- write waits for another one; now and then the rows of a project are replaced by their sums.
create table ranking_totals (
  project_id text not null,
  engine text not null,
  channel text not null,
  device text not null,
  location_code integer not null,
  -- Of a pending keyword: its target domain.
  domain text,
  asset_id text,
  relationship text,
  -- pending: counts keywords without a check in place of rows.
  status text not null,
  rows_count bigint not null
);
create index ranking_totals_project_id_idx on ranking_totals (project_id);

insert into ranking_totals
select project_id, engine, channel, device, location_code, domain, asset_id, relationship, status, count(*)
from current_rankings where is_tracked
group by project_id, engine, channel, device, location_code, domain, asset_id, relationship, status;
insert into ranking_totals
select t.project_id, t.engine, t.channel, k.device, k.location_code, t.target_domain, null, null, 'pending', count(*)
from tracked_keywords t join keywords k on k.id = t.keyword_id
where t.checked_at is null and t.status <> 'untracked'
group by t.project_id, t.engine, t.channel, k.device, k.location_code, t.target_domain;

create function fold_ranking_totals() returns trigger language plpgsql as $$
begin
  -- Rows that another transaction replaces at this moment are left to it.
  with taken as (
    delete from ranking_totals
    where ctid = any (array(
      select ctid from ranking_totals where project_id in (select project_id from inserted) for update skip locked))
    returning *
  )
  insert into ranking_totals
  select project_id, engine, channel, device, location_code, domain, asset_id, relationship, status, sum(rows_count)
  from taken
  group by project_id, engine, channel, device, location_code, domain, asset_id, relationship, status
  having sum(rows_count) <> 0;
  return null;
end
$$;
create trigger ranking_totals_fold after insert on ranking_totals referencing new table as inserted
  for each statement when (random() < 0.02) execute function fold_ranking_totals();

create function count_new_rankings() returns trigger language plpgsql as $$
begin
  if not exists (select from inserted) then
    return null;
  end if;
  -- An untracking of the keyword that runs meanwhile is waited for, or waits.
  perform from tracked_keywords
  where (project_id, keyword_id, engine, channel) in (select project_id, keyword_id, engine, channel from inserted)
  order by project_id, keyword_id, engine, channel
  for no key update;
  update current_rankings r set is_tracked = t.status <> 'untracked'
  from inserted i
  join tracked_keywords t on t.project_id = i.project_id and t.keyword_id = i.keyword_id and t.engine = i.engine and t.channel = i.channel
  where i.is_tracked = (t.status = 'untracked')
    and r.project_id = i.project_id and r.keyword_id = i.keyword_id and r.engine = i.engine and r.channel = i.channel and r.domain = i.domain;
  insert into ranking_totals
  select project_id, engine, channel, device, location_code, domain, asset_id, relationship, status, count(*)
  from inserted where is_tracked
  group by project_id, engine, channel, device, location_code, domain, asset_id, relationship, status;
  return null;
end
$$;
create trigger current_rankings_count_new after insert on current_rankings referencing new table as inserted
  for each statement execute function count_new_rankings();

create function count_changed_ranking() returns trigger language plpgsql as $$
begin
  if old.is_tracked then
    insert into ranking_totals values (
      old.project_id, old.engine, old.channel, old.device, old.location_code, old.domain, old.asset_id, old.relationship, old.status, -1);
  end if;
  if new.is_tracked then
    insert into ranking_totals values (
      new.project_id, new.engine, new.channel, new.device, new.location_code, new.domain, new.asset_id, new.relationship, new.status, 1);
  end if;
  return null;
end
$$;
create trigger current_rankings_count_changed after update on current_rankings
  for each row when ((old.status, old.asset_id, old.relationship, old.is_tracked) is distinct from
    (new.status, new.asset_id, new.relationship, new.is_tracked))
  execute function count_changed_ranking();

create function count_gone_rankings() returns trigger language plpgsql as $$
begin
  if not exists (select from deleted) then
    return null;
  end if;
  insert into ranking_totals
  select project_id, engine, channel, device, location_code, domain, asset_id, relationship, status, -count(*)
  from deleted where is_tracked
  group by project_id, engine, channel, device, location_code, domain, asset_id, relationship, status;
  return null;
end
$$;
create trigger current_rankings_count_gone after delete on current_rankings referencing old table as deleted
  for each statement execute function count_gone_rankings();

create function count_new_tracked() returns trigger language plpgsql as $$
begin
  insert into ranking_totals
  select i.project_id, i.engine, i.channel, k.device, k.location_code, i.target_domain, null, null, 'pending', count(*)
  from inserted i join keywords k on k.id = i.keyword_id
  where i.checked_at is null and i.status <> 'untracked'
  group by i.project_id, i.engine, i.channel, k.device, k.location_code, i.target_domain;
  return null;
end
$$;
create trigger tracked_keywords_count_new after insert on tracked_keywords referencing new table as inserted
  for each statement execute function count_new_tracked();

create function count_changed_tracked() returns trigger language plpgsql as $$
begin
  insert into ranking_totals
  select new.project_id, new.engine, new.channel, k.device, k.location_code, changed.target_domain, null, null, 'pending', change
  from keywords k,
    (values (old.target_domain, -1, old.checked_at is null and old.status <> 'untracked'),
            (new.target_domain, 1, new.checked_at is null and new.status <> 'untracked')) as changed (target_domain, change, is_pending)
  where k.id = new.keyword_id and changed.is_pending;
  if (old.status = 'untracked') <> (new.status = 'untracked') then
    update current_rankings set is_tracked = new.status <> 'untracked'
    where project_id = new.project_id and keyword_id = new.keyword_id and engine = new.engine and channel = new.channel;
  end if;
  return null;
end
$$;
create trigger tracked_keywords_count_changed after update on tracked_keywords
  for each row when ((old.status = 'untracked', old.checked_at is null, old.target_domain) is distinct from
    (new.status = 'untracked', new.checked_at is null, new.target_domain))
  execute function count_changed_tracked();
