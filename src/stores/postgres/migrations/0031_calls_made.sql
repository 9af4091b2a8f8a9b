-- First checks look whether their page is on its way through the provider's queue.
create index queued_checks_keyword_id_idx on queued_checks (keyword_id) where status in ('planned', 'posting', 'posted');
