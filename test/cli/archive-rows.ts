import type { Sql } from '#stores/postgres/types.ts';

/** Rows of areas that a test of archives does not fill by requests, with values that are easily lost on the way. */

/** What is known of a domain; each ends where a condition may follow. */
export const ROWS_OF_DOMAINS = [
  `insert into domain_fetches (domain_id, part, status, started_at)
   select id, 'backlinks', 'complete', now() from domains`,
  `insert into domain_readers (organization_id, domain_id, since) select 'org_rankings', id, now() from domains`,
  `insert into urls (url, url_hash, domain, first_seen, last_seen, source_endpoint)
   select 'https://links.net/"a"', '\\x00ff', 'links.net', now(), now(), 'backlinks' from domains`,
  `insert into backlinks (domain_id, link_hash, url_hash, domain_from, url_from, url_to, anchor, item_type, attributes, is_dofollow, is_broken,
     our_first_seen, our_last_seen)
   select id, '\\x01', '\\x00ff', 'links.net', 'https://links.net/"a"', 'https://invoicenest.com/', 'a, "b"', 'anchor', array['nofollow', 'a,"b"'],
     true, false, now(), now() from domains`,
  `insert into referring_domains (domain_id, referring_domain, platform_types, our_first_seen, our_last_seen)
   select id, 'links.net', '{"": 1, "news": 2}', now(), now() from domains`,
  `insert into domain_keywords (domain_id, keyword, location_code, language_code, item_type, our_first_seen, our_last_seen)
   select id, 'a "keyword"', 2840, 'en', 'organic', now(), now() from domains`,
  `insert into link_looks (domain_id, looked_from, looked_until, cost_usd, attempted_at, outcome)
   select id, '2025-10-13', '2025-11-17 04:00Z', 0.06, '2025-11-17 04:00Z', 'looked' from domains`,
  `insert into link_change_days (domain_id, day, new_backlinks, lost_backlinks, new_referring_domains, lost_referring_domains)
   select id, '2025-11-03', 4, null, 1, 0 from domains`,
  `insert into domain_summaries (domain_id, year_week, as_of, source, backlinks_count, links_platform_types, cost_usd, captured_at)
   select id, '202653', '2027-01-03', 'history', 9007199254740991, '{"": 1}', 0.020030, now() from domains`,
  `insert into brand_properties (domain_id, kind, url, found_in, first_seen, last_seen)
   select id, 'social', 'https://x.com/a', array['rel=me'], now(), now() from domains`,
];

/** What was classified, what people said of it, and what was learned; each ends where a condition may follow. */
export const ROWS_OF_CLASSIFICATION = [
  `insert into classifications (kind, subject_hash, subject, verdicts, confidence, source, depth, needs_review, classified_at)
   select 'domain', '\\x00fe', 'links.net', '[{"evidence": ["a \\"quoted\\" word"]}]', 90, 'rules', 'free', false, now() from (values (1)) one`,
  `insert into classification_corrections (entity_type, entity_id, item, original_dimension, corrected_value, notes, created_at, said_at)
   select 'domain', '1', 'links.net', 'domain_type', 'news', 'it is, "really"', now(), now() from (values (1)) one`,
  `insert into correction_patterns (entity_type, dimension, from_value, to_value, suggested_rule, created_at, last_seen_at)
   select 'domain', 'domain_type', '', 'news', '{"feature": "suffix"}', now(), now() from (values (1)) one`,
  `insert into classification_rules (pattern_id, entity_type, dimension, label, feature, value, confidence, support, counter_examples,
     accepted_at, accepted_by)
   select id, 'domain', 'domain_type', 'news', 'suffix', 'net', 90, 2, 0, now(), 'key_1' from correction_patterns`,
  `insert into learned_blends (kind, blend, measured_before, measured_after, is_active, corrections, created_at)
   select 'domain', '{"weight": 5}', '{}', '{}', true, 1, now() from (values (1)) one`,
];

