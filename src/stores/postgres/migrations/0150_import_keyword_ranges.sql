-- Searches that the Keyword Planner gives as a range, and its searches by month (docs/moving-in.md).
alter table import_keywords
  -- Both null: the figure is none, or exact (volume).
  add column volume_min bigint,
  add column volume_max bigint,
  -- [{"month": "2025-01", "searches": 480}], oldest first; null: the file has none.
  add column monthly_searches jsonb,
  add constraint import_keywords_range_check check ((volume_min is null) = (volume_max is null) and (volume_min is null or volume is null));
