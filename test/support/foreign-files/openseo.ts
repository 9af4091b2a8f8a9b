import { DatabaseSync } from 'node:sqlite';

/** The tables of OpenSEO as its migrations make them; columns that nothing reads are left out. */
const SCHEMA = [
  "CREATE TABLE `rank_tracking_configs` (`id` text PRIMARY KEY NOT NULL, `project_id` text NOT NULL, `domain` text NOT NULL, `location_code` integer DEFAULT 2840 NOT NULL, `language_code` text DEFAULT 'en' NOT NULL, `devices` text DEFAULT 'both' NOT NULL, `serp_depth` integer DEFAULT 20 NOT NULL)",
  'CREATE TABLE `rank_tracking_keywords` (`id` text PRIMARY KEY NOT NULL, `config_id` text NOT NULL, `keyword` text NOT NULL)',
  'CREATE TABLE `rank_snapshots` (`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL, `run_id` text NOT NULL, `tracking_keyword_id` text NOT NULL, `keyword` text NOT NULL, `device` text NOT NULL, `position` integer, `url` text, `serp_features` text, `checked_at` text DEFAULT (current_timestamp) NOT NULL)',
];
const SAVED = [
  "CREATE TABLE `saved_keywords` (`id` text PRIMARY KEY NOT NULL, `project_id` text NOT NULL, `keyword` text NOT NULL, `location_code` integer DEFAULT 2840 NOT NULL, `language_code` text DEFAULT 'en' NOT NULL, `created_at` text DEFAULT (current_timestamp) NOT NULL)",
  'CREATE TABLE `saved_keyword_tags` (`id` text PRIMARY KEY NOT NULL, `project_id` text NOT NULL, `name` text NOT NULL, `normalized_name` text NOT NULL)',
  'CREATE TABLE `saved_keyword_tag_assignments` (`saved_keyword_id` text NOT NULL, `tag_id` text NOT NULL)',
];
const ROWS = [
  "INSERT INTO `rank_tracking_configs` (`id`, `project_id`, `domain`, `location_code`, `language_code`) VALUES ('c1','p1','example.com',2276,'de')",
  "INSERT INTO `rank_tracking_keywords` (`id`, `config_id`, `keyword`) VALUES ('k1','c1','red shoes')",
  "INSERT INTO `rank_snapshots` (`run_id`, `tracking_keyword_id`, `keyword`, `device`, `position`, `url`, `checked_at`) VALUES ('r1','k1','red shoes','desktop',4,'https://example.com/a','2026-01-03 23:30:00'),('r1','k1','red shoes','mobile',NULL,NULL,'2026-01-03 10:00:00')",
];
const SAVED_ROWS = [
  "INSERT INTO `saved_keywords` (`id`, `project_id`, `keyword`, `location_code`, `language_code`) VALUES ('s1','p1','blue shoes',2276,'de'),('s2','p2','of another project',2276,'de')",
  "INSERT INTO `saved_keyword_tags` (`id`, `project_id`, `name`, `normalized_name`) VALUES ('t1','p1','Shop','shop'),('t2','p1','brand','brand')",
  "INSERT INTO `saved_keyword_tag_assignments` (`saved_keyword_id`, `tag_id`) VALUES ('s1','t1'),('s1','t2')",
];

/** One keyword with a desktop place and a mobile page without one; `isSaving`: with the tables that later releases have. */
export function listOpenSeoStatements({ isSaving }: { readonly isSaving: boolean }): string[] {
  return isSaving ? [...SCHEMA, ...SAVED, ...ROWS, ...SAVED_ROWS] : [...SCHEMA, ...ROWS];
}

export function makeOpenSeoFile(path: string, options: { readonly isSaving: boolean }): void {
  const database = new DatabaseSync(path);
  for (const statement of listOpenSeoStatements(options)) database.exec(statement);
  database.close();
}
