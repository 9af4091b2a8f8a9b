import type { AppContext } from '#context';
import { messageOf } from '#kernel/errors.ts';
import { listSimilarExamples, listNearest, type NearExample } from './analytics.ts';
import { countExamples } from './count-examples.ts';
import { embedItem } from './embed-item.ts';
import { ORIGINS, type Example, type Kind, type Neighbour } from './example.ts';

type IndexReader = Pick<AppContext, 'clickhouse' | 'logger'>;

/** The index takes some ten milliseconds for each item: larger batches are compared with corrections alone. */
const NEAR_ITEMS_MAX = 10;
const NEAREST_MAX = 5;

/**
 * What the index knows of items: the items themselves, and in small batches the nearest examples of each, by one
 * statement. Nothing is asked of an empty index, and nothing fails because it is away.
 * @returns in the order of the items, the nearest first
 */
export async function findNeighbours(ctx: IndexReader, kind: Kind, items: readonly string[]): Promise<readonly (readonly Neighbour[])[]> {
  const counts = (await countExamples(ctx))[kind];
  if (items.length === 0 || ORIGINS.every((origin) => counts[origin] === 0)) return items.map(() => []);
  try {
    const [own, near] = await Promise.all([listSimilarExamples(ctx.clickhouse, kind, items), findNear(ctx, kind, items)]);
    return items.map((item, index) => [...toExact(own, item), ...toNear(near, { item, index })].slice(0, NEAREST_MAX));
  } catch (error) {
    ctx.logger.warn({ error: messageOf(error), kind }, 'classified without the similarity index');
    return items.map(() => []);
  }
}

async function findNear({ clickhouse }: IndexReader, kind: Kind, items: readonly string[]): Promise<NearExample[]> {
  if (items.length > NEAR_ITEMS_MAX) return [];
  return await listNearest(
    clickhouse,
    kind,
    items.map((item) => embedItem(kind, item)),
  );
}

/** What a person said comes before what was learned, and that before what ships. */
function toExact(own: readonly Omit<Example, 'kind'>[], item: string): Neighbour[] {
  return own
    .filter((example) => example.item === item)
    .toSorted((one, other) => ORIGINS.indexOf(one.origin) - ORIGINS.indexOf(other.origin))
    .map((example) => ({ ...example, isExact: true, similarity: 1 }));
}

function toNear(near: readonly NearExample[], asked: { readonly item: string; readonly index: number }): Neighbour[] {
  return near
    .filter(({ index, item }) => index === asked.index && item !== asked.item)
    .map(({ index: _index, ...example }) => ({ ...example, isExact: false }));
}
