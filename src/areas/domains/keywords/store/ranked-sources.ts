import type { Sql } from '#stores/postgres/types.ts';
import type { FetchStatus } from '../../onboarding/store/fetches.ts';
import { isSeen, seenBy, type Seer } from '../../records/store/details.ts';
import type { Market } from '../market.ts';

/** The record of a site and how far the fetch of its keywords in a market has come. */
export interface SourceRecord {
  readonly domainId: number;
  readonly domain: string;
  /** Null: never asked for in this market. */
  readonly status: FetchStatus | null;
  readonly workflowId: string | null;
  readonly rowsFetched: number | null;
  readonly rowsTotal: number | null;
  readonly isWhole: boolean | null;
  readonly error: string | null;
  readonly completedAt: Date | null;
}

export interface SourceQuestion {
  /** Normalized. */
  readonly hosts: readonly string[];
  readonly market: Market;
  /** Sites that this organization had fetched itself are seen as well; null: none. */
  readonly organizationId: string | null;
}

/** Sources of the hosts that have a record which the caller sees. */
export async function listSourceRecords(sql: Sql, { hosts, market, organizationId }: SourceQuestion, seer: Seer): Promise<SourceRecord[]> {
  const { rows } = await sql.query<SourceRecord>(
    `select d.id as domain_id, d.domain, f.status, f.workflow_id, f.rows_fetched, f.rows_total, f.is_whole, f.error, f.completed_at
     from domains d
     left join domain_fetches f on f.domain_id = d.id and f.part = 'keywords' and f.location_code = $2 and f.language_code = $3
     where d.domain = any ($1) and (${isSeen(5)} or exists (
       select from domain_readers r where r.domain_id = d.id and r.organization_id = $4))
     order by d.id`,
    [hosts, market.locationCode, market.languageCode, organizationId, ...seenBy(seer)],
  );
  return rows;
}