/** A list of a project (`$1`) that was classified, in the order of its keys. */
export const ROWS_OF_LISTS = [
  `insert into classification_lists (id, project_id, name, status, skip_fetch, skip_llm, items, refused, duplicates, workflow_id, created_at, ended_at)
   values ('list_1', $1, 'a "list", \\ 😀', 'complete', true, false, 1, '[{"line": 2, "value": "a b", "reason": "two\\nlines"}]',
     '[{"line": 3, "value": "links.net", "of": 1}]', 'wf_list', now(), now())`,
  `insert into classification_list_items (list_id, line, value, kind, subject, subject_hash, status, verdicts, cost_usd, classified_at)
   select 'list_1', 1, 'Links.net', 'domain', 'links.net', '\\x00fe', 'classified',
     '[{"dimension": "domain_type", "label": "news", "confidence": 90, "evidence": ["a \\"quoted\\" word"], "stage": "rules"}]', 0.0000123, now()
   where $1 <> ''`,
];

/** How a project (`$1`) organizes its keywords, in the order of their keys. */
export const ROWS_OF_TAGS = [
  `insert into tags (id, project_id, name, color, created_at, updated_at) values ('tag_1', $1, 'a "tag", \\ 😀', 'teal', now(), now())`,
  `insert into keyword_tags (project_id, keyword_id, tag_id)
   select project_id, keyword_id, 'tag_1' from tracked_keywords where project_id = $1 group by project_id, keyword_id`,
  `insert into keyword_notes (project_id, keyword_id, note, is_starred, target_url, updated_at)
   select project_id, keyword_id, E'two\\nlines', true, 'https://invoicenest.com/a,b', now()
   from tracked_keywords where project_id = $1 group by project_id, keyword_id`,
  `insert into keyword_edits (project_id, edits) values ($1, 9007199254740991) on conflict (project_id) do update set edits = excluded.edits`,
];

/** What was read of a property that a project (`$1`) is bound to, in the order of the keys; lines as of imports. */
const ROWS_OF_SEARCH_CONSOLE = [
  `insert into search_console_connections (id, organization_id, kind, account_name, secret_id, status, made_by, created_at)
   select 'gcn_1', organization_id, 'oauth', 'a "name", \\ 😀', 'sec_gone', 'ok', 'key_1', now() from projects where id = $1`,
  `insert into search_console_properties (id, organization_id, connection_id, site_url, permission, can_read, created_at, listed_at)
   select 'gpr_1', organization_id, 'gcn_1', 'https://invoicenest.com/', 'siteOwner', true, now(), now() from projects where id = $1`,
  `insert into search_console_bindings (project_id, property_id, type, made_by, created_at) values ($1, 'gpr_1', 'web', 'key_1', now())`,
  `insert into search_console_days (property_id, type, day, state, is_cut, totals_clicks, totals_impressions, fetched_at, error)
   select 'gpr_1', 'web', '2026-01-01'::date, 'final', true, 9007199254740991, 9007199254740991, now(), E'two\nlines' where $1 <> ''`,
  `insert into search_console_inspections (property_id, day, used) select 'gpr_1', '2026-01-01'::date, 7 where $1 <> ''`,
  ...['gsc_totals', 'gsc_queries', 'gsc_pages'].map(
    (table) => `insert into outbox (table_name, rows_count, lines) select '${table}', 1, row_to_json(line)::text from (
     select 'gpr_1' as property_id, 'web' as type, '2026-01-01' as day, ${table === 'gsc_pages' ? `'https://invoicenest.com/"a' as page,` : ''}
       ${table === 'gsc_totals' ? '' : `'a "query"' as query,`} 'usa' as country, 'mobile' as device, 3 as clicks, 100 as impressions,
       412.5 as position_sum, '2026-01-02 20:00:00.123' as fetched_at where $1 <> '') line`,
  ),
];

/**
 * What a project (`$1`) has brought from another tracker, and what Search Console counted, in the order of the keys. Lines are as the product writes them, without
 * spaces: an archive has them so as long as they wait for ClickHouse.
 */
