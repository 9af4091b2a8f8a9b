import { z } from 'zod';
import { defineTool, ToolRefusal, type Answer, type ToolCall } from '#area/assistant-tool.ts';
import { figure, pick, toQuery, word } from '#area/tool-fields.ts';
import { pageFields, toOffset } from '#area/tool-paging.ts';

const KEYWORD = ['keyword', 'rank', 'change', 'search_volume', 'keyword_difficulty', 'checked_at'];

/** What assistants learn of a domain (`docs/assistants.md`). */
export const assistantTools = [
  defineTool({
    name: 'domain_profile',
    title: 'What is known of a domain',
    toolset: 'core',
    description:
      'The record of a domain, its links with how they changed in a week, and the keywords that it ranks for, by volume. ' +
      'What was never fetched is named in `missing` and is not zero. Stored data alone: free.',
    calls: ['GET /api/domains/{domain}/summary', 'GET /api/domains/{domain}/backlinks', 'GET /api/domains/{domain}/keywords'],
    input: z.object({ domain: z.string().min(3).max(253), ...pageFields(20, 200) }),
    output: {
      domain: z.string(),
      status: word(),
      missing: z.array(z.string()),
      backlinks: figure(),
      referring_domains: figure(),
      rank: figure(),
      ranked_keywords: figure(),
      last_updated: word(),
      links_week: word(),
      links_change: z.record(z.string(), z.unknown()).nullable(),
      keywords: z.array(z.record(z.string(), z.unknown())),
      total: z.int(),
    },
    rows: 'keywords',
    run: async ({ ask }, { domain, limit, cursor }) => {
      const offset = toOffset(cursor);
      const params = { domain };
      const record = await ask('GET /api/domains/{domain}/summary', { params });
      const links = await findLinks(ask, domain);
      const ranked = await ask('GET /api/domains/{domain}/keywords', { params, query: toQuery({ limit, offset }) });
      return {
        domain: record.domain,
        status: record.onboard_status,
        missing: record.missing,
        backlinks: record.backlinks_count ?? null,
        referring_domains: record.referring_domains_count ?? null,
        rank: record.rank ?? null,
        ranked_keywords: record.ranked_keywords_count ?? null,
        last_updated: record.last_updated,
        links_week: links?.summary?.year_week ?? null,
        links_change: links?.summary?.changes ?? null,
        keywords: ranked.keywords.map((row: Answer) => pick(row, KEYWORD)),
        total: ranked.total,
        page: { offset, total: ranked.total },
      };
    },
  }),
];

/** Nothing for a domain of which no links were read. */
async function findLinks(ask: ToolCall['ask'], domain: string): Promise<Answer> {
  try {
    return await ask('GET /api/domains/{domain}/backlinks', { params: { domain } });
  } catch (error) {
    if (error instanceof ToolRefusal && error.status === 404) return undefined;
    throw error;
  }
}
