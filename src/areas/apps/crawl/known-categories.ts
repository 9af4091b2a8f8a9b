import type { AppContext } from '#context';
import { invalid } from '#kernel/errors.ts';
import type { CrawlConfig } from '../crawl-config.ts';
import { findStoreCategory } from '../store-categories.ts';
import { toCrawl } from './crawl.ts';
import { listEditorialIds } from './store/known.ts';

/**
 * Editorial numbers are not guessed: a crawl reads those that a page led to, in its own country. Only the catalogue knows
 * whether one is a hub, a room or a story.
 * @param config checked by `findCrawlProblems`
 * @param field where the request names the categories
 * @throws AppError 400 that names every number which no page led to
 */
export async function requireKnownCategories(
  { postgres }: Pick<AppContext, 'postgres'>,
  config: CrawlConfig,
  field = 'category_ids',
): Promise<void> {
  const { platform, storefront } = toCrawl('check', config);
  const ids = (config.category_ids ?? []).map((id, at) => ({ id, at })).filter(({ id }) => findStoreCategory(platform, id) === undefined);
  if (ids.length === 0) return;
  const known = new Set(
    await listEditorialIds(
      postgres,
      { platform, storefront },
      ids.map(({ id }) => id),
    ),
  );
  const unknown = ids.filter(({ id }) => !known.has(id));
  if (unknown.length > 0)
    throw invalid(
      unknown.map(({ at }) => ({
        path: `${field}[${at}]`,
        message: `is on no page of ${storefront} that was read: read the page that leads to it`,
      })),
    );
}
