import type { AppContext } from '#context';
import { ANONYMOUS } from '#http/auth.ts';
import type { Market } from './market.ts';
import type { DomainReader } from '../records/get-visible-domain.ts';
import { listSourceRecords, type SourceQuestion, type SourceRecord } from './store/ranked-sources.ts';

/** `partial`: there are more keywords than were fetched; `failed`: nothing came. */
export const SOURCE_STATUSES = ['never_fetched', 'fetching', 'failed', 'partial', 'complete'] as const;
export type SourceStatus = (typeof SOURCE_STATUSES)[number];

/** What is known of the keywords that a site ranks for in a market. */
export interface RankedSource {
  readonly domain: string;
  /** Null: there is no record that the caller sees. */
  readonly domainId: number | null;
  readonly status: SourceStatus;
  /** Whether its stored keywords can be compared with others'. */
  readonly isKnown: boolean;
  readonly fetchedAt: Date | null;
  readonly rowsFetched: number | null;
  /** According to the provider; null: it did not say. */
  readonly rowsTotal: number | null;
  readonly error: string | null;
}

/**
 * The source of each host's keywords, in the order of the hosts. A site that the caller may not see answers like one
 * that was never fetched.
 */
export async function listRankedSources(ctx: DomainReader, question: SourceQuestion): Promise<RankedSource[]> {
  const records = new Map((await listSourceRecords(ctx.postgres, question, ctx)).map((record) => [record.domain, record]));
  return question.hosts.map((host) => toSource(host, records.get(host)));
}

/** The same for every caller: what the service itself may use. */
export async function listAllRankedSources(
  ctx: Pick<AppContext, 'postgres' | 'config'>,
  question: SourceQuestion,
): Promise<RankedSource[]> {
  return await listRankedSources({ ...ctx, caller: ANONYMOUS }, question);
}

export interface RankedListQuestion {
  /** Normalized. */
  readonly host: string;
  readonly market: Market;
  readonly organizationId: string | null;
  /** Whether only what the organization had fetched itself counts. */
  readonly isOwnAlone: boolean;
}

/** The ranked keywords of a site as far as an organization may use them without paying. */
export async function findRankedSource(
  ctx: Pick<AppContext, 'postgres' | 'config'>,
  { host, market, organizationId, isOwnAlone }: RankedListQuestion,
): Promise<RankedSource> {
  const caller = isOwnAlone ? { ...ANONYMOUS, projectIds: [] } : ANONYMOUS;
  const [record] = await listSourceRecords(ctx.postgres, { hosts: [host], market, organizationId }, { ...ctx, caller });
  return toSource(host, record);
}

/** Whether an onboarding is fetching the list now. What a workflow that has ended, or is paused, left behind is none. */
export async function isRankedFetchUnderWay(
  ctx: Pick<AppContext, 'postgres' | 'config' | 'workflows'>,
  { host, market }: Pick<RankedListQuestion, 'host' | 'market'>,
): Promise<boolean> {
  const [record] = await listSourceRecords(ctx.postgres, { hosts: [host], market, organizationId: null }, { ...ctx, caller: ANONYMOUS });
  if (record?.status !== 'running' || record.workflowId === null) return false;
  const status = (await ctx.workflows.findStatuses(ctx.postgres, [record.workflowId])).get(record.workflowId);
  return status === 'queued' || status === 'running';
}

function toSource(domain: string, record: SourceRecord | undefined): RankedSource {
  const { domainId = null, completedAt: fetchedAt = null, rowsFetched = null, rowsTotal = null, error = null } = record ?? {};
  const status = toStatus(record);
  const isKnown = status === 'complete' || status === 'partial';
  return { domain, domainId, status, isKnown, fetchedAt, rowsFetched, rowsTotal, error };
}

function toStatus(record: SourceRecord | undefined): SourceStatus {
  switch (record?.status) {
    case 'running':
      return 'fetching';
    case 'complete':
      return record.isWhole === true ? 'complete' : 'partial';
    case 'failed':
      return (record.rowsFetched ?? 0) > 0 ? 'partial' : 'failed';
    default:
      return 'never_fetched';
  }
}
