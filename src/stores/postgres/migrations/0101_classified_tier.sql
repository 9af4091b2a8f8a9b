-- What operators have classified or correct is kept as a known domain or page, with a tier of its own: no project has it, nothing of it was
-- fetched, and no link leads there.
alter table domains drop constraint domains_data_tier_check;
alter table domains add constraint domains_data_tier_check check (data_tier in ('customer', 'competitor', 'prospect', 'classified'));
alter table urls drop constraint urls_data_tier_check;
alter table urls add constraint urls_data_tier_check check (data_tier in ('customer', 'referring', 'classified'));
create index urls_classified_idx on urls (id) where data_tier = 'classified';
create index classification_corrections_item_idx on classification_corrections (entity_type, item);