export const ROWS_OF_IMPORTS = [
  `insert into imports (id, project_id, name, asked_kind, kind, status, bytes, sha256, detection, mapping, preview, points, made_by, created_at, updated_at,
     committed_at, file_removed_at)
   values ('imp_1', $1, 'a "file", \\ 😀', 'auto', 'csv', 'committed', 9007199254740991, repeat('ab', 32), '{"why": "a \\"quoted\\" word"}', '{"layout": "long"}',
     '{"days": 1}', 1, 'key_1', now(), now(), now(), now())`,
  `insert into import_rejects (import_id, number, row, reason, text) select 'imp_1', 0, 9007199254740991, 'no', E'two\\nlines, "x"' where $1 <> ''`,
  `insert into import_keywords (import_id, keyword_id, engine, keyword, device, location_code, language_code, tags, starred, volume, volume_day)
   select 'imp_1', 'kw_1', 'engine_a', 'a "keyword"', 'desktop', 2840, 'en', '{"a,b","c \\"d\\""}', true, 9007199254740991, '2020-01-01' where $1 <> ''`,
  `insert into import_notes (import_id, number, day, text) select 'imp_1', 1, '2020-01-01', E'two\\nlines, "x"' where $1 <> ''`,
  `insert into import_templates (id, organization_id, name, kind, mapping, made_by, created_at)
   select 'imt_1', organization_id, 'a', 'csv', '{"layout": "long"}', 'key_1', now() from projects where id = $1`,
  `insert into outbox (table_name, rows_count, lines) select 'imported_positions', 1, row_to_json(line)::text from (
     select 'imp_1' as import_id, $1::text as project_id, 'kw_1' as keyword_id, 'a "keyword"' as keyword, 'engine_a' as engine, 'seo' as channel,
       'desktop' as device, 2840 as location_code, 'en' as language_code, 'invoicenest.com' as domain, '2020-01-01' as day, 'ranked' as outcome,
       7 as organic, 'organic' as scale, 2 as row) line`,
  `insert into outbox (table_name, rows_count, lines) select 'imported_serps', 1, row_to_json(line)::text from (
     select 'imp_1' as import_id, $1::text as project_id, 'kw_1' as keyword_id, 'engine_a' as engine, '2020-01-01' as day,
       array['https://invoicenest.com/"a', 'https://b.example'] as urls, 2 as row) line`,
  ...ROWS_OF_SEARCH_CONSOLE,
];

/** What assistants answered for a project (`$1`), in the order of the keys. */
export const ROWS_OF_ANSWERS = [
  `insert into answer_prompts (id, project_id, text, text_hash, location_code, language_code, topic, tags, created_at, ended_at)
   values ('prm_1', $1, 'a "prompt", \\ 😀', 'hash', 2840, 'en', 'a topic', '{a,"b,c"}', now(), now())`,
  `insert into answer_brands (id, project_id, name, aliases, excluded, domains, role, is_generic, place, created_at)
   values ('abr_1', $1, 'A "brand"', '{x}', '{}', '{a.example}', 'own', true, 0, now())`,
  `insert into answer_plans (project_id, enabled, surfaces, samples_per_week, monthly_usd, brands_version, created_at, updated_at)
   values ($1, true, '{chat_gpt}', 5, 0.000001, 7, now(), now())`,
  `insert into answer_samples (id, prompt_id, project_id, surface, period, slot, is_planned, planned_for, status, reason, task_id, model, web_used, cost_usd,
     answered_at, answer_hash)
   values ('asm_1', 'prm_1', $1, 'chat_gpt', '2026-01-05', 0, true, now(), 'answered', null, 'qc_9', 'm', false, 0.0012, now(), 'ff')`,
  `insert into answer_corrections (id, project_id, sample_id, brand_id, is_mention, case_key, sentence, created_at)
   values ('acr_1', $1, 'asm_1', 'abr_1', false, 'in a "brand" is', 'A "brand", \\ 😀', now())`,
  `insert into outbox (table_name, rows_count, lines) select 'answer_results', 1, row_to_json(line)::text from (
     select $1::text as project_id, '2026-01-05' as period, 'chat_gpt' as surface, 'prm_1' as prompt_id, 'asm_1' as sample_id, 1 as is_planned,
       'answered' as status, 'm' as model, 0 as web_used, '2026-01-05T00:00:00.000Z' as answered_at, array['abr_1'] as named,
       array['a.example'] as cited_domains, array['https://a.example/"x'] as cited_urls, 7 as brands_version, 1 as detector_version,
       '2026-01-05T00:00:00.000Z' as read_at) line`,
];

