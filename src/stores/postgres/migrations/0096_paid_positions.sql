-- Places among the advertisements of a page, for projects that are subscribed to them (`serp_paid`).
alter table current_rankings drop constraint current_rankings_channel_check;
alter table current_rankings add constraint current_rankings_channel_check check (channel in ('seo', 'local', 'paid'));

-- Places and advertisements of a result page are found without being tracked themselves: they are left out of the list with the
-- keyword whose page it is.
create or replace function count_changed_tracked() returns trigger language plpgsql as $$
begin
  insert into ranking_totals
  select new.project_id, new.engine, new.channel, k.device, k.location_code, changed.target_domain, null, null, 'pending', change
  from keywords k,
    (values (old.target_domain, -1, old.checked_at is null and old.status <> 'untracked'),
            (new.target_domain, 1, new.checked_at is null and new.status <> 'untracked')) as changed (target_domain, change, is_pending)
  where k.id = new.keyword_id and changed.is_pending;
  if (old.status = 'untracked') <> (new.status = 'untracked') then
    update current_rankings r set is_tracked = new.status <> 'untracked'
    where r.project_id = new.project_id and r.keyword_id = new.keyword_id and r.engine = new.engine
      and (r.channel = new.channel
           or new.channel = 'seo' and not exists (
             select from tracked_keywords t
             where t.project_id = new.project_id and t.keyword_id = new.keyword_id and t.engine = new.engine and t.channel = r.channel));
  end if;
  return null;
end
$$;

create or replace function count_new_rankings() returns trigger language plpgsql as $$
begin
  if not exists (select from inserted) then
    return null;
  end if;
  -- An untracking of the keyword that runs meanwhile is waited for, or waits.
  perform from tracked_keywords
  where (project_id, keyword_id, engine, channel) in (
    select project_id, keyword_id, engine, case channel when 'paid' then 'seo' else channel end from inserted)
  order by project_id, keyword_id, engine, channel
  for no key update;
  update current_rankings r set is_tracked = t.status <> 'untracked'
  from inserted i
  join tracked_keywords t on t.project_id = i.project_id and t.keyword_id = i.keyword_id and t.engine = i.engine
    and t.channel = case i.channel when 'paid' then 'seo' else i.channel end
  where i.is_tracked = (t.status = 'untracked')
    and r.project_id = i.project_id and r.keyword_id = i.keyword_id and r.engine = i.engine and r.channel = i.channel and r.domain = i.domain;
  insert into ranking_totals
  select project_id, engine, channel, device, location_code, domain, asset_id, relationship, status, count(*)
  from inserted where is_tracked
  group by project_id, engine, channel, device, location_code, domain, asset_id, relationship, status;
  return null;
end
$$;

update current_rankings r set is_tracked = false
from tracked_keywords page
where r.is_tracked and r.channel = 'local' and page.channel = 'seo' and page.status = 'untracked'
  and page.project_id = r.project_id and page.keyword_id = r.keyword_id and page.engine = r.engine
  and not exists (
    select from tracked_keywords t
    where t.project_id = r.project_id and t.keyword_id = r.keyword_id and t.engine = r.engine and t.channel = 'local');
