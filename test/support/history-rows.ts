import { newId } from '#kernel/ids.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';

/** A row of the analytics table `ranking_history`; what is left out is usual. */
export interface HistoryRow {
  readonly project_id: string;
  readonly keyword_id: string;
  readonly domain: string;
  readonly check_date: string;
  /** Hour of the check. */
  readonly hour?: number;
  readonly status?: 'ranked' | 'not_found' | 'failed';
  /** Among everything on the page. */
  readonly position?: number | null;
  readonly previous_position?: number | null;
  /** Among the results of the channel; the same unless given. */
  readonly rank_group?: number | null;
  readonly previous_rank_group?: number | null;
  readonly relationship?: 'MINE' | 'COMPETITOR';
  readonly device?: string;
  readonly location_code?: number;
  readonly channel?: 'seo' | 'local';
  readonly engine?: 'engine_a' | 'engine_b';
  readonly stands_days?: number;
  readonly run_id?: string;
  readonly checked_depth?: number;
  readonly provider?: string;
  readonly cost_usd?: number;
  readonly url?: string;
  readonly serp_features?: readonly string[];
}

/** Writes history past the outbox, as checks of these days would have left it. */
export async function recordHistory(clickhouse: ClickHouse, rows: readonly HistoryRow[]): Promise<void> {
  const lines = rows.map(({ hour = 10, ...row }) =>
    JSON.stringify({
      keyword: row.keyword_id,
      engine: 'engine_a',
      channel: 'seo',
      device: 'desktop',
      location_code: 2840,
      language_code: 'en',
      relationship: 'MINE',
      status: row.position === null || row.position === undefined ? 'not_found' : 'ranked',
      checked_depth: 100,
      run_id: newId('run_'),
      check_ts: `${row.check_date} ${String(hour).padStart(2, '0')}:00:00.000`,
      rank_group: row.position,
      previous_rank_group: row.previous_position,
      ...row,
    }),
  );
  if (lines.length > 0) await clickhouse.insertLines('ranking_history', lines.join('\n'), newId('run_'));
}

/** Writes a search volume that became known on a day. */
export async function recordVolume(clickhouse: ClickHouse, keywordId: string, volume: number, day: string): Promise<void> {
  const row = { keyword_id: keywordId, search_volume: volume, captured_at: `${day} 12:00:00.000` };
  await clickhouse.insertLines('keyword_snapshots', JSON.stringify(row), newId('run_'));
}
