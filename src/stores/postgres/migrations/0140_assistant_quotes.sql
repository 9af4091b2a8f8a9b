-- Assistants buy by quotes, with keys that have limits of their own (docs/assistants.md, "Spending").

alter table api_keys
  -- What calls with it may cost in a month, in USD; set: a key for assistants.
  add column monthly_usd double precision check (monthly_usd >= 0),
  -- A quote for a key of assistants that costs more, in USD, waits for a person.
  add column approval_above_usd double precision check (approval_above_usd >= 0);

create table assistant_quotes (
  id text primary key,
  -- Whose it is: no other key buys by it.
  key_id text not null,
  organization_id text,
  project_id text,
  tool text not null,
  arguments jsonb not null,
  -- In words, for the person who pays.
  does text not null,
  -- What the client calls itself.
  client text,
  cost_usd double precision not null check (cost_usd >= 0),
  monthly_cost_usd double precision not null check (monthly_cost_usd >= 0),
  status text not null check (status in ('open', 'awaiting', 'approved', 'declined', 'buying', 'bought', 'refused')),
  -- Id of the person.
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  bought_at timestamptz
);
create index assistant_quotes_key_idx on assistant_quotes (key_id, created_at desc);
create index assistant_quotes_organization_idx on assistant_quotes (organization_id, created_at desc);
call audit_table('assistant_quotes', 'quote', '{does}');
