-- Which migrations the analytics store has had (src/stores/clickhouse/migrations).
create table clickhouse_migrations (
  number integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
);
