-- Lists that mail goes to, such as a channel of alerts: who confirmed, who wants no more, and whose address takes no mail. Real times.

create table mail_addresses (
  id text primary key,
  -- Of what makes the list: a channel, a digest.
  list_id text not null,
  -- As people know it: what they confirm, and what they leave.
  list_name text not null,
  -- Null: of the service.
  organization_id text references organizations (id) on delete cascade,
  project_id text references projects (id) on delete cascade,
  address text not null,
  created_at timestamptz not null,
  -- When a link to confirm was sent last.
  asked_at timestamptz,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  bounced_at timestamptz,
  -- What the mail server said of it.
  bounce text
);
create unique index mail_addresses_list_id_address_key on mail_addresses (list_id, lower(address));
create index mail_addresses_organization_id_idx on mail_addresses (organization_id);
create index mail_addresses_project_id_idx on mail_addresses (project_id);

-- Links in mails, by which a person without an account decides about one address and one list.
create table mail_tokens (
  -- SHA-256 of the text in the link.
  token_hash bytea primary key,
  mail_address_id text not null references mail_addresses (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'unsubscribe')),
  created_at timestamptz not null,
  ends_at timestamptz not null
);
create index mail_tokens_mail_address_id_idx on mail_tokens (mail_address_id);
create index mail_tokens_ends_at_idx on mail_tokens (ends_at);

-- Of a list: a refusal for good is marked there.
alter table mails add column list_id text;
create index mails_kind_idx on mails (kind, created_at);
