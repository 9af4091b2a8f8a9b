/**
 * Generated from the migrated database by scripts/generate-database-types.ts.
 * Please do not edit it manually.
 */

import type { JsonColumn } from './json-column.ts';
import type { ColumnType } from 'kysely';

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Numeric = ColumnType<number, number | string, number | string>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface ApiCosts {
  api_key_id: string | null;
  app_id: string | null;
  category_id: string | null;
  cost_usd: Generated<Numeric>;
  created_at: Timestamp;
  endpoint: string;
  estimate_usd: Generated<Numeric>;
  id: string;
  is_confirmed: Generated<number>;
  items_returned: number | null;
  part: Generated<number>;
  project_id: string | null;
  request_count: Generated<number>;
  run_id: string | null;
  service: string;
  source: string;
  success: Generated<number>;
  tag: string | null;
  task_id: string | null;
  workflow_type: string | null;
}

export interface ApiKeys {
  bound_makers: Generated<string[]>;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  expires_at: Timestamp | null;
  id: string;
  key_hash: Buffer;
  key_prefix: string;
  last_used_at: Timestamp | null;
  name: string;
  organization_id: string | null;
  project_id: string | null;
  revoked_at: Timestamp | null;
  scopes: string[];
  tier: Generated<string>;
}

export interface Assets {
  created_at: Timestamp;
  domain_id: number | null;
  icon_url: string | null;
  id: string;
  meta: Generated<JsonColumn>;
  name: string;
  platform: string | null;
  project_id: string;
  role: Generated<string>;
  type: string;
  updated_at: Timestamp;
  value: string;
  workflow_id: string | null;
}

export interface AuditLog {
  actor_id: string;
  actor_kind: string;
  actor_name: string | null;
  address: string;
  at: Timestamp;
  id: string;
  method: string;
  path: string;
  request_id: string;
  status: number;
  subject: JsonColumn;
}

export interface Backlinks {
  anchor: string | null;
  attributes: Generated<string[]>;
  dfs_first_seen: Timestamp | null;
  dfs_last_seen: Timestamp | null;
  dfs_lost_date: Timestamp | null;
  domain_from: string;
  domain_from_country: string | null;
  domain_from_rank: number | null;
  domain_id: number;
  is_broken: boolean;
  is_dofollow: boolean;
  item_type: string;
  link_hash: Buffer;
  our_first_seen: Timestamp;
  our_last_seen: Timestamp;
  our_lost_at: Timestamp | null;
  page_from_language: string | null;
  page_from_rank: number | null;
  page_from_title: string | null;
  platform_types: Generated<string[]>;
  rank: number | null;
  semantic_location: string | null;
  spam_score: number | null;
  url_from: string;
  url_hash: Buffer;
  url_to: string;
}

export interface BrandProperties {
  domain_id: number;
  first_seen: Timestamp;
  found_in: Generated<string[]>;
  handle: string | null;
  kind: string;
  last_seen: Timestamp;
  platform: Generated<string>;
  recorded_at: Timestamp | null;
  url: string;
}

export interface BudgetWindows {
  budget: string;
  requests: Generated<number>;
  reserved_usd: Generated<Numeric>;
  scope: string;
  spent_usd: Generated<Numeric>;
  updated_at: Generated<Timestamp>;
  window_start: Timestamp;
}

export interface CacheEntries {
  expires_at: Timestamp;
  key: string;
  value: JsonColumn;
}

export interface CostHours {
  calls: number;
  cost_usd: Numeric;
  hour: Timestamp;
  project_id: string | null;
  requests: number;
  run_id: string | null;
  service: string;
  unmade: Generated<number>;
}

export interface CurrentRankings {
  asset_id: string | null;
  asset_name: string | null;
  channel: string;
  check_date: string | null;
  check_ts: Timestamp | null;
  checked_depth: number | null;
  cost_usd: Numeric | null;
  device: string;
  domain: string;
  engine: string;
  error: string | null;
  failed_at: Timestamp | null;
  is_featured_snippet: Generated<boolean>;
  is_recomputed: Generated<boolean>;
  keyword_id: string;
  keyword_text: string;
  language_code: string;
  location_code: number;
  normalized_text: string;
  position: number | null;
  previous_position: number | null;
  project_id: string;
  provider: string | null;
  rank_group: number | null;
  relationship: string;
  run_id: string | null;
  serp_features: Generated<string[]>;
  status: string;
  title: string | null;
  updated_at: Timestamp;
  url: string | null;
}

export interface CustomerSubscriptions {
  created_at: Timestamp;
  customer_id: string;
  engine: string | null;
  expires_at: Timestamp | null;
  id: string;
  is_active: Generated<number>;
  keyword_id: string | null;
  project_id: string;
  started_at: Timestamp;
  subscription_type: string;
}