/** A run of a project (`$1`) with what it found and how that is grouped, in the order of their keys. */
export const ROWS_OF_RESEARCH = [
  `insert into research_runs (id, project_id, url, host, status, enrichment, created_at, updated_at)
   values ('run_research', $1, 'https://invoicenest.com/', 'invoicenest.com', 'complete', '{"businessFocus": "a \\"quoted\\" word", "big": 12345678901234567890}', now(), now())`,
  `insert into research_pages (run_id, number, url, final_url, body, fetched_at)
   select 'run_research', 0, 'https://invoicenest.com/', 'https://invoicenest.com/', '\\x00ff'::bytea, now() where $1 <> ''`,
  `insert into research_keywords (run_id, location_code, language_code, keyword, original_text, sources, status, cpc, score)
   select 'run_research', 2840, 'en', 'a "keyword"', 'A "Keyword"', array['domain_seed', 'harvest_ai'], 'kept', 0.1, 12.5 where $1 <> ''`,
  `insert into research_clusters (run_id, id, location_code, language_code, name, main_keyword, keywords_count, method)
   select 'run_research', 'clu_1', 2840, 'en', 'a', 'a "keyword"', 1, 'embedding' where $1 <> ''`,
  `insert into canonical_keywords (normalized_text, original_keyword_text, sources, updated_at)
   select 'a "keyword"', 'A "Keyword"', array['domain_seed'], now() where $1 <> ''`,
  `insert into categories (id, project_id, name, slug, path, confidence, created_at, updated_at)
   values ('cat_1', $1, 'Finance', 'finance', '/Finance', 0.75, now(), now())`,
  `insert into project_keywords (project_id, keyword_text, run_id, source, added_at)
   values ($1, 'a "keyword"', 'run_research', 'domain_seed', now())`,
  `insert into keyword_categories (project_id, keyword_text, category_id, assignment_confidence, assigned_by, assigned_at)
   values ($1, 'a "keyword"', 'cat_1', 0.5, 'user', now())`,
];

