-- Counters of inbound rate limits that several processes share; columns as rate-limiter-flexible
-- reads them. Losing them after a crash only starts the current minute anew.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
