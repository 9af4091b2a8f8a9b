import { z } from 'zod';
import { keywordField } from '#areas/keywords/index.ts';
import { idField, listField, nameField } from '#http/fields.ts';
import type { KeywordsToSave, SavedKeywords } from '../saved/save-keywords.ts';

const KEYWORDS_MAX = 40_000;
const SOURCE_DEFAULT = 'ui';

export const BulkSaveBody = z.object({
  project_id: idField(),
  keywords: listField(keywordField(), { min: 1, max: KEYWORDS_MAX }),
  source: nameField().default(SOURCE_DEFAULT),
  parent_seed: keywordField().nullish().meta({ description: 'The keyword whose suggestions they were.' }),
});

export const BulkSaveResponse = z.object({
  success: z.boolean(),
  project_id: z.string(),
  saved: z.int().meta({ description: 'Different keywords of the request, which the project has now.' }),
  added: z.int().meta({ description: 'Those among them that it did not have before.' }),
});

export function toKeywordsToSave(body: z.output<typeof BulkSaveBody>): KeywordsToSave {
  return { projectId: body.project_id, keywords: body.keywords, source: body.source, parentSeed: body.parent_seed ?? null };
}

export function toBulkSaveBody({ projectId }: KeywordsToSave, { saved, added }: SavedKeywords): z.input<typeof BulkSaveResponse> {
  return { success: true, project_id: projectId, saved, added };
}
