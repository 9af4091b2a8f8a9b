import type { ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { notFound } from '#kernel/errors.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { listTermChecks, type TermCheck } from './analytics.ts';
import { getAppInProject, type AppInProject } from '../app-ref/app-in-project.ts';
import { termList } from './store/terms.ts';

export interface TermHistoryInput extends AppInProject {
  /** Left out: all terms of the app that the project tracks or tracked. */
  readonly keyword: string | undefined;
  readonly languageCode: string | undefined;
  /** `YYYY-MM-DD`; 90 days before the end unless given. */
  readonly startDate: string | undefined;
  /** `YYYY-MM-DD`; today unless given. */
  readonly endDate: string | undefined;
}

export interface TermHistory {
  readonly storefront: string;
  readonly startDate: string;
  readonly endDate: string;
  /** Oldest first. */
  readonly checks: readonly TermCheck[];
}

const DAYS_DEFAULT = 90;
const TERMS_MAX = 1_000;

/**
 * Every check of an app's terms in a span of days, failed ones too. Terms that others searched before belong to it.
 * @throws AppError `Project not found`, `App not found`; `Keyword not found` when the project never tracked the term
 */
export async function listTermHistory(
  ctx: ProjectReader & Pick<AppContext, 'clickhouse' | 'clock'>,
  input: TermHistoryInput,
): Promise<TermHistory> {
  const { storefront } = await getAppInProject(ctx, input);
  const { projectId, platform, appId, languageCode, keyword } = input;
  const keywords = keyword === undefined ? undefined : [normalizeKeyword(keyword)];
  const filter = { projectId, platform, storefront, appId, languageCode, keywords, isWhole: true };
  const terms = await termList.page(ctx.postgres, filter, { limit: TERMS_MAX, offset: 0 });
  if (keyword !== undefined && terms.length === 0) throw notFound('Keyword');
  const endDate = input.endDate ?? toDay(ctx.clock.now());
  const startDate = input.startDate ?? toDay(new Date(Date.parse(endDate) - DAYS_DEFAULT * DAY_MS));
  const owners = Map.groupBy(terms, ({ ownerId }) => ownerId);
  const checks = await Promise.all(
    [...owners].map(([ownerId, some]) =>
      listTermChecks(ctx.clickhouse, { ownerId, platform, storefront, appId, terms: some, startDate, endDate }),
    ),
  );
  return { storefront, startDate, endDate, checks: checks.flat() };
}
