import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { toUrlItem } from '../pipelines/items.ts';
import { loadGetPageText } from '../queue/load-verbs.ts';
import { PageTextQuery, PageTextResponse, toPageTextBody } from '../wire/page-text.ts';

const getText = defineEndpoint({
  area: 'classification',
  spec: '4.7',
  access: 'admin',
  method: 'GET',
  path: '/api/admin/classifier/page-text',
  summary: 'What is kept of a page: its title and the first part of its text as it was read',
  description: 'Nothing is asked outside. Where nothing is kept, `reason` says why; `debug-content` reads the page now.',
  query: PageTextQuery,
  responses: { 200: PageTextResponse },
  handle: async (ctx, { query }) => {
    requireUnbound(ctx.caller);
    const url = toUrlItem(query.url)?.url ?? query.url;
    const getPageText = await loadGetPageText();
    return { status: 200, body: toPageTextBody(url, await getPageText(ctx, url)) };
  },
});

export const pageTextEndpoints: AppEndpoint[] = [getText];
