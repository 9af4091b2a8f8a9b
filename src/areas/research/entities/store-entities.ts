import { fromStoredMonths, toOwnerId, toTrendDirection } from '#areas/keywords/index.ts';
import type { AppContext } from '#context';
import { findCategoryPaths } from '../runs/category-paths.ts';
import type { RunRecord } from '../runs/run-record.ts';
import { listKeptKeywords, type RunKeyword } from '../runs/store/run-keywords.ts';
import {
  assignCategories,
  listProviderIds,
  upsertCanonicalKeywords,
  upsertProjectKeywords,
  type CanonicalRow,
  type KeywordCategory,
} from './store/entities.ts';

type EntityContext = Pick<AppContext, 'postgres' | 'clock' | 'config'>;
type EntityRun = Pick<RunRecord, 'id' | 'projectId' | 'organizationId'>;

const BATCH_ROWS = 500;

/**
 * Puts the kept keywords of a run among what is known of keywords, and into its project with their
 * categories. Batch by batch, so that memory does not grow with the run; doing it again changes nothing.
 * @returns how many texts there were
 */
export async function storeEntities(ctx: EntityContext, run: EntityRun): Promise<number> {
  let stored = 0;
  for (let after = ''; ;) {
    const keywords = await listKeptKeywords(ctx.postgres, run.id, after, BATCH_ROWS);
    const last = keywords.at(-1);
    if (last === undefined) return stored;
    await storeBatch(ctx, run, keywords);
    after = last.keyword;
    stored += keywords.length;
  }
}

async function storeBatch({ postgres, clock, config }: EntityContext, run: EntityRun, keywords: readonly RunKeyword[]): Promise<void> {
  const now = clock.now();
  const ownerId = toOwnerId(config, run.organizationId ?? undefined) ?? '';
  const { id: runId, projectId } = run;
  await postgres.transaction(async (tx) => {
    await upsertCanonicalKeywords(
      tx,
      keywords.map((keyword) => toCanonical(keyword, ownerId, now)),
    );
    if (projectId === null) return;
    await upsertProjectKeywords(
      tx,
      keywords.map((keyword) => ({
        project_id: projectId,
        keyword_text: keyword.keyword,
        run_id: runId,
        source: keyword.sources.includes('domain_seed') ? 'domain_seed' : 'harvest_ai',
        parent_seed: null,
        brand_flag: keyword.brandFlag,
        added_at: now,
      })),
    );
    const providerIds = await listProviderIds(tx, projectId, [...new Set(keywords.flatMap(({ categoryId }) => categoryId ?? []))]);
    await assignCategories(
      tx,
      keywords.flatMap((keyword) => toAssignment(keyword, { projectId, providerIds, now })),
    );
  });
}

function toCanonical(keyword: RunKeyword, ownerId: string, now: Date): CanonicalRow {
  const months = fromStoredMonths(keyword.monthlySearches);
  return {
    owner_id: ownerId,
    normalized_text: keyword.keyword,
    original_keyword_text: keyword.originalText,
    sources: keyword.sources,
    primary_intent: keyword.primaryIntent,
    secondary_intents: keyword.secondaryIntents,
    brand_flag: keyword.brandFlag,
    provider_category_paths: findCategoryPaths(keyword.providerCategoryIds),
    latest_search_volume: keyword.searchVolume,
    latest_competition: keyword.competition,
    latest_cpc: keyword.cpc,
    latest_trend: toTrendDirection(months),
    updated_at: now,
  };
}

interface AssignmentScope {
  readonly projectId: string;
  readonly providerIds: ReadonlyMap<string, number | null>;
  readonly now: Date;
}

/** A category that the project does not have is left out: a run can outlive one. */
function toAssignment(
  { keyword, categoryId, categoryConfidence }: RunKeyword,
  { projectId, providerIds, now }: AssignmentScope,
): KeywordCategory[] {
  if (categoryId === null || !providerIds.has(categoryId)) return [];
  return [
    {
      project_id: projectId,
      keyword_text: keyword,
      category_id: categoryId,
      provider_category_id: providerIds.get(categoryId) ?? null,
      assignment_confidence: categoryConfidence ?? 0,
      assigned_by: 'system',
      assigned_at: now,
    },
  ];
}
