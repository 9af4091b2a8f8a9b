import { toOwnerId } from '#areas/keywords/index.ts';
import { assertNotArchived, getProject, requireRoom, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { normalizeKeyword } from '#kernel/text.ts';
import { countSavedKeywords, insertCanonicalKeywords, insertSavedKeywords } from './store.ts';

export interface KeywordsToSave {
  readonly projectId: string;
  readonly keywords: readonly string[];
  /** Where they come from, for example `ui`. */
  readonly source: string;
  /** The keyword whose suggestions they were. */
  readonly parentSeed: string | null;
}

export interface SavedKeywords {
  /** Different keywords that the project has now. */
  readonly saved: number;
  /** Those among them that it did not have before. */
  readonly added: number;
}

/**
 * Saves keywords for a project, each once; one that the project has already stays as it is.
 * @throws AppError `Project not found`, `Project is archived`; 409 when the project has as many as it may have
 */
export async function saveKeywords(
  ctx: ProjectReader & Pick<RequestContext, 'postgres' | 'clock' | 'config'>,
  { projectId, keywords, source, parentSeed }: KeywordsToSave,
): Promise<SavedKeywords> {
  const project = await getProject(ctx, projectId);
  assertNotArchived(project);
  // The first original text stays. In their order, so that two requests never wait for each other.
  const texts = new Map(keywords.toReversed().map((text) => [normalizeKeyword(text), text]));
  const saved = [...texts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([normalizedText, originalText]) => ({ normalizedText, originalText }));
  const ownerId = toOwnerId(ctx.config, project.organizationId) ?? '';
  const now = ctx.clock.now();
  const added = await ctx.postgres.transaction(async (tx) => {
    await insertCanonicalKeywords(tx, { ownerId, keywords: saved, now });
    const inserted = await insertSavedKeywords(tx, { projectId, keywords: saved, source, parentSeed, now });
    await requireRoom(tx, {
      things: 'saved keywords',
      owner: { id: projectId, title: 'A project' },
      max: ctx.config.keywordsPerProjectMax,
      count: () => countSavedKeywords(tx, projectId),
      hint: 'Use another project, or raise KEYWORDS_PER_PROJECT_MAX.',
    });
    return inserted;
  });
  return { saved: saved.length, added };
}
