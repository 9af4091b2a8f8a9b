-- Whether what a reader has seen of a project's keywords still holds, without looking at ten thousand rows.

-- The sum of `changes` grows with every change of the project's positions and their history, tracked keywords, their
-- metrics, sites and places. A write adds a row, so that no write waits for another one; now and then the rows of a
-- project are replaced by their sum. Statements that write positions add theirs themselves; the triggers below add the
-- others.
create table ranking_changes (
  project_id text not null,
  changes bigint not null
);
create index ranking_changes_project_id_idx on ranking_changes (project_id);

create function fold_ranking_changes() returns trigger language plpgsql as $$
begin
  -- Rows that another transaction replaces at this moment are left to it.
  with taken as (
    delete from ranking_changes
    where ctid = any (array(
      select ctid from ranking_changes where project_id in (select project_id from inserted) for update skip locked))
    returning *
  )
  insert into ranking_changes select project_id, sum(changes) from taken group by project_id;
  return null;
end
$$;
create trigger ranking_changes_fold after insert on ranking_changes referencing new table as inserted
  for each statement when (random() < 0.02) execute function fold_ranking_changes();

create function note_ranking_changes() returns trigger language plpgsql as $$
begin
  insert into ranking_changes select distinct project_id, 1 from changed;
  return null;
end
$$;
create trigger tracked_keywords_note_new after insert on tracked_keywords referencing new table as changed
  for each statement execute function note_ranking_changes();
create trigger tracked_keywords_note_changed after update on tracked_keywords referencing new table as changed
  for each statement execute function note_ranking_changes();
create trigger assets_note_new after insert on assets referencing new table as changed
  for each statement execute function note_ranking_changes();
create trigger assets_note_changed after update on assets referencing new table as changed
  for each statement execute function note_ranking_changes();
create trigger assets_note_gone after delete on assets referencing old table as changed
  for each statement execute function note_ranking_changes();

-- Metrics that became known.
create function note_metrics_changes() returns trigger language plpgsql as $$
begin
  insert into ranking_changes
  select distinct t.project_id, 1 from changed join tracked_keywords t on t.keyword_id = changed.id;
  return null;
end
$$;
create trigger keywords_note_changed after update on keywords referencing new table as changed
  for each statement execute function note_metrics_changes();
