import type { AppContext } from '#context';
import { priceMetrics } from '#areas/rankings/index.ts';
import type { ProjectReader } from '#areas/projects/index.ts';
import type { z } from 'zod';
import { getProjectOverview } from './get-project-overview.ts';
import { toProjectOverviewBody, type ProjectOverviewResponse } from './wire/project.ts';

export type OverviewBody = z.input<typeof ProjectOverviewResponse>;

/**
 * What `GET /api/projects/{id}/overview` answers for days against as many before them: mails show the figures of the screen.
 * @throws AppError `Project not found`
 */
export async function readOverview(
  ctx: ProjectReader & Pick<AppContext, 'postgres' | 'clickhouse' | 'clock' | 'config' | 'searchData'>,
  { projectId, from, to }: { readonly projectId: string; readonly from: string; readonly to: string },
): Promise<OverviewBody> {
  const input = {
    projectId,
    from,
    to,
    compare: 'previous',
    channel: 'seo',
    engine: undefined,
    device: undefined,
    locationCode: undefined,
  } as const;
  return toProjectOverviewBody(input, await getProjectOverview(ctx, input), priceMetrics(ctx.searchData));
}
