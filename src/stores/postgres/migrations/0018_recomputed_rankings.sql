-- Set where a newest position was worked out later, from the results that were stored then.
alter table current_rankings add column is_recomputed boolean not null default false;
