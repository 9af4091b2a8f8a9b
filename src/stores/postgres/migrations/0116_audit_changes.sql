-- What people and keys change, with before and after, in the transaction of the change (docs/diagnostics.md, "Who did what").

-- Null: the answer was not recorded, because its process ended before; what `changes` holds is committed.
alter table audit_log alter column status drop not null;
alter table audit_log
  add column organization_id text,
  add column project_id text,
  -- Of the browser, where the caller came by one.
  add column session_id text,
  -- Names the call: a request id comes from the client and may repeat.
  add column call_id text,
  -- What was changed, in order: `action`, `table`, `id`, `name`, `before` and `after`; of many rows at once `rows` and the first `ids`.
  add column changes jsonb not null default '[]',
  -- All rows that were changed, those without a place in `changes` too.
  add column rows_changed integer not null default 0;
create index audit_log_organization_id_idx on audit_log (organization_id, at desc, id desc);
create index audit_log_call_id_idx on audit_log (call_id) where call_id is not null;

-- Whether a field's values are secret, or can be guessed from; test/contract/audited-tables.test.ts holds columns against it.
create function audit_hides(field text) returns boolean language sql immutable parallel safe
return lower(field) ~ '(secret|token|hash|password|passphrase|cipher|salt|sealed|encrypted|credential|recovery|private_key)';

-- A value as the log holds it: secrets as a word, long texts cut.
create function audit_value(field text, value jsonb) returns jsonb language sql immutable parallel safe
return case
  when value = 'null' then value
  when audit_hides(field) then '"changed"'
  when jsonb_typeof(value) in ('object', 'array') and value::text ~* '"[^"]*(secret|token|hash|password|passphrase|cipher|credential)[^"]*":' then '"changed"'
  when length(value::text) > 500 then to_jsonb(left(value::text, 500) || '…')
  else value
end;

-- A setting as fields: {"budgets.run_cost_usd": 3}.
create function audit_setting(name text, value jsonb) returns jsonb language sql immutable parallel safe
begin atomic
  with recursive part (path, value) as (
    select name, value
    union all
    select part.path || '.' || inside.key, inside.value
    from part, jsonb_each(case when jsonb_typeof(part.value) = 'object' then part.value else '{}' end) as inside
  )
  select jsonb_object_agg(path, part.value) from part where jsonb_typeof(part.value) <> 'object' or part.value = '{}';
end;

-- The project or organization whose limit is all that changed in a setting.
create function audit_setting_owner(kind text, before jsonb, after jsonb) returns text language sql stable
begin atomic
  select case when count(*) = 1 then min(case kind when 'project' then projects.id else organizations.id end) end
  from (
    select split_part(key, '.', -1) as id from jsonb_each(coalesce(before, '{}') || coalesce(after, '{}')) where before -> key is distinct from after -> key
  ) as changed
  left join projects on projects.id = changed.id
  left join organizations on organizations.id = changed.id;
end;

-- What a row is called: the first of these fields that holds something; `keyword_id` by its text, `user_id` by the person's address.
create function audit_name(fields jsonb, names text[]) returns text language plpgsql stable as $$
declare
  name text;
  found text;
begin
  foreach name in array names loop
    found := fields ->> name;
    if name = 'keyword_id' then
      select keyword_text into found from keywords where id = found;
    elsif name = 'user_id' then
      select email into found from users where id = found;
    end if;
    exit when found is not null;
  end loop;
  return left(found, 200);
end
$$;

-- Adds what a statement changed to the entry of its transaction, when the transaction says who acts (src/stores/postgres/client.ts).
-- The arguments are those of `audit_table`. What is planned again for each call costs more than all the rest, so that the statements
-- for few rows know no column.
create function audit_change() returns trigger language plpgsql as $$
declare
  said text := current_setting('sightline.actor', true);
  noun text := tg_argv[0];
  keys text[] := tg_argv[1];
  names text[] := tg_argv[2];
  project_field text := tg_argv[3];
  organization_field text := tg_argv[4];
  silent text[] := tg_argv[5];
  actor jsonb;
  verb text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end;
  action text := noun || '.' || verb;
  touched bigint;
  -- A statement that touches more rows is recorded by their number.
  few constant integer := 50;
  befores jsonb;
  afters jsonb;
  part record;
