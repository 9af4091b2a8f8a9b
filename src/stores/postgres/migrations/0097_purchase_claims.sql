-- Who buys an answer now, over all processes: the others that want it wait.
create table purchase_claims (
  -- What is bought, for example domain-snapshot:17.
  key text primary key,
  -- Who buys it, and until when others wait for that one; nulls: it is free.
  held_by text,
  held_until timestamptz,
  -- Who bought it last: who has waited since before that need not buy.
  bought_by text,
  updated_at timestamptz not null
);
create index purchase_claims_updated_at_idx on purchase_claims (updated_at);
