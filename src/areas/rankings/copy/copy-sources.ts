import { type CheckInterval, whereChecked } from '#areas/keywords/index.ts';
import { toUtcText } from '#kernel/clock.ts';
import { byUtcDay, type CopySource, type RelationalUnits } from '#stores/copy-types.ts';
import { toValidityDays } from '../daily-totals/validity-days.ts';
import type { RematchOutput } from '../rematch/start-rematch.ts';
import { PAGE_COLUMNS, PAGE_JOINS, toCheckRows, toResultRows } from './run-pages.ts';

/** The runs of a day lie between its moments: the table has an index and partitions by them. */
const RUNS = {
  from: 'serp_runs run',
  where: `run.status = 'completed' and run.applied_at is not null`,
  ...byUtcDay('run.created_at'),
  day: 'run.check_date',
  key: 'run.id',
  lookup: 'run.keyword_id',
} satisfies Partial<RelationalUnits>;

/** Failed checks of the past do not come back. */
const GOOD = `status != 'failed'`;

/**
 * The rows of checks and positions that ClickHouse should have, and how missing ones are made again. Results that were
 * shipped are in ClickHouse alone: what it lacks of them is counted, and comes back from its backup. Those that are still in
 * PostgreSQL come back without the positions before theirs: only the history has those.
 */
export const copySources: readonly CopySource[] = [
  {
    name: 'serp_runs',
    table: 'serp_runs',
    units: { ...RUNS, rows: 'coalesce(run.results_count, json_array_length(run.results), 0)' },
    stored: { key: ['run_id'], lookup: 'keyword_id', day: 'run_date' },
    fill: {
      kind: 'rows',
      columns: PAGE_COLUMNS,
      joins: PAGE_JOINS,
      toRows: toResultRows,
      id: ['type', 'rank_absolute', 'rank_group', 'url'],
    },
  },
  {
    name: 'serp_checks',
    table: 'serp_checks',
    units: { ...RUNS, rows: '1', content: `concat_ws(' ', run.depth, run.checked_depth, run.items_count)` },
    stored: {
      key: ['run_id'],
      lookup: 'keyword_id',
      day: 'check_date',
      content: `arrayStringConcat([toString(any(depth)), toString(any(checked_depth)), toString(any(items_count))], ' ')`,
    },
    fill: { kind: 'rows', columns: PAGE_COLUMNS, joins: PAGE_JOINS, toRows: toCheckRows },
  },
  {
    // The newest outcomes. Of several rows for one of them the newest counts.
    name: 'ranking_history',
    table: 'ranking_history',
    units: {
      from: 'current_rankings r',
      where: 'r.run_id is not null',
      day: 'r.check_date',
      ofDay: 'r.check_date = $1::date',
      key: `concat_ws('|', r.project_id, r.keyword_id, r.engine, r.channel, r.run_id, r.domain)`,
      lookup: 'r.keyword_id',
      rows: '1',
      content: `coalesce(r.position::text, '')`,
    },
    stored: {
      key: ['project_id', 'keyword_id', 'engine', 'channel', 'run_id', 'domain'],
      lookup: 'keyword_id',
      day: 'check_date',
      where: GOOD,
      rows: 'toUInt64(1)',
      content: `ifNull(toString(argMax(tuple(position), recomputed_at).1), '')`,
    },
    fill: {
      kind: 'rows',
      columns: `r.is_recomputed, r.updated_at, r.check_ts,
        coalesce(tracked.check_interval, 'daily') as check_interval,
        json_build_object(
          'project_id', r.project_id, 'keyword_id', r.keyword_id, 'keyword', r.keyword_text, 'engine', r.engine, 'channel', r.channel,
          'device', r.device, 'location_code', r.location_code, 'language_code', r.language_code, 'domain', r.domain,
          'asset_id', coalesce(r.asset_id, ''), 'relationship', r.relationship,
          'status', case when r.position is null then 'not_found' else 'ranked' end, 'position', r.position, 'rank_group', r.rank_group,
          'previous_position', r.previous_position, 'previous_rank_group', r.previous_rank_group, 'url', coalesce(r.url, ''), 'title', coalesce(r.title, ''),
          'is_featured_snippet', r.is_featured_snippet::integer, 'cited_place', r.cited_place, 'checked_depth', coalesce(r.checked_depth, 0), 'run_id', r.run_id,
          'check_date', r.check_date, 'provider', coalesce(r.provider, ''), 'cost_usd', coalesce(r.cost_usd, 0), 'error', '',
          'serp_features', r.serp_features) as columns`,
      joins: `left join lateral (
        select check_interval from tracked_keywords t
        where t.project_id = r.project_id and t.keyword_id = r.keyword_id and t.engine = r.engine
        order by (t.channel = r.channel) desc, t.channel limit 1
      ) tracked on true`,
      toRows: toPositionRows,
    },
  },
  {
    // Outcomes that are no longer the newest follow from the stored results; they are computed project by project.
    // A unit is a run and a project that tracked its keyword then and had something to look for.
    name: 'ranking_history_past',
    table: 'ranking_history',
    units: {
      ...RUNS,
      from: `serp_runs run join tracked_keywords t on t.keyword_id = run.keyword_id and t.engine = run.engine
        and t.channel = case run.kind when 'organic' then 'seo' else 'local' end`,
      where: `${RUNS.where} and ${whereChecked('t')} and t.tracking_since <= run.created_at
        and (t.target_domain is not null
             or exists (select from assets a where a.project_id = t.project_id
                        and (a.type = 'website' or (a.type = 'local' and t.channel = 'local'))))`,
      key: `t.project_id || '|' || run.id`,
      rows: '1',
    },
    stored: { key: ['project_id', 'run_id'], lookup: 'keyword_id', day: 'check_date', where: GOOD, mayHaveMore: true },
    fill: {
      kind: 'workflow',
      workflow: 'rankings-rematch',
      subjectOf: (key) => key.split('|')[0] ?? '',
      inputOf: (projectId) => ({ project_id: projectId }),
      rowsOf: (output) => (output as RematchOutput).recomputed,
    },
  },
];

interface Position {
  readonly isRecomputed: boolean;
  readonly updatedAt: Date;
  readonly checkTs: Date;
  readonly checkInterval: CheckInterval;
  /** The columns that both tables have under one name. */
  readonly columns: Readonly<Record<string, unknown>>;
}

function toPositionRows({ columns, checkTs, checkInterval, isRecomputed, updatedAt }: Position): object[] {
  const recomputed = isRecomputed ? { recomputed: 1, recomputed_at: toUtcText(updatedAt) } : {};
  return [{ ...columns, check_ts: toUtcText(checkTs), stands_days: toValidityDays(checkInterval), ...recomputed }];
}
