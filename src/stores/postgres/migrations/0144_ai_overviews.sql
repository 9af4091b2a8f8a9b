-- AI overviews: who is cited in them (docs/tracking.md, "AI overviews").

-- The page had an AI overview that was to arrive after it, and that was not waited for: who wants it reads the page again. Null: no.
alter table serp_runs add column is_overview_missing boolean;

-- The place of the site's first page among the references of the AI overview; 0: the overview does not cite it. Null: there is no
-- overview, or it was not loaded, which `serp_features` tells apart.
alter table current_rankings add column cited_place smallint check (cited_place >= 0);