export interface DeadLetters {
  attempts: number;
  error: string;
  failed_at: Generated<Timestamp>;
  id: string;
  payload: JsonColumn;
  queue: string;
  retried_at: Timestamp | null;
  workflow: string;
  workflow_id: string;
}

export interface DomainFetches {
  completed_at: Timestamp | null;
  cost_usd: Generated<number>;
  domain_id: number;
  error: string | null;
  is_whole: Generated<boolean>;
  language_code: Generated<string>;
  location_code: Generated<number>;
  next_token: string | null;
  part: string;
  rows_fetched: Generated<number>;
  rows_total: number | null;
  rows_wanted: number | null;
  started_at: Timestamp;
  status: string;
  workflow_id: string | null;
}

export interface DomainKeywords {
  competition: number | null;
  competition_level: string | null;
  cpc: number | null;
  dfs_checked_at: Timestamp | null;
  domain_id: number;
  estimated_traffic: number | null;
  intent: string | null;
  is_down: boolean | null;
  is_new: boolean | null;
  is_up: boolean | null;
  item_type: string;
  keyword: string;
  keyword_difficulty: number | null;
  language_code: string;
  location_code: number;
  our_first_seen: Timestamp;
  our_last_seen: Timestamp;
  our_lost_at: Timestamp | null;
  previous_rank_absolute: number | null;
  rank_absolute: number | null;
  rank_group: number | null;
  search_volume: number | null;
  title: string | null;
  url: string | null;
}

export interface DomainReaders {
  domain_id: number;
  organization_id: string;
  since: Timestamp;
}

export interface Domains {
  channel: string | null;
  channel_bucket: string | null;
  classification_confidence: number | null;
  classification_context: JsonColumn | null;
  classification_source: string | null;
  created_at: Timestamp;
  data_tier: Generated<string>;
  domain: string;
  domain_tech_type: string | null;
  domain_type: string | null;
  id: Generated<number>;
  last_classified_at: Timestamp | null;
  media_type: string | null;
  onboard_completed_at: Timestamp | null;
  onboard_error: string | null;
  onboard_options: Generated<JsonColumn>;
  onboard_started_at: Timestamp | null;
  onboard_status: Generated<string>;
  onboard_workflow_id: string | null;
  property_type: string | null;
  quality_tier: string | null;
  subchannel: string | null;
  tier1_type: string | null;
}

export interface DomainSummaries {
  as_of: string;
  backlinks_count: number | null;
  backlinks_nofollow_count: number | null;
  captured_at: Timestamp;
  cost_usd: Generated<number>;
  count_blogs: number | null;
  count_earned: number | null;
  count_ecommerce: number | null;
  count_forums: number | null;
  count_news: number | null;
  count_owned: number | null;
  count_paid: number | null;
  count_shared: number | null;
  count_social: number | null;
  domain_id: number;
  links_platform_types: JsonColumn | null;
  prev_period_backlinks: number | null;
  prev_period_rank: number | null;
  prev_period_referring_domains: number | null;
  prev_period_year_week: string | null;
  rank: number | null;
  referring_domains_count: number | null;
  referring_main_domains_count: number | null;
  source: string;
  spam_score: number | null;
  year_week: string;
}

export interface IdempotencyKeys {
  caller_id: string;
  created_at: Generated<Timestamp>;
  key: string;
  method: string;
  path: string;
  request_hash: Buffer;
  response: JsonColumn | null;
  status: number | null;
}

export interface JobQueueItems {
  category_id: string;
  completed_at: Timestamp | null;
  created_at: Timestamp;
  error: string | null;
  id: string;
  place: number;
  run_id: string;
  started_at: Timestamp | null;
  status: Generated<string>;
}

export interface JobRuns {
  completed_at: Timestamp | null;
  config: JsonColumn;
  created_at: Timestamp;
  id: string;
  job_id: string | null;
  metadata: JsonColumn;
  reason: string | null;
  started_at: Timestamp | null;
  status: Generated<string>;
  trigger: string;
  type: string;
}

export interface Jobs {
  config: JsonColumn;
  created_at: Timestamp;
  cron_schedule: string | null;
  id: string;
  is_default: Generated<boolean>;
  is_enabled: boolean;
  name: string;
  next_run_at: Timestamp | null;
  type: string;
  updated_at: Timestamp;
}

