-- What the pages of own sites are to their owners, and how good pages are (specification 2.9, 2.10).

alter table urls
  -- By whose word the tier is: the rank of the page, that of its domain, or a person.
  add column quality_tier_source text check (quality_tier_source in ('page_rank', 'domain_rank', 'human_feedback')),
  -- Of pages of own sites only; null: no rule knows the page.
  add column target_page_type text,
  add column target_page_category text,
  add column is_money_page boolean,
  add column target_page_confidence smallint check (target_page_confidence between 0 and 100),
  add column target_page_evidence text[],
  -- Stored links that lead to it and are not lost, the sites they are on, and keywords that rank with it.
  add column links_to integer,
  add column linking_domains integer,
  add column ranked_keywords integer,
  -- When that was found out; null: it is no known page of an own site.
  add column target_judged_at timestamptz;

-- Pages of a site with its sub-domains.
create index urls_target_idx on urls (reverse(domain) text_pattern_ops, id) where target_judged_at is not null;

-- Until now people alone gave a tier.
update urls set quality_tier_source = 'human_feedback' where quality_tier is not null;

update urls u
set quality_tier = case when r.rank >= 80 then 'tier_1' when r.rank >= 60 then 'tier_2' when r.rank >= 40 then 'tier_3'
    when r.rank >= 20 then 'tier_4' else 'tier_5' end,
  quality_tier_source = r.source
from (
  select url_hash, coalesce(max(page_from_rank), max(domain_from_rank)) as rank,
    case when max(page_from_rank) is null then 'domain_rank' else 'page_rank' end as source
  from backlinks group by url_hash
) r
where u.url_hash = r.url_hash and u.quality_tier is null and r.rank is not null;
