import { DEVICES, toKeywordId, toOwnerId } from '#areas/keywords/index.ts';
import { listTopUrls } from '#areas/rankings/index.ts';
import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { addDays } from '#kernel/days.ts';
import type { GroupingOrder } from './store/runs.ts';
import type { KeptKeyword } from './store/run-keywords.ts';

export interface KeywordWithPage extends KeptKeyword {
  readonly resultUrls?: readonly string[] | undefined;
}

/** Organic results of each keyword that are compared. */
const RANK_MAX = 10;
/** Older pages say little of today's. */
const AGE_DAYS_MAX = 90;

/**
 * The keywords with the first results of their newest page that the service has read, the desktop's where both
 * devices' are known. With SHARE_CACHE=organization only pages that the run's organization asked for.
 */
export async function addKnownPages(
  ctx: Pick<AppContext, 'clickhouse' | 'clock' | 'config'>,
  { organizationId }: Pick<GroupingOrder, 'organizationId'>,
  keywords: readonly KeptKeyword[],
): Promise<KeywordWithPage[]> {
  const ownerId = toOwnerId(ctx.config, organizationId ?? undefined);
  const ids = keywords.map(({ keyword, locationCode, languageCode }) =>
    DEVICES.map((device) => toKeywordId({ keywordText: keyword, locationCode, languageCode, device }, ownerId)),
  );
  const from = addDays(toDay(ctx.clock.now()), -AGE_DAYS_MAX);
  const urls = await listTopUrls(ctx.clickhouse, { keywordIds: ids.flat(), from, rankMax: RANK_MAX });
  return keywords.map((keyword, at) => {
    const resultUrls = ids[at]?.map((id) => urls.get(id)).find((found) => found !== undefined);
    return { ...keyword, resultUrls };
  });
}
