-- People belong to organizations, with a role in each (docs/accounts.md, "Members and roles"). All times are real.

-- 'owner': an operator, who runs the service and sees every organization. Null: somebody who is only a member.
alter table users alter column role drop not null;

create table memberships (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  organization_id text not null references organizations (id) on delete cascade,
  role text not null,
  -- Null: all projects, later ones too.
  project_ids text[],
  -- Null: those of the role.
  screens text[],
  hide_costs boolean not null default false,
  hide_volume boolean not null default false,
  csv boolean not null default true,
  comment boolean not null default false,
  -- What the person may spend in a month (UTC) on behalf of the organization; null: its budget alone holds.
  monthly_usd double precision check (monthly_usd >= 0),
  -- The address was proved by a mail that reached it, or by who signs people in.
  email_verified boolean not null default false,
  created_at timestamptz not null,
  created_by text,
  -- When the person last acted in the organization.
  used_at timestamptz,
  unique (user_id, organization_id)
);
create index memberships_organization_idx on memberships (organization_id, created_at, id);

-- The owner of the service owns what is in it.
insert into memberships (id, user_id, organization_id, role, email_verified, created_at)
select 'mem_' || replace(gen_random_uuid()::text, '-', ''), users.id, organizations.id, 'owner', true, greatest(users.created_at, organizations.created_at)
from users cross join organizations where users.role = 'owner';

create table invitations (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  -- In lower case.
  email text not null,
  role text not null,
  project_ids text[],
  screens text[],
  hide_costs boolean not null default false,
  hide_volume boolean not null default false,
  csv boolean not null default true,
  comment boolean not null default false,
  monthly_usd double precision check (monthly_usd >= 0),
  message text,
  -- SHA-256 of the text in the link.
  token_hash bytea not null unique,
  -- The link was sent by mail: it proves the address.
  is_mailed boolean not null default false,
  invited_by text references users (id) on delete cascade,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create index invitations_organization_idx on invitations (organization_id, created_at desc, id);

-- The organization in which a person acts; null: none, or for an operator the whole service.
alter table sessions add column organization_id text references organizations (id) on delete cascade;
-- A manager looks at the organization as this member sees it, until then.
alter table sessions add column viewed_membership_id text references memberships (id) on delete set null;
alter table sessions add column view_ends_at timestamptz;

-- A key of a person: it may do what the person may, and ends with the membership.
alter table api_keys add column user_id text references users (id) on delete cascade;
create index api_keys_user_idx on api_keys (user_id) where user_id is not null;


-- Ended by its owner: it has no members, no key is good, its projects are archived, and what it holds stays.
alter table organizations add column closed_at timestamptz;

-- Every process looks a person, a session or a personal key up again when what they may do has changed.
create function announce_changed_membership() returns trigger language plpgsql as $$
begin
  perform pg_notify('sightline_api_keys', old.user_id);
  perform pg_notify('sightline_api_keys', api_keys.id) from api_keys
  where api_keys.user_id = old.user_id and api_keys.organization_id = old.organization_id and api_keys.revoked_at is null;
  return null;
end
$$;
create trigger memberships_changed after delete or update of role, project_ids, screens, hide_costs, hide_volume, csv, comment on memberships
  for each row execute function announce_changed_membership();
create trigger sessions_moved after update of organization_id, viewed_membership_id on sessions
  for each row execute function tell_changed_account();
