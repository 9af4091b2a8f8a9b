import type { Config } from '#config';
import type { Caller } from '#http/caller.ts';
import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { OnboardStatus } from './domains.ts';

export const DATA_TIERS = ['customer', 'competitor', 'prospect', 'classified'] as const;
/** Whether a project has the site as its own, only as a competitor, or none has it; `classified`: nothing but what it is was asked of it. */
export type DataTier = (typeof DATA_TIERS)[number];

/** Everything that the record of a domain says. */
export interface DomainDetails {
  readonly id: number;
  readonly domain: string;
  readonly dataTier: DataTier;
  readonly onboardStatus: OnboardStatus;
  readonly onboardWorkflowId: string | null;
  readonly onboardError: string | null;
  readonly onboardStartedAt: Date | null;
  readonly onboardCompletedAt: Date | null;
  readonly createdAt: Date;
  readonly classification: DomainClassification;
}

export interface DomainClassification {
  readonly tier1Type: string | null;
  readonly domainType: string | null;
  readonly propertyType: string | null;
  readonly channel: string | null;
  readonly subchannel: string | null;
  readonly channelBucket: string | null;
  readonly mediaType: string | null;
  readonly domainTechType: string | null;
  readonly qualityTier: string | null;
  readonly source: string | null;
  /** 0 to 100. */
  readonly confidencePct: number | null;
  readonly context: unknown;
  readonly lastClassifiedAt: Date | null;
}

type DetailsRow = Omit<DomainDetails, 'classification'> & DomainClassification;

const COLUMNS = `d.id, d.domain, d.data_tier, d.onboard_status, d.onboard_workflow_id, d.onboard_error, d.onboard_started_at,
  d.onboard_completed_at, d.created_at, d.tier1_type, d.domain_type, d.property_type, d.channel, d.subchannel,
  d.channel_bucket, d.media_type, d.domain_tech_type, d.quality_tier, d.classification_source as source,
  d.classification_confidence as confidence_pct, d.classification_context as context,
  d.last_classified_at`;

/**
 * Whether a caller sees the domain `d`, by three parameters (`seenBy`): a bound caller sees the websites
 * of its projects and, where organizations do not share what they paid for, only those that its organization had
 * fetched. The assets are of a later area, so they are read here by their id alone.
 */
export function isSeen(first: number): string {
  const [organization, projects, shared] = [first, first + 1, first + 2];
  return `(($${organization}::text is null and $${projects}::text[] is null) or exists (
    select from assets a join projects p on p.id = a.project_id
    where a.domain_id = d.id and a.type = 'website'
      and ($${organization}::text is null or p.organization_id = $${organization})
      and ($${projects}::text[] is null or p.id = any ($${projects}))
      and ($${shared} or exists (
        select from domain_readers r where r.domain_id = d.id and r.organization_id = p.organization_id))))`;
}

export interface Seer {
  readonly caller: Caller;
  readonly config: Pick<Config, 'shareCache'>;
}

export function seenBy({ caller, config }: Seer): [organizationId: string | null, projectIds: readonly string[] | null, isShared: boolean] {
  return [caller.organizationId ?? null, caller.projectIds ?? null, config.shareCache === 'service'];
}

/** The record of a normalized host. */
export async function findVisibleDomain(sql: Sql, domain: string, seer: Seer): Promise<DomainDetails | undefined> {
  const { rows } = await sql.query<DetailsRow>(`select ${COLUMNS} from domains d where d.domain = $1 and ${isSeen(2)}`, [
    domain,
    ...seenBy(seer),
  ]);
  return rows[0] && toDetails(rows[0]);
}

/** Hosts that begin with a text, by name. */
export async function listVisibleHosts(sql: Sql, begin: string, seer: Seer & { readonly limit: number }): Promise<string[]> {
  const { rows } = await sql.query<{ domain: string }>(
    `select d.domain from domains d where starts_with(d.domain, $1) and ${isSeen(2)} order by d.domain limit $5`,
    [begin, ...seenBy(seer), seer.limit],
  );
  return rows.map(({ domain }) => domain);
}

export interface DomainFilter {
  readonly onboardStatus?: OnboardStatus | undefined;
  readonly dataTier?: DataTier | undefined;
  /** Part of the name. */
  readonly search?: string | undefined;
  /** Who asks: a bound caller has the websites of its projects only. Undefined: the service. */
  readonly seer?: Seer | undefined;
}

/** By name. */
export const domainList = defineList<DetailsRow, DomainFilter, DomainDetails>({
  columns: COLUMNS,
  from: `from domains d
  where ($1::text is null or d.onboard_status = $1) and ($2::text is null or d.data_tier = $2)
    and ($3::text is null or strpos(d.domain, $3) > 0) and ${isSeen(4)}`,
  order: 'd.domain, d.id',
  values: ({ onboardStatus, dataTier, search, seer }) => [
    onboardStatus,
    dataTier,
    search,
    ...(seer === undefined ? [null, null, true] : seenBy(seer)),
  ],
  toItem: toDetails,
});

function toDetails(row: DetailsRow): DomainDetails {
  const { id, domain, dataTier, onboardStatus, onboardWorkflowId, onboardError, ...rest } = row;
  const { onboardStartedAt, onboardCompletedAt, createdAt, ...classification } = rest;
  const onboarding = { onboardStatus, onboardWorkflowId, onboardError, onboardStartedAt, onboardCompletedAt };
  return { id, domain, dataTier, ...onboarding, createdAt, classification };
}
