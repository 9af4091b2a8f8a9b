-- Answers packed by zstd. Those of before stand in `answer` until they are forgotten, a day later.
alter table keyword_answers add column packed bytea;
alter table keyword_answers alter column packed set storage external;
