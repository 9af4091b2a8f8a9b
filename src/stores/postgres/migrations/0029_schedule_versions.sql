-- The newest release that wants each schedule of the workflow engine. A process of an older one leaves it alone.
create table schedule_versions (
  name text primary key,
  -- Major, minor, patch: arrays compare number by number.
  version integer[] not null
);
