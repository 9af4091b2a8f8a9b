import { z } from 'zod';
import { idField, listField, listParam } from '#http/fields.ts';
import { invalid } from '#kernel/errors.ts';
import type { UntrackKeywordsInput, UntrackKeywordsResult } from '../tracking/untrack-keywords.ts';
import { formatPlural } from '#kernel/text.ts';

const KEYWORDS_MAX = 1000;

/** Untrack reads query or body; the body wins. */
export const UntrackKeywordsQuery = z.object({
  project_id: idField().optional(),
  keyword_ids: listParam(idField(), KEYWORDS_MAX).optional(),
});
export const UntrackKeywordsBody = z.object({
  project_id: idField().optional(),
  keyword_ids: listField(idField(), { min: 1, max: KEYWORDS_MAX }).optional(),
});
export const UntrackKeywordsResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  project_id: z.string(),
  untracked: z.int(),
  keyword_ids: z.array(z.string()).meta({ description: 'Ids that were tracked until now.' }),
  not_tracked: z.array(z.string()).meta({ description: 'Ids that the project has never tracked.' }),
});

/** @throws AppError 400 naming what neither the query nor the body has */
export function toUntrackInput(
  query: z.output<typeof UntrackKeywordsQuery>,
  body: z.output<typeof UntrackKeywordsBody>,
): UntrackKeywordsInput {
  const projectId = body.project_id ?? query.project_id;
  const keywordIds = body.keyword_ids ?? query.keyword_ids;
  if (projectId !== undefined && keywordIds !== undefined) return { projectId, keywordIds };
  const missing = [projectId === undefined ? ['project_id'] : [], keywordIds === undefined ? ['keyword_ids'] : []].flat();
  throw invalid(missing.map((path) => ({ path, message: `${path} is required` })));
}

export function toUntrackBody(projectId: string, result: UntrackKeywordsResult): z.input<typeof UntrackKeywordsResponse> {
  return {
    success: true,
    message: `Untracked ${formatPlural(result.untracked.length, 'keyword')}`,
    project_id: projectId,
    untracked: result.untracked.length,
    keyword_ids: [...result.untracked],
    not_tracked: [...result.unknown],
  };
}