/** An app that a project (`$1`) tracks, with all that is known of it, and a crawl; in the order of their keys. */
export const ROWS_OF_APPS = [
  `insert into tracked_app_keywords (project_id, platform, storefront, app_id, keyword, language_code, created_at, status, position)
   values ($1, 'store_a', 'us', '284882215', 'a "keyword"', 'en', now(), 'ranked', 3)`,
  `insert into app_categories (platform, storefront, id, name, category_type, category_section, first_seen_at, last_seen_at)
   select 'store_a', 'us', '25100', 'A "hub"', 'grouping', 'apps', now(), now() where $1 <> ''`,
  `insert into apps (platform, storefront, app_id, title, rating, rating_count, rating_histogram, price, categories, screenshot_urls, size_bytes,
     sources, last_seen_at, created_at, updated_at)
   select 'store_a', 'us', '284882215', 'An "app" \\ 😀', 4.68123, 9007199254740991, array[1, 2, 3, 4, 5], 1.99, array['6000'],
     array['https://a.test/1,2', 'b "c"'], 5000000000, '{"rating": "lookup"}', now(), now(), now() where $1 <> ''`,
  `insert into app_changes (platform, storefront, app_id, changed_at, field, old_value, new_value)
   select 'store_a', 'us', '284882215', '2026-01-01 01:02:03.456789+00', 'price', '1.99', 'null' where $1 <> ''`,
  `insert into app_rating_days (platform, storefront, app_id, day, rating, rating_count, rating_histogram)
   select 'store_a', 'us', '284882215', '2026-01-01', 4.7, null, array[1, 2, 3, 4, 5] where $1 <> ''`,
  `insert into app_category_rankings (platform, storefront, category_id, chart, app_id, year_week, app_rank, category_type, category_section, scraped_at)
   select 'store_a', 'us', '6000', 'top-free', '284882215', '202653', 1, 'chart', 'apps', now() where $1 <> ''`,
  `insert into app_recommendations (id, platform, storefront, source_app_id, recommended_app_id, section, position, first_seen, last_seen)
   select 'rec_1', 'store_a', 'us', '284882215', '2', 'similar', 1, now(), now() where $1 <> ''`,
  `insert into app_reviews (platform, storefront, app_id, id, rating, body, reviewed_at, first_seen_at)
   select 'store_a', 'us', '284882215', 'r1', 5, 'good, "really"', now(), now() where $1 <> ''`,
  `insert into crawl_job_runs (id, platform, storefront, related_app_depth, chart_types, app_limit, categories_total, cost_usd, created_at, completed_at)
   select 'run_job', 'store_b', 'us', 0, array['topselling_free'], 200, 1, 0.02, now(), now() where $1 <> ''`,
  `insert into crawl_category_status (run_id, category_id, status, apps_found) select 'run_job', 'GAME', 'completed', 100 where $1 <> ''`,
  `insert into channels (id, organization_id, project_id, kind, name, shown_to, config, secret_ids, token_hash, events, min_severity, quiet, state, state_since, created_by,
     created_at, updated_at)
   select 'chn_1', organization_id, id, 'feed', 'A "feed" 😀', 'Atom feed', '{"a": "b, c"}', '{}', sha256('token'::bytea), array['alert.fired', 'digest'], 'warning',
     '{"from": "22:00", "to": "08:00", "days": [1, 2], "critical_passes": true}', 'on', now(), 'key_1', now(), now() from projects where id = $1`,
  `insert into mail_addresses (id, list_id, list_name, organization_id, project_id, address, created_at, bounced_at, bounce)
   select 'madr_1', 'chn_1', 'a "list"', organization_id, id, 'ada@example.com', now(), now(), '550 no' from projects where id = $1`,
  `insert into mail_tokens (token_hash, mail_address_id, purpose, created_at, ends_at)
   select sha256('t'::bytea), 'madr_1', 'unsubscribe', now(), now() where $1 <> ''`,
  `insert into inbox_entries (id, organization_id, project_id, event, severity, title, text, path, at)
   select 'ntc_1', organization_id, id, 'alert.fired', 'critical', 'A "title"', 'text', '/console/', now() from projects where id = $1`,
  `insert into inbox_marks (user_id, until_at, until_id) select 'usr_1', now(), 'ntc_1' where $1 <> ''`,
  `insert into inbox_reads (user_id, entry_id) select 'usr_1', 'ntc_1' where $1 <> ''`,
  `insert into notifications (id, event, url, body, status, created_at)
   select 'msg_1', 'test', 'https://a.test/', '{"event":"test"}', 'delivered', now() where $1 <> ''`,
  `insert into notification_tries (delivery_id, number, began_at, duration_ms, response_status, error)
   select 'msg_1', 1, now(), 12, null, 'no answer, "quoted"' where $1 <> ''`,
  `insert into app_review_reads (platform, storefront, app_id, language_code, read_at, reviews_read, tried_at)
   select 'store_a', 'us', '284882215', 'en', now(), 1, now() where $1 <> ''`,
  `insert into app_searches (owner_id, platform, storefront, language_code, keyword, places, checked_depth, searched_at)
   select '', 'store_a', 'us', 'en', 'a "keyword"', '[{"rank": 3, "appId": "284882215"}]', 100, now() where $1 <> ''`,
];

