import { z } from 'zod';
import { toOverviewStanding } from '../ai-overview.ts';
import { OVERVIEW_STANDINGS } from '../vocabulary.ts';
import type { Ranking } from '../ranking.ts';

/** Whether a site is cited in the AI overview of the page that gave its position. */
export const OVERVIEW_FIELDS = {
  ai_overview: z
    .enum(OVERVIEW_STANDINGS)
    .nullable()
    .meta({
      description:
        'Whether the AI overview of the page cites the site: `cited`, `not_cited`; `not_shown`: the page had none; `not_loaded`: it had one ' +
        'that arrived after the page and was not waited for, so that it is not known. Null: no page was read, or it has no place for one.',
    }),
  ai_overview_place: z
    .int()
    .nullable()
    .meta({ description: "The place of the site's first page among the references of the AI overview; null unless it is cited." }),
};

export function toOverviewFields({ channel, checkTs, status, failedAt, citedPlace, serpFeatures }: Ranking): {
  ai_overview: z.output<typeof OVERVIEW_FIELDS.ai_overview>;
  ai_overview_place: number | null;
} {
  const isOfFailure = status === 'failed' && failedAt?.getTime() === checkTs?.getTime();
  if (channel !== 'seo' || checkTs === null || isOfFailure || citedPlace === undefined)
    return { ai_overview: null, ai_overview_place: null };
  return { ai_overview: toOverviewStanding({ features: serpFeatures, citedPlace }), ai_overview_place: citedPlace || null };
}
