import { z } from 'zod';
import { toOwnerId } from '#areas/keywords/index.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { toGroups } from '#kernel/lists.ts';
import type { RefusedItem } from '#providers/entity-store/index.ts';
import { entityMirrorQueue } from '../queues.ts';
import { getRunOwner, listCategoriesWithParents, listKeywordCategories, listKeywords, listProjectKeywords } from './store.ts';

declare module '#context' {
  interface WorkflowTypes {
    'entity-mirror': WorkflowType<z.input<typeof EntityMirrorInput>, EntityMirrorOutput>;
  }
}

const TEXT_LENGTH_MAX = 1_000;

const EntityMirrorInput = z.object({
  run_id: z.string(),
  /** Normalized. */
  keywords: z.array(z.string().max(TEXT_LENGTH_MAX)).min(1),
});
type EntityMirrorInput = z.infer<typeof EntityMirrorInput>;

/** What the store did not take; the rest of its batch it took. */
interface Refused {
  readonly entity: 'category' | 'keyword' | 'project_keyword' | 'keyword_category';
  /** The keyword, the id of the category, or both. */
  readonly key: string;
  readonly error: string;
}

/** Items that were sent, and those of them that were refused. */
export interface EntityMirrorOutput {
  readonly categories: number;
  readonly keywords: number;
  readonly relations: number;
  readonly refused: readonly Refused[];
}

/**
 * Copies a batch of a run's keywords to the outside entity store: the categories that they are in, the keywords,
 * then what belongs to both. A step that failed is sent again whole, which changes nothing that is there. What
 * the store refuses by itself is listed and not tried again.
 */
export const entityMirror = defineWorkflow({
  name: 'entity-mirror',
  summary: 'copies keywords of a research run to the outside entity store',
  input: EntityMirrorInput,
  queue: entityMirrorQueue,
  steps: ['pushCategories', 'pushKeywords', 'pushRelations'],
  run: async (ctx, input: EntityMirrorInput): Promise<EntityMirrorOutput> => {
    const categories = await ctx.step('pushCategories', ({ signal }) => pushCategories(ctx, input, signal));
    const keywords = await ctx.step('pushKeywords', ({ signal }) => pushKeywords(ctx, input, signal));
    const relations = await ctx.step('pushRelations', ({ signal }) => pushRelations(ctx, input, signal));
    const refused = [...categories.refused, ...keywords.refused, ...relations.refused];
    if (refused.length > 0)
      ctx.logger.warn({ runId: input.run_id, refused: refused.length, first: refused[0] }, 'the entity store refused a part of a batch');
    return { categories: categories.sent, keywords: keywords.sent, relations: relations.sent, refused };
  },
});

interface Pushed {
  readonly sent: number;
  readonly refused: readonly Refused[];
}

async function pushCategories(ctx: WorkflowContext, { run_id: runId, keywords }: EntityMirrorInput, signal: AbortSignal): Promise<Pushed> {
  const { projectId } = await getRunOwner(ctx.postgres, runId);
  if (projectId === null) return { sent: 0, refused: [] };
  const relations = await listKeywordCategories(ctx.postgres, projectId, keywords);
  const categories = await listCategoriesWithParents(ctx.postgres, [...new Set(relations.map(({ categoryId }) => categoryId))]);
  return await pushAll(ctx, categories, {
    push: (batch) => ctx.entityStore.ensureCategories(batch, signal),
    describe: ({ id }) => ({ entity: 'category', key: id }),
  });
}

async function pushKeywords(ctx: WorkflowContext, { run_id: runId, keywords }: EntityMirrorInput, signal: AbortSignal): Promise<Pushed> {
  const { organizationId } = await getRunOwner(ctx.postgres, runId);
  const ownerId = toOwnerId(ctx.config, organizationId ?? undefined) ?? '';
  return await pushAll(ctx, await listKeywords(ctx.postgres, ownerId, keywords), {
    push: (batch) => ctx.entityStore.upsertKeywords(batch, signal),
    describe: ({ text }) => ({ entity: 'keyword', key: text }),
  });
}

async function pushRelations(ctx: WorkflowContext, { run_id: runId, keywords }: EntityMirrorInput, signal: AbortSignal): Promise<Pushed> {
  const { projectId } = await getRunOwner(ctx.postgres, runId);
  if (projectId === null) return { sent: 0, refused: [] };
  const ofProject = await pushAll(ctx, await listProjectKeywords(ctx.postgres, projectId, keywords), {
    push: (batch) => ctx.entityStore.upsertProjectKeywords(batch, signal),
    describe: ({ text }) => ({ entity: 'project_keyword', key: text }),
  });
  const ofCategories = await pushAll(ctx, await listKeywordCategories(ctx.postgres, projectId, keywords), {
    push: (batch) => ctx.entityStore.upsertKeywordCategories(batch, signal),
    describe: ({ text, categoryId }) => ({ entity: 'keyword_category', key: `${text} in ${categoryId}` }),
  });
  return { sent: ofProject.sent + ofCategories.sent, refused: [...ofProject.refused, ...ofCategories.refused] };
}

interface Way<Item> {
  readonly push: (batch: readonly Item[]) => Promise<RefusedItem[]>;
  readonly describe: (item: Item) => Pick<Refused, 'entity' | 'key'>;
}

/** Sends any number of items in batches, one after the other. */
async function pushAll<Item>({ entityStore }: WorkflowContext, items: readonly Item[], { push, describe }: Way<Item>): Promise<Pushed> {
  const refused: Refused[] = [];
  for (const batch of toGroups(items, entityStore.batchMax))
    for (const { at, error } of await push(batch)) {
      const item = batch[at];
      if (item !== undefined) refused.push({ ...describe(item), error });
    }
  return { sent: items.length, refused };
}
