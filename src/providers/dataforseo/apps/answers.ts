import type { AppDataAnswer, AppDataRequest, QueuedAppData } from '#providers/search-data/app-data.ts';
import { toInfo, toListing, toReview, toStars } from './mapper.ts';
import { AppResultWire } from './wire.ts';
import { NO_SEARCH_RESULTS, unreadable, UNREADABLE_SHARE_MAX } from '../errors.ts';
import { toCount } from '../fields.ts';
import { findStoreLocation } from './store-locations.ts';
import { readAnsweredTask } from '../queue/task-answers.ts';
import { countSurprise } from '../surprises.ts';

const ANSWERS: ReadonlySet<number> = new Set([NO_SEARCH_RESULTS]);

/**
 * Reads what a store showed, out of the queue. Whatever lacks what every answer has is damaged, never empty.
 * @param now the moment of reading, when the answer has none
 * @throws OutsideError (`TaskQueue.readSerpAnswer`)
 */
export async function readQueuedAppData(body: Buffer, request: AppDataRequest, now: Date): Promise<QueuedAppData> {
  const { code, result, taskId, tag, readAt } = await readAnsweredTask(body, ANSWERS, now);
  const answer = code === NO_SEARCH_RESULTS ? toNothing(request) : toAnswer(readResult(result, request), request);
  return { taskId, tag, answer: { ...answer, readAt } };
}

type Told<Answer> = Answer extends unknown ? Omit<Answer, 'readAt'> : never;
type Content = Told<AppDataAnswer>;

/** The store said that it has nothing of that kind. */
function toNothing({ kind }: AppDataRequest): Content {
  if (kind === 'app_info') return { kind, app: null };
  if (kind === 'app_reviews') return { kind, reviews: [], rating: null, ratingCount: null };
  return { kind, apps: [] };
}

function readResult(result: unknown, request: AppDataRequest): AppResultWire {
  const { data } = AppResultWire.safeParse(result);
  if (data === undefined) throw unreadable('it holds no result');
  if (data.location_code !== null && data.location_code !== undefined && data.location_code !== findStoreLocation(request.storefront))
    throw unreadable('it is of another country');
  if ('appId' in request && data.app_id !== null && data.app_id !== undefined && data.app_id !== request.appId)
    throw unreadable('it is of another app');
  return data;
}

function toAnswer(result: AppResultWire, request: AppDataRequest): Content {
  const items = result.items ?? [];
  switch (request.kind) {
    case 'app_info': {
      const app = toInfo(items[0]);
      if (app?.appId !== request.appId) throw unreadable('it holds no such app');
      return { kind: request.kind, app };
    }
    case 'app_reviews': {
      if (items.length === 0 && result.items_count !== 0) throw unreadable('it holds no reviews, and no word that there are none');
      const reviews = readAppRows(items, toReview);
      return { kind: request.kind, reviews, rating: toStars(result.rating?.value), ratingCount: toCount(result.rating?.votes_count) };
    }
    case 'app_list':
    case 'app_searches': {
      if (items.length === 0) throw unreadable('it holds no apps, and no word that there are none');
      return { kind: request.kind, apps: readAppRows(items, toListing) };
    }
  }
}

/** Single rows that cannot be read are counted and left out. */
export function readAppRows<Item, Row>(items: readonly Item[], read: (item: Item) => Row | undefined): Row[] {
  const rows = items.flatMap((item) => read(item) ?? []);
  const lost = items.length - rows.length;
  for (let count = 0; count < lost; count += 1) countSurprise('app_unreadable');
  if (lost > 0 && (lost === items.length || lost > items.length * UNREADABLE_SHARE_MAX))
    throw unreadable('most of its rows are of an unknown shape');
  return rows;
}
