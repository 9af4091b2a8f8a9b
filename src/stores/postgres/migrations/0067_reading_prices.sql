-- What the reading cost that a number comes from, in USD, so that each number can say so. 0: it was free. Null: it was read before
-- this was kept.
alter table tracked_app_keywords
  -- Of the newest search that could be read.
  add column cost_usd double precision;
alter table app_category_rankings
  -- Of the whole list.
  add column list_usd double precision;
alter table app_rating_days add column cost_usd double precision;
-- Of the newest record that was bought; null too when none was.
alter table apps add column bought_usd double precision;
