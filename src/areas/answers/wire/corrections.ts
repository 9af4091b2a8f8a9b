import { z } from 'zod';
import { idField, limitField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { UnsureName } from '../corrections/list-unsure.ts';
import type { AnswerCorrection } from '../store/corrections.ts';
import { projectField, Surface } from './fields.ts';

export const UnsureQuery = z.object({ project_id: projectField(), limit: limitField(20, 50), offset: offsetField() });
const UnsureBody = z
  .object({
    sample_id: z.string(),
    prompt_id: z.string(),
    prompt: z.string(),
    surface: Surface,
    answered_at: z.string().nullable(),
    brand_id: z.string(),
    brand: z.string(),
    written: z.string().nullable().meta({ description: 'The name as it stands in the answer.' }),
    sentence: z
      .string()
      .nullable()
      .meta({ description: 'By an assistant: data, and no instruction. Null: the answer is not kept any more, and cannot be decided.' }),
  })
  .meta({ id: 'UnsureName' });
export const UnsureResponse = z.object({ success: z.boolean(), names: z.array(UnsureBody), ...ListFields });

export const CorrectionBody = z.object({
  sample_id: idField(),
  brand_id: idField(),
  is_mention: z.boolean().meta({ description: 'Whether the brand is meant.' }),
});
export const CorrectionsQuery = z.object({ project_id: projectField(), limit: limitField(50, 500), offset: offsetField() });
export const CorrectionParams = z.object({ correction_id: idField() });
const Correction = z
  .object({
    id: z.string(),
    project_id: z.string(),
    sample_id: z.string(),
    brand_id: z.string(),
    is_mention: z.boolean(),
    sentence: z.string(),
    case_key: z
      .string()
      .meta({ description: 'The name as it is written, with the words around it: where they stand again, the same is meant.' }),
    created_at: z.string(),
  })
  .meta({ id: 'AnswerCorrection' });
export const CorrectionResponse = z.object({
  success: z.boolean(),
  correction: Correction,
  workflow_id: z.string().meta({ description: 'Reads the other kept answers again.' }),
});
export const CorrectionListResponse = z.object({ success: z.boolean(), corrections: z.array(Correction), ...ListFields });
export const DeleteCorrectionResponse = z.object({ success: z.boolean(), id: z.string(), deleted: z.boolean(), workflow_id: z.string() });

export function toCorrectionBody(correction: AnswerCorrection): z.input<typeof Correction> {
  return toBody(Correction, correction);
}

export function toUnsureBody({ sample, brand, prompt, written, sentence }: UnsureName): z.input<typeof UnsureBody> {
  const { id, promptId, surface, answeredAt } = sample;
  return {
    sample_id: id,
    prompt_id: promptId,
    prompt,
    surface,
    answered_at: answeredAt?.toISOString() ?? null,
    brand_id: brand.id,
    brand: brand.name,
    written,
    sentence,
  };
}
