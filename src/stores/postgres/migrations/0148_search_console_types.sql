-- Discover and Google News are kinds of search too, without queries and positions (docs/search-console.md).
alter table search_console_bindings drop constraint search_console_bindings_type_check,
  add constraint search_console_bindings_type_check check (type in ('web', 'image', 'video', 'news', 'discover', 'googleNews'));
alter table search_console_days drop constraint search_console_days_type_check,
  add constraint search_console_days_type_check check (type in ('web', 'image', 'video', 'news', 'discover', 'googleNews'));
alter table search_console_syncs drop constraint search_console_syncs_type_check,
  add constraint search_console_syncs_type_check check (type in ('web', 'image', 'video', 'news', 'discover', 'googleNews'));
