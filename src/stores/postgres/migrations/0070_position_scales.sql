-- Two scales of position: the place among the results of the channel, and the place among everything on the page.

-- The scale of the project's sums, bands, moves and shares. Null: the organic side of its past is not worked out yet, because the
-- project, or the archive that it came from, is older than the scales; until then everything is counted on the page.
-- The scale that is wanted stands in `settings`.
alter table projects add column position_scale text check (position_scale in ('organic', 'page'));

-- `position` and `previous_position` are places among everything on the page, `rank_group` and this one among the results
-- of the channel.
alter table current_rankings add column previous_rank_group integer;