/** What people keep of a project (`$1`). */
export const ROWS_OF_VIEWS = [
  `insert into saved_views (id, project_id, screen, name, params, columns, is_default, is_shared, owner, created_at, updated_at)
   values ('view_1', $1, 'keywords', 'A "view" 😀', '{"tag": ["a, b"], "q": "\\u2028"}', array['keyword', 'a,"b"'], true, true, 'key_1', now(), now())`,
  `insert into annotations (id, scope, project_id, asset_id, starts_on, ends_on, text, kind, tags, author, created_at, updated_at)
   select 'ann_1', 'asset', $1, min(id), '2026-01-31', '2026-02-01', 'A "relaunch" \\ 😀', 'release', array['a, b'], 'key_1', now(), now()
   from assets where project_id = $1`,
  `insert into public_shares (id, project_id, token_hash, name, sections, filter, range, to_day, days, compare, password_hash, expires_at, allow_csv,
     show_annotations, frame_hosts, views_count, created_by, created_at, updated_at)
   values ('shr_1', $1, '\\x00ff', 'A "client"', array['overview'], '{"device": "mobile"}', 'free', '2026-01-31', 28, 'year', '$argon2id$', now(), true,
     true, array['*.example.com'], 9007199254740991, 'key_1', now(), now())`,
  `insert into digests (id, organization_id, name, scope_kind, project_ids, every, at, weekday, time_zone, sections, channel_ids, addresses, skip_quiet,
     language, brand, is_enabled, created_by, created_at, updated_at)
   select 'dig_1', organization_id, 'A "digest" \\ 😀', 'project', array[id], 'week', '07:00', 1, 'Europe/Berlin', array['overview'], array[]::text[],
     array['ada@example.com'], true, 'en', '{"name": "a \\"b\\"", "color": null}', false, 'key_1', now(), now() from projects where id = $1`,
  `insert into digest_runs (id, digest_id, from_day, to_day, status, missed, subject, deliveries, created_at, ended_at)
   select 'run_digest', 'dig_1', '2026-01-26', '2026-02-01', 'sent', '[{"from": "2026-01-19", "to": "2026-01-25"}]', 'a "subject"',
     '[{"kind": "member", "to": "ada@example.com", "isSent": true, "reason": null, "mailId": "mail_1"}]', now(), now() where $1 <> ''`,
  `insert into exports (id, organization_id, project_id, name, list, params, query, fields, format, every, at, weekday, time_zone, destination,
     secret_ids, keep_days, is_enabled, maker_kind, maker_id, maker_is_operator, created_by, created_at, updated_at)
   select 'exp_1', organization_id, id, 'An "export" \\ 😀', '/api/rankings/grid', '{}', '{"tag": ["a, b", "\\"c\\""]}', array['keyword', 'a,"b"'], 'csv',
     'week', '07:00', 1, 'Europe/Berlin', '{"kind": "link", "days": 7}', '{"link": "sec_1"}', 30, false, 'key', 'key_1', true, 'key_1', now(), now()
   from projects where id = $1`,
  `insert into export_runs (id, export_id, status, reason, started_by, due_at, missed, rows, total, bytes, sha256, file_name, file_removed_at,
     delivered_to, created_at, started_at, ended_at)
   select 'run_export', 'exp_1', 'partial', 'a "reason"', 'schedule', now(), 2, 9007199254740991, 3, 9007199254740991, repeat('ab', 32), 'a.csv', now(),
     's3://bucket/a', now(), now(), now() where $1 <> ''`,
  `insert into alert_rules (id, organization_id, project_id, name, condition, channel_ids, repeat_every_hours, is_enabled, preset, created_at, updated_at)
   select 'rule_1', organization_id, id, 'A "rule" \\ 😀', '{"when": {"event": "dropped", "by": {"1-10": 3}}, "where": {"q": "a, \\"b\\""}}', array[]::text[],
     24, true, 'dropped_5', now(), now() from projects where id = $1`,
  `insert into alert_rounds (id, project_id, day, kind, opened_at, closed_at, evaluated_at, checks, failed, keyword_ids, left_out)
   values ('rnd_1', $1, '2026-01-31', 'on_demand', now(), now(), now(), 3, 1, array['a,"b"'], 'source')`,
  `insert into alerts (id, rule_id, organization_id, project_id, group_key, severity, state, title, context, items, day, opened_at, last_item_at,
     acknowledged_at, acknowledged_by, acknowledged_note)
   select 'alr_1', 'rule_1', organization_id, id, 'rule', 'critical', 'firing', 'A "title"', '{"suppressed": {"known": 2}}', 1, '2026-01-31', now(), now(),
     now(), 'usr_1', 'a note\u2028' from projects where id = $1`,
  `insert into alert_states (rule_id, subject, state, since, alert_id) select 'rule_1', 'a "subject"', 'firing', now(), 'alr_1' where $1 <> ''`,
  `insert into alert_items (alert_id, subject, round_id, day, at, label, was, is_now, size, page, over_on)
   select 'alr_1', 'a "subject"', 'rnd_1', '2026-01-31', now(), 'label', '{"position": 3}', '{"position": null}', 98.5, 'https://a.test/"x"', '2026-02-01'
   where $1 <> ''`,
  `insert into alert_mutes (id, organization_id, project_id, rule_id, tag, reason, starts_at, ends_at, created_by, created_at)
   select 'mute_1', organization_id, id, 'rule_1', 'a, "tag"', 'a "reason"', now(), now() + interval '1 day', 'key_1', now() from projects where id = $1`,
];

