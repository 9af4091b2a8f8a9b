-- Identity providers of others (OpenID Connect), by which people sign in (docs/accounts.md, "Sign-in by others"). All times are real.

create table sign_in_providers (
  id text primary key,
  -- Null: of the whole service.
  organization_id text references organizations (id) on delete cascade,
  issuer text not null,
  client_id text not null,
  -- In the store of secrets; null: a public client.
  secret_id text,
  -- Of whose addresses the provider speaks. Those of an organization count once they are proved.
  domains text[] not null default '{}',
  -- Which role a claim gives: claim, value, role, project_ids, organization_id.
  rules jsonb not null default '[]',
  sync_roles boolean not null default false,
  creates text not null default 'never' check (creates in ('never', 'rules', 'domain')),
  -- Of those who are let in by their domain.
  domain_role text not null default 'viewer',
  button text not null,
  -- Whether the sign-in page shows the button to everyone.
  is_listed boolean not null default true,
  is_enabled boolean not null default false,
  is_password_allowed boolean not null default true,
  -- The newest test of issuer, client and secret as they are; null: none.
  tested_at timestamptz,
  test_claims jsonb,
  test_problem text,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create unique index sign_in_providers_organization_id_key on sign_in_providers (organization_id) nulls not distinct;

-- Who a person is at an issuer. An address never says it.
create table identities (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  issuer text not null,
  subject text not null,
  -- As it was claimed last; to be shown only.
  email text,
  created_at timestamptz not null,
  used_at timestamptz,
  unique (issuer, subject)
);
create index identities_user_id_idx on identities (user_id, created_at);

-- A sign-in between its beginning and the answer of the provider: good for one time, one browser and ten minutes.
create table sign_in_flows (
  -- SHA-256 of the state that the provider hands back, and of the cookie of the browser that began.
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider_id text not null references sign_in_providers (id) on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'link', 'test', 'step_up')),
  nonce text not null,
  verifier text not null,
  -- Who links, tests or proves themselves again, in which session.
  user_id text references users (id) on delete cascade,
  session_id text references sessions (id) on delete cascade,
  -- SHA-256 of the link of an invitation that is to be accepted.
  invitation_hash bytea,
  return_to text not null,
  ends_at timestamptz not null
);
create index sign_in_flows_ends_at_idx on sign_in_flows (ends_at);
create index sign_in_flows_provider_id_idx on sign_in_flows (provider_id);
create index sign_in_flows_user_id_idx on sign_in_flows (user_id);
create index sign_in_flows_session_id_idx on sign_in_flows (session_id);

-- Domains whose addresses an organization speaks for, once a text record proves it.
create table domains_proved (
  organization_id text not null references organizations (id) on delete cascade,
  domain text not null,
  token text not null,
  created_at timestamptz not null,
  -- When it was looked for last, and seen; null: never, or not there any more.
  checked_at timestamptz,
  proved_at timestamptz,
  primary key (organization_id, domain)
);

-- By which provider a session was begun: it ends with it. That of an organization vouches for a person in it alone.
alter table sessions add column sign_in_provider_id text references sign_in_providers (id) on delete cascade;
create index sessions_sign_in_provider_id_idx on sessions (sign_in_provider_id) where sign_in_provider_id is not null;
