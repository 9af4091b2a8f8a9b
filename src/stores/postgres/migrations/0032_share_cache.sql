-- What organizations keep apart while SHARE_CACHE is `organization` (docs/costs.md).

-- Whose a keyword is; null: everybody's. Pages, figures and positions hang on keywords and are apart with them.
alter table keywords add column organization_id text references organizations (id);

-- Organizations that had a domain fetched themselves. The record of a domain is one for all: who is not
-- among these does not see it.
create table domain_readers (
  organization_id text not null references organizations (id),
  domain_id bigint not null references domains (id),
  since timestamptz not null,
  primary key (organization_id, domain_id)
);
