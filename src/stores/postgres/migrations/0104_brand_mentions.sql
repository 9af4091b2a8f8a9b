-- Own brands and known brands apart: `is_branded` says that a keyword names a brand of its project, `has_brand_mention` that it names any
-- known brand. All words are read again; until then neither is known.
alter table tracked_keywords add column has_brand_mention boolean;
update tracked_keywords set labelled_at = null, is_branded = null where labelled_at is not null;
-- Null: judged before this was kept.
alter table research_keywords add column is_branded boolean, add column has_brand_mention boolean;
