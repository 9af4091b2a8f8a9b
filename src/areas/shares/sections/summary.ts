import { getRankingsSummary, type Summary } from '#areas/rankings/index.ts';
import type { Span } from '../opened/shown-span.ts';
import type { SectionContext, SectionQuestion } from './section.ts';

/** What the days of a span came to, over the keywords that fit the filter. */
export async function readShareSummary(
  ctx: SectionContext,
  { projectId, filter }: Pick<SectionQuestion, 'projectId' | 'filter'>,
  { from, to }: Span,
): Promise<Summary> {
  const { device, locationCode, engine, channel = 'seo' } = filter;
  return await getRankingsSummary(ctx, { projectId, device, locationCode, engine, channel, startDate: from, endDate: to });
}