begin
  if coalesce(said, '') = '' then
    return null;
  end if;
  if tg_op = 'DELETE' then
    select count(*) into touched from (select from old_rows limit few + 1) as first;
  else
    select count(*) into touched from (select from new_rows limit few + 1) as first;
  end if;
  if touched = 0 then
    return null;
  end if;
  actor := said::jsonb;

  if touched > few then
    for part in execute audit_many(tg_op, tg_relid, keys, project_field, organization_field, silent) loop
      perform audit_write(actor, part.project_id, part.organization_id,
        jsonb_build_array(jsonb_build_object('action', action, 'table', tg_table_name, 'rows', part.rows, 'ids', to_jsonb(part.ids))), part.rows);
    end loop;
    return null;
  end if;

  if tg_op <> 'INSERT' then
    select jsonb_agg(to_jsonb(r)) into befores from old_rows as r;
  end if;
  if tg_op <> 'DELETE' then
    select jsonb_agg(to_jsonb(r)) into afters from new_rows as r;
  end if;
  for part in
    with pair as materialized (
      select coalesce(is_now.value, was.value) as value,
        case tg_table_name when 'settings' then audit_setting(was.value ->> 'name', was.value -> 'value') else was.value - silent end as before,
        case tg_table_name when 'settings' then audit_setting(is_now.value ->> 'name', is_now.value -> 'value') else is_now.value - silent end as after
      from (select value, array(select value ->> key from unnest(keys) as key) as id from jsonb_array_elements(befores)) as was
      full join (select value, array(select value ->> key from unnest(keys) as key) as id from jsonb_array_elements(afters)) as is_now using (id)
    )
    select case tg_table_name when 'settings' then audit_setting_owner('project', before, after) else value ->> project_field end as project_id,
      case
        when tg_table_name <> 'settings' then value ->> organization_field
        -- A setting of the service is of no organization, even where the actor is of one: it may say something of others.
        when audit_setting_owner('project', before, after) is null then coalesce(audit_setting_owner('organization', before, after), '')
      end as organization_id,
      count(*) as rows,
      jsonb_agg(jsonb_build_object(
        'action', action, 'table', tg_table_name, 'name', audit_name(value, names),
        'id', (select string_agg(value ->> key, '/') from unnest(keys) as key where key <> 'project_id' or keys = '{project_id}'),
        'before', (select case when before is not null then coalesce(jsonb_object_agg(field.key, audit_value(field.key, field.value)), '{}') end
          from jsonb_each(before) as field where case when after is null then field.value <> 'null' else field.value is distinct from after -> field.key end),
        'after', (select case when after is not null then coalesce(jsonb_object_agg(field.key, audit_value(field.key, field.value)), '{}') end
          from jsonb_each(after) as field where case when before is null then field.value <> 'null' else field.value is distinct from before -> field.key end)
      )) as changes
    from pair where before is distinct from after
    group by 1, 2
  loop
    perform audit_write(actor, part.project_id, part.organization_id, part.changes, part.rows);
  end loop;
  return null;
end
$$;

-- The statement that counts the rows of many, by project and organization, with the first ids.
create function audit_many(operation text, changed oid, keys text[], project_field text, organization_field text, silent text[])
returns text language sql stable as $$
  select format('select %s as project_id, %s as organization_id, count(*) as rows, (array_agg(concat_ws(''/'', %s)))[1:10] as ids from %s group by 1, 2',
    case when project_field = any (columns) then format('r.%I', project_field) else 'null::text' end,
    case when organization_field = any (columns) then format('r.%I', organization_field) else 'null::text' end,
    (select string_agg(format('r.%I', key), ', ') from unnest(keys) as key where key <> 'project_id' or keys = '{project_id}'),
    case operation
      when 'INSERT' then 'new_rows as r'
      when 'DELETE' then 'old_rows as r'
      else format('new_rows as r join old_rows as o using (%s) where (%s) is distinct from (%s)',
        (select string_agg(quote_ident(key), ', ') from unnest(keys) as key),
        (select string_agg(format('r.%I', name), ', ' order by name) from unnest(columns) as name where name <> all (silent)),
        (select string_agg(format('o.%I', name), ', ' order by name) from unnest(columns) as name where name <> all (silent)))
    end)
  from (select array_agg(attname::text) as columns from pg_attribute where attrelid = changed and attnum > 0 and not attisdropped) as known
$$;

-- One entry for each transaction, project and organization.
create function audit_write(actor jsonb, project text, organization text, done jsonb, touched bigint) returns void language plpgsql as $$
declare
  owner text := nullif(coalesce(organization, (select projects.organization_id from projects where projects.id = project), actor ->> 'organization'), '');
