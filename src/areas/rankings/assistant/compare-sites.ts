import { z } from 'zod';
import { defineTool, type Answer, type ToolCall } from '#area/assistant-tool.ts';
import { dayField, figure, pick, projectField, toQuery, word } from '#area/tool-fields.ts';
import { pageFields, toOffset } from '#area/tool-paging.ts';

const KINDS = ['missing', 'untapped', 'weak', 'strong', 'shared', 'unique'] as const;
const SITES_MAX = 25;

/** Own sites beside those of competitors, and what they rank for and we do not. */
export const compareSites = defineTool({
  name: 'compare_sites',
  title: 'Own sites beside rivals',
  toolset: 'core',
  description:
    'How own and rival sites of a project stood on the newest day with figures: ranked, top 3, top 10, share of voice. With `gap` also keywords by who ranks, out of stored data: ' +
    '`missing` all rivals and not we, `untapped` some rival. Sites that were never fetched take no part and are named. Free; `gap` needs a key with write.',
  calls: ['GET /api/rankings/summary', 'POST /api/keywords/gap'],
  input: z.object({
    project_id: projectField(),
    to: dayField().optional(),
    device: z.enum(['desktop', 'mobile']).optional(),
    gap: z.enum(KINDS).optional(),
    ...pageFields(20, 200),
  }),
  output: {
    day: word(),
    share_of_voice_weighed_by: word(),
    sites: z.array(
      z.object({
        domain: z.string(),
        whose: z.string(),
        keywords: figure(),
        ranked: figure(),
        top_3: figure(),
        top_10: figure(),
        failed: figure(),
        share_of_voice: figure(),
      }),
    ),
    gap: z.object({ status: z.string(), kind: word(), not_compared: z.array(z.string()) }),
    keywords: z.array(z.record(z.string(), z.unknown())),
    total: z.int(),
  },
  rows: 'keywords',
  run: async ({ ask, hasRight }, { project_id, to, device, gap, limit, cursor }) => {
    const offset = toOffset(cursor);
    const { days, share_of_voice_weighing: weighing } = await ask('GET /api/rankings/summary', {
      query: toQuery({ project_id, end_date: to, device }),
    });
    const day = days.at(-1);
    const found = await findGap({ ask, hasRight }, { project_id, kind: gap, limit, offset });
    return {
      day: day?.date ?? null,
      share_of_voice_weighed_by: weighing?.name ?? null,
      sites: offset > 0 ? [] : (day?.assets ?? []).slice(0, SITES_MAX).map(toSite),
      ...found,
      page: { offset, total: found.total },
    };
  },
});

function toSite(site: Answer): object {
  return { ...pick(site, ['domain', 'keywords', 'ranked', 'top_3', 'top_10', 'failed', 'share_of_voice']), whose: site.relationship };
}

async function findGap(
  { ask, hasRight }: Pick<ToolCall, 'ask' | 'hasRight'>,
  {
    project_id,
    kind,
    limit,
    offset,
  }: { readonly project_id: string; readonly kind: string | undefined; readonly limit: number; readonly offset: number },
) {
  const none = (status: string) => ({
    gap: { status, kind: kind ?? null, not_compared: [] as string[] },
    keywords: [] as object[],
    total: 0,
  });
  if (kind === undefined) return none('not_asked');
  if (!hasRight('edit')) return none('needs a key with write');
  const found = await ask('POST /api/keywords/gap', { body: { project_id, kind, limit, offset } });
  const left = found.domains.filter(({ is_compared }: Answer) => !is_compared).map(({ domain }: Answer) => domain);
  const keywords: object[] = found.keywords.map((row: Answer) =>
    pick(row, ['keyword', 'search_volume', 'keyword_difficulty', 'own_position', 'best_position']),
  );
  return {
    gap: { status: found.is_complete ? 'complete' : 'partial', kind, not_compared: left as string[] },
    keywords,
    total: Number(found.total),
  };
}
