-- Stored totals counted a first check among those that are new in the ranking. They are worked out from `ranking_history` again:
-- within the hour by the schedule `ranking-days`, and until then by each answer that needs them.

TRUNCATE TABLE IF EXISTS ranking_days {on_cluster};
