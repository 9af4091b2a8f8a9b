-- A page may leave shelves to be loaded later. What stood on the others can still be seen to be gone.
alter table app_categories
  -- The shelf that named it last: its title, or `hero`. Null: from before this was noted, or a shelf without a title.
  add column last_seen_shelf text;
alter table crawl_category_status
  -- Of a page that was read whole otherwise: the titles of the shelves that were left to be loaded later.
  add column later_shelves text[] not null default '{}';
