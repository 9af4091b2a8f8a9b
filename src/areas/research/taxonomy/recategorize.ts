import { setImmediate as yieldTurn } from 'node:timers/promises';
import { loadKeywordTools, type KeywordTools } from '#areas/classification/index.ts';
import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { assignCategories as store, type KeywordCategory } from '../entities/store/entities.ts';
import { assignCategories, type TargetCategory } from '../grouping/assign-categories.ts';
import type { TaxonomyCategory } from './category.ts';
import { listTaxonomyCategories } from './store/categories.ts';
import { listAssignedKeywords, type AssignedKeyword } from './store/project-keywords.ts';

export interface RecategorizeInput {
  readonly projectId: string;
  /** Normalized: only what runs of this site found and what was saved by hand; undefined: all. */
  readonly host: string | undefined;
  /** Counts, and changes nothing. */
  readonly isDryRun: boolean;
}

export interface Recategorized {
  readonly reassigned: number;
  /** Also what a person has assigned, and what fits no category. */
  readonly unchanged: number;
}

/** Keywords that are assigned at once: some 100 ms of work. */
const BATCH = 2_000;

/**
 * Assigns the keywords of a project to its taxonomy again. What a person has assigned stays as it is, and so does
 * what fits no category.
 * @throws AppError `Project not found`
 */
export async function recategorize(
  ctx: ProjectReader & Pick<AppContext, 'postgres' | 'clock'>,
  { projectId, host = null, isDryRun }: Omit<RecategorizeInput, 'host'> & { readonly host?: string | null | undefined },
): Promise<Recategorized> {
  await getProject(ctx, projectId);
  const categories = toTargets(await listTaxonomyCategories(ctx.postgres, projectId));
  const tools = await loadKeywordTools();
  let [reassigned, unchanged] = [0, 0];
  for (let offset = 0; ; offset += BATCH) {
    const keywords = await listAssignedKeywords(ctx.postgres, { projectId, host }, { limit: BATCH, offset });
    if (keywords.length === 0) return { reassigned, unchanged };
    const changes = listChanges(keywords, categories, tools).map((change) => ({
      ...change,
      project_id: projectId,
      assigned_at: ctx.clock.now(),
    }));
    if (!isDryRun) await ctx.postgres.transaction((tx) => store(tx, changes));
    reassigned += changes.length;
    unchanged += keywords.length - changes.length;
    await yieldTurn();
  }
}

function toTargets(categories: readonly TaxonomyCategory[]): TargetCategory[] {
  const parents = new Set(categories.map(({ parentCategoryId }) => parentCategoryId));
  return categories.map((category) => ({ ...category, isLeaf: !parents.has(category.id) }));
}

type Change = Omit<KeywordCategory, 'project_id' | 'assigned_at'>;

function listChanges(keywords: readonly AssignedKeyword[], categories: readonly TargetCategory[], tools: KeywordTools): Change[] {
  const groups = Map.groupBy(keywords.keys(), (at) => keywords[at]?.clusterId ?? `alone ${at}`);
  const assigned = assignCategories(keywords, categories, { clusters: [...groups.values()], tools });
  const providerIds = new Map(categories.map(({ id, providerCategoryId }) => [id, providerCategoryId]));
  return keywords.flatMap(({ keyword, categoryId, assignedBy }, at) => {
    const found = assigned[at];
    if (found === undefined || assignedBy === 'user' || found.categoryId === categoryId) return [];
    return {
      keyword_text: keyword,
      category_id: found.categoryId,
      provider_category_id: providerIds.get(found.categoryId) ?? null,
      assignment_confidence: found.confidence,
      assigned_by: 'system' as const,
    };
  });
}