begin
  insert into audit_log as known (id, at, actor_kind, actor_id, actor_name, method, path, subject, status, address, request_id,
    organization_id, project_id, session_id, call_id, changes, rows_changed)
  values ((actor ->> 'call') || '_' || left(md5(concat_ws(' ', pg_current_xact_id(), coalesce(owner, '-'), coalesce(project, '-'))), 12),
    clock_timestamp(), actor ->> 'kind', actor ->> 'id',
    case actor ->> 'kind'
      when 'key' then (select concat_ws(' of ', api_keys.name, users.email) from api_keys left join users on users.id = api_keys.user_id where api_keys.id = actor ->> 'id')
      when 'user' then (select users.email from users where users.id = actor ->> 'id')
    end,
    actor ->> 'method', actor ->> 'path', '{}', null, actor ->> 'address', actor ->> 'request',
    owner, project, actor ->> 'session', actor ->> 'call', done, touched)
  on conflict (id) do update set
    changes = case when jsonb_array_length(known.changes) < 50 then known.changes || excluded.changes else known.changes end,
    rows_changed = known.rows_changed + excluded.rows_changed;
end
$$;

-- Puts a table into the audit log. `keys` are the columns of its primary key, `names` those of which the first that holds something
-- names the row, `silent` those whose change alone is none. `project` and `organization` are the columns that say whose a row is.
create procedure audit_table(
  changed regclass, noun text, names text[] default '{}', keys text[] default '{id}', silent text[] default '{}',
  project text default 'project_id', organization text default 'organization_id'
) language plpgsql as $$
declare
  parts text := format('(%L, %L, %L, %L, %L, %L)', noun, keys, names, project, organization, silent);
begin
  execute format('create trigger audited_insert after insert on %s referencing new table as new_rows for each statement execute function audit_change %s', changed, parts);
  execute format('create trigger audited_update after update on %s referencing old table as old_rows new table as new_rows for each statement execute function audit_change %s', changed, parts);
  execute format('create trigger audited_delete after delete on %s referencing old table as old_rows for each statement execute function audit_change %s', changed, parts);
end
$$;

call audit_table('settings', 'setting', '{name}', keys => '{name}');
call audit_table('users', 'person', '{email}');
call audit_table('api_keys', 'api_key', '{name}', silent => '{last_used_at}');
call audit_table('memberships', 'member', '{user_id}', silent => '{used_at}');
call audit_table('invitations', 'invitation', '{email}');
call audit_table('organizations', 'organization', '{name}', organization => 'id');
call audit_table('projects', 'project', '{name}', project => 'id', silent => '{updated_at}');
call audit_table('jobs', 'job', '{name}', silent => '{next_run_at,updated_at}');
call audit_table('assets', 'asset', '{name,value}', silent => '{workflow_id,updated_at}');
call audit_table('tracked_keywords', 'keyword', '{keyword_id}', keys => '{project_id,keyword_id,engine,channel}',
  silent => '{next_check,checked_at,updated_at,normalized_text,journey,is_branded,has_brand_mention,modifiers,labelled_at}');
call audit_table('tags', 'tag', '{name}', silent => '{updated_at}');
call audit_table('keyword_tags', 'keyword_tag', '{keyword_id}', keys => '{project_id,keyword_id,tag_id}');
call audit_table('keyword_notes', 'keyword_note', '{keyword_id}', keys => '{project_id,keyword_id}', silent => '{updated_at}');
call audit_table('keyword_data_settings', 'keyword_data_setting', keys => '{project_id}', silent => '{updated_at}');
call audit_table('classification_lists', 'classification_list', '{name}', silent => '{workflow_id}');
call audit_table('classification_corrections', 'correction', '{item}', silent => '{processed_at}');
call audit_table('classification_rules', 'classification_rule', '{value}');
call audit_table('research_runs', 'research_run', '{url}', silent => '{workflow_id,harvest_workflow_id,updated_at}');
call audit_table('categories', 'category', '{name}', silent => '{updated_at}');
call audit_table('project_keywords', 'project_keyword', '{keyword_text}', keys => '{project_id,keyword_text}');
call audit_table('keyword_categories', 'keyword_category', '{keyword_text}', keys => '{project_id,keyword_text,category_id}');
call audit_table('tracked_apps', 'app', '{name,app_id}', silent => '{next_run_at,last_run_at,last_error}');
call audit_table('tracked_app_keywords', 'app_keyword', '{keyword}', keys => '{project_id,platform,storefront,app_id,keyword,language_code}',
  silent => '{status,position,previous_position,checked_depth,checked_at,error,owner_id,next_check_at,cost_usd}');
call audit_table('saved_views', 'view', '{name}', silent => '{updated_at}');
call audit_table('annotations', 'annotation', '{text}', silent => '{updated_at}');
call audit_table('public_shares', 'share', '{name}', silent => '{views_count,last_viewed_at,updated_at}');
