-- Searches of the stores are claimed in purchase_claims; those that are under way go on (toSearchKey, for six hours).
insert into purchase_claims (key, held_by, held_until, updated_at)
select concat_ws(':', 'app-search', owner_id, platform, storefront, language_code, keyword), claimed_by, claimed_at + interval '6 hours', now()
from app_searches where claimed_by is not null;

alter table app_searches drop column claimed_by, drop column claimed_at;