export interface KeywordFigures {
  asked_at: Timestamp | null;
  batch_max: number | null;
  categories: Generated<number[]>;
  competition: number | null;
  competition_level: string | null;
  cpc: number | null;
  due_at: Timestamp;
  held_by: string | null;
  held_until: Timestamp | null;
  id: string;
  keyword_difficulty: number | null;
  known_at: Timestamp | null;
  language_code: string;
  location_code: number;
  monthly_searches: Generated<JsonColumn>;
  normalized_text: string;
  problem: string | null;
  search_intent: string | null;
  search_volume: number | null;
  source: string;
  status: Generated<string>;
}

export interface Keywords {
  competition: number | null;
  cpc: number | null;
  created_at: Timestamp;
  device: string;
  enriched_at: Timestamp | null;
  figures_id: string | null;
  id: string;
  keyword_difficulty: number | null;
  keyword_text: string;
  language_code: string;
  location_code: number;
  normalized_text: string;
  organization_id: string | null;
  search_volume: number | null;
}

export interface Organizations {
  created_at: Timestamp;
  id: string;
  name: string;
  tier: Generated<string>;
}

export interface Outbox {
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  lines: string | null;
  packed: Buffer | null;
  rows_count: number;
  table_name: string;
}

export interface OutboxBatches {
  created_at: Generated<Timestamp>;
  row_ids: ArrayType<number>;
  table_name: string;
  token: string;
}

export interface Projects {
  created_at: Timestamp;
  description: string | null;
  id: string;
  name: string;
  organization_id: string;
  settings: Generated<JsonColumn>;
  status: Generated<string>;
  time_zone: Generated<string>;
  updated_at: Timestamp;
}

export interface Queries {
  created_at: Timestamp;
  device: string;
  engine: string;
  id: string;
  keyword: string;
  keyword_id: string;
  kind: string;
  language_code: string;
  location_code: number;
}

export interface QueuedChecks {
  batch: string;
  channel: string;
  check: JsonColumn | null;
  cost_usd: Generated<Numeric>;
  dispatch_id: string;
  engine: string;
  error: string | null;
  id: string;
  is_doubtful: Generated<boolean>;
  keyword_id: string;
  not_found: Generated<number>;
  post: Generated<number>;
  posted_at: Timestamp | null;
  project_ids: string[];
  ranked: Generated<number>;
  read_depth: Generated<number>;
  round: Generated<number>;
  sent_at: Timestamp | null;
  status: Generated<string>;
  task_id: string | null;
  updated_at: Timestamp;
}

export interface RateLimits {
  expire: number | null;
  key: string;
  points: Generated<number>;
}

export interface RatePlaces {
  calls: number;
  key: string;
  last_ms: number;
  step: number;
}

export interface ReferringDomains {
  backlinks_count: number | null;
  channel_bucket: string | null;
  classification_confidence: number | null;
  classification_source: string | null;
  dfs_first_seen: Timestamp | null;
  dfs_lost_date: Timestamp | null;
  domain_id: number;
  domain_type: string | null;
  last_classified_at: Timestamp | null;
  media_type: string | null;
  our_first_seen: Timestamp;
  our_last_seen: Timestamp;
  our_lost_at: Timestamp | null;
  platform_types: Generated<JsonColumn>;
  quality_tier: string | null;
  rank: number | null;
  referring_domain: string;
  referring_pages: number | null;
  spam_score: number | null;
}

export interface ScheduleVersions {
  name: string;
  version: number[];
}

export interface SerpAnswers {
  body: Buffer;
  check_id: string | null;
  id: Generated<number>;
  kind: string;
  received_at: Timestamp;
  status: Generated<string>;
  tag: string | null;
  task_id: string | null;
}

export interface SerpEvidence {
  answer: Buffer;
  created_at: Timestamp;
  digest: Buffer;
  run_id: string;
}

export interface SerpPositions {
  created_at: Timestamp | null;
  description: string | null;
  domain: string | null;
  id: string | null;
  is_paid: number | null;
  position: string | null;
  rank_absolute: number | null;
  rank_group: number | null;
  rating_count: number | null;
  rating_value: number | null;
  serp_run_id: string | null;
  title: string | null;
  type: string | null;
  url: string | null;
  xpath: string | null;
}

export interface SerpRuns {
  applied_at: Timestamp | null;
  check_date: string;
  check_url: string | null;
  checked_depth: Generated<number>;
  cost_usd: Generated<Numeric>;
  created_at: Timestamp;
  depth: number;
  engine: string;
  error: string | null;
  fetched_at: Timestamp;
  id: string;
  items_count: Generated<number>;
  keyword_id: string;
  kind: string;
  project_id: string | null;
  provider: string;
  query_id: string;
  results: JsonColumn | null;
  se_results_count: number | null;
  serp_features: Generated<string[]>;
  status: string;
  task_id: string | null;
  workflow_id: string | null;
}