/** A person with what proves who they are, a member of the project's organization (`$1`), and what that organization decided. */
export const ROWS_OF_PEOPLE = [
  `insert into users (id, email, name, role, password_hash, created_at)
   select 'usr_1', 'ada@example.com', 'Ada "the first" \\ 😀', 'owner', '$argon2id$v=19$m=19456,t=2,p=1$AAAA$BBBB', now() where $1 <> ''`,
  `insert into memberships (id, user_id, organization_id, role, project_ids, created_at)
   select 'mem_1', 'usr_1', organization_id, 'editor', array[id, 'a,b "c"'], now() from projects where id = $1`,
  `insert into totp_factors (id, user_id, secret_id, created_at, confirmed_at, last_step) select 'totp_1', 'usr_1', 'sec_1', now(), now(), 9007199254740991 where $1 <> ''`,
  `insert into recovery_codes (user_id, code_hash) select 'usr_1', '\\x00ff' where $1 <> ''`,
  `insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports, is_synced, created_at)
   select 'pk_1', 'usr_1', 'A "key"', 'AAAA', '\\x00ff', 0, array['usb', 'a,b'], false, now() where $1 <> ''`,
  `insert into sign_in_providers (id, organization_id, issuer, client_id, domains, rules, button, created_at, changed_at)
   select 'idp_1', organization_id, 'https://login.example.com', 'client', array['a.com', 'b.com'], '[{"claim": "a\\u2028", "value": "b", "role": "viewer"}]', 'Sign in', now(), now()
   from projects where id = $1`,
  `insert into identities (id, user_id, issuer, subject, created_at) select 'idn_1', 'usr_1', 'https://login.example.com', 'sub "1"', now() where $1 <> ''`,
  `insert into domains_proved (organization_id, domain, token, created_at, proved_at) select organization_id, 'a.com', 't', now(), now() from projects where id = $1`,
  `insert into project_limits (project_id, monthly_usd, set_by) values ($1, 0.1, 'usr_1')`,
];

/** Two results of a page of no project, as they wait for ClickHouse. */
const WAITING_PAGE = JSON.stringify({
  run_id: 'run_waiting',
  keyword_id: 'kw_waiting',
  run_date: '2026-01-02',
  tracked_at: '2026-01-02 00:00:00.123',
  serp_features: ['organic'],
  type: ['organic', 'organic'],
  rank_absolute: [1, 2],
  rank_group: [1, 2],
  previous_position: [null, 5],
  url: ['https://one.com/', 'https://two.com/'],
});

/** Rows that nothing has begun to ship: three in ClickHouse. */
export async function addWaitingRows(sql: Sql): Promise<void> {
  const app = JSON.stringify({ app_id: 'waits too', platform: 'store_b', captured_at: '2026-01-03T00:00:00.000Z' });
  await sql.query(`insert into outbox (table_name, rows_count, lines) values ('app_analytics', 1, $1), ('serp_pages', 2, $2)`, [
    app,
    WAITING_PAGE,
  ]);
}
