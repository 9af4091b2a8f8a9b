import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { Engine } from '#providers/search-data/index.ts';
import type { Device } from '../keyword.ts';
import { subscriptionList } from './store/lists.ts';

/** What a project is subscribed to; of a keyword where it has one. */
export interface Subscription {
  readonly id: string;
  readonly customerId: string;
  readonly projectId: string;
  readonly type: string;
  readonly isActive: boolean;
  readonly engine: Engine | null;
  readonly keywordId: string | null;
  readonly keywordText: string | null;
  readonly searchVolume: number | null;
  readonly cpc: number | null;
  readonly competition: number | null;
  readonly keywordDifficulty: number | null;
  readonly locationCode: number | null;
  readonly languageCode: string | null;
  readonly device: Device | null;
  /** The tracked keyword's status; `active` or `inactive` where there is no keyword. */
  readonly status: string;
  readonly nextCheck: Date | null;
  readonly startedAt: Date;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
}

export interface SubscriptionFilter {
  readonly projectId: string;
  /** With those that have ended. */
  readonly isWithEnded: boolean;
  readonly limit: number;
  readonly offset: number;
}

/**
 * The project's subscriptions, newest first.
 * @throws AppError `Project not found`
 */
export async function listSubscriptions(
  ctx: ProjectReader,
  filter: SubscriptionFilter,
): Promise<{ subscriptions: Subscription[]; total: number }> {
  await getProject(ctx, filter.projectId);
  const { rows, total } = await subscriptionList.read(ctx.postgres, filter, filter);
  return { subscriptions: rows, total };
}