export interface SerpTaskKeywords {
  check: JsonColumn;
  error: string | null;
  place: number;
  queued_check_id: string | null;
  result: JsonColumn | null;
  run_id: string | null;
  status: Generated<string>;
  target_domain: string | null;
  task_id: string;
}

export interface SerpTasks {
  api_key_id: string | null;
  begun_at: Timestamp | null;
  created_at: Timestamp;
  ended_at: Timestamp | null;
  id: string;
  project_id: string;
}

export interface Settings {
  name: string;
  updated_at: Generated<Timestamp>;
  value: JsonColumn;
}

export interface SpendReservations {
  created_at: Generated<Timestamp>;
  endpoint: string;
  estimate_usd: Numeric;
  id: string;
  is_lost: Generated<boolean>;
  lost_at: Timestamp | null;
  posted_at: Timestamp;
  scope: JsonColumn;
  service: string;
  tag: string;
  windows: JsonColumn;
}

export interface TrackedApps {
  app_id: string;
  created_at: Timestamp;
  id: string;
  is_active: Generated<number>;
  platform: string;
  project_id: string;
}

export interface TrackedKeywords {
  channel: Generated<string>;
  check_interval: Generated<string>;
  checked_at: Timestamp | null;
  depth: Generated<number>;
  depth_strategy: Generated<string>;
  engine: Generated<string>;
  keyword_id: string;
  next_check: Timestamp | null;
  project_id: string;
  status: Generated<string>;
  target_domain: string | null;
  tracking_since: Timestamp;
  updated_at: Timestamp;
}

export interface Urls {
  classification_source: string | null;
  classify_message_id: string | null;
  confidence: number | null;
  data_tier: Generated<string>;
  domain: string;
  domain_type: string | null;
  first_seen: Timestamp;
  id: Generated<number>;
  last_classified_at: Timestamp | null;
  last_seen: Timestamp;
  page_type: string | null;
  quality_tier: string | null;
  source_endpoint: string;
  spam_tier: string | null;
  structural_type: string | null;
  url: string;
  url_hash: Buffer;
}

export interface WorkerHeartbeats {
  beat_at: Generated<Timestamp>;
  executor_id: string;
  host: string;
  pid: number;
  queues: Generated<string[]>;
  role: Generated<string>;
  running: Generated<JsonColumn>;
  started_at: Generated<Timestamp>;
  version: Generated<string>;
}

export interface WorkflowEvents {
  at: Generated<Timestamp>;
  attempt: number | null;
  error: string | null;
  event: string;
  id: Generated<number>;
  started_at: Timestamp | null;
  step: string | null;
  step_id: number | null;
  wait_ms: number | null;
  workflow_id: string;
}

export interface WorkflowMarks {
  at: Generated<Timestamp>;
  mark: string;
  paused_with: string | null;
  queue: string | null;
  workflow_id: string;
}

export interface Database {
  api_costs: ApiCosts;
  api_keys: ApiKeys;
  assets: Assets;
  audit_log: AuditLog;
  backlinks: Backlinks;
  brand_properties: BrandProperties;
  budget_windows: BudgetWindows;
  cache_entries: CacheEntries;
  cost_hours: CostHours;
  current_rankings: CurrentRankings;
  customer_subscriptions: CustomerSubscriptions;
  dead_letters: DeadLetters;
  domain_fetches: DomainFetches;
  domain_keywords: DomainKeywords;
  domain_readers: DomainReaders;
  domain_summaries: DomainSummaries;
  domains: Domains;
  idempotency_keys: IdempotencyKeys;
  job_queue_items: JobQueueItems;
  job_runs: JobRuns;
  jobs: Jobs;
  keyword_figures: KeywordFigures;
  keywords: Keywords;
  organizations: Organizations;
  outbox: Outbox;
  outbox_batches: OutboxBatches;
  projects: Projects;
  queries: Queries;
  queued_checks: QueuedChecks;
  rate_limits: RateLimits;
  rate_places: RatePlaces;
  referring_domains: ReferringDomains;
  schedule_versions: ScheduleVersions;
  serp_answers: SerpAnswers;
  serp_evidence: SerpEvidence;
  serp_positions: SerpPositions;
  serp_runs: SerpRuns;
  serp_task_keywords: SerpTaskKeywords;
  serp_tasks: SerpTasks;
  settings: Settings;
  spend_reservations: SpendReservations;
  tracked_apps: TrackedApps;
  tracked_keywords: TrackedKeywords;
  urls: Urls;
  worker_heartbeats: WorkerHeartbeats;
  workflow_events: WorkflowEvents;
  workflow_marks: WorkflowMarks;
}
