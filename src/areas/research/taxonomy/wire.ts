import { z } from 'zod';
import { dryRunField } from '#areas/costs/index.ts';
import { hostField } from '#areas/domains/index.ts';
import { fillFrom, idField } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import { siteField } from '../wire/fields.ts';
import type { GeneratedTaxonomy, GenerateInput } from './generate-taxonomy.ts';
import type { Recategorized, RecategorizeInput } from './recategorize.ts';

export const GenerateTaxonomyBody = z.preprocess(
  fillFrom('url', ['domain']),
  z.object({
    project_id: idField(),
    url: siteField().meta({ description: 'Of the site.' }),
    domain: z.unknown().optional().meta({ type: 'string', description: 'The same as `url`.' }),
    dry_run: dryRunField(),
  }),
);

const CategoryBody = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    path: z.string(),
    parent_category_id: z.string().nullable(),
    provider_category_id: z.int().nullable(),
    confidence: z.number().nullable().meta({ description: '0 to 1' }),
  })
  .meta({ id: 'TaxonomyCategory' });

export const GenerateTaxonomyResponse = z.object({
  success: z.boolean(),
  project_id: z.string(),
  categories: z.array(CategoryBody),
  notes: z.array(z.string()).meta({ description: 'What took no part, and why' }),
});

export function toGenerateInput({ project_id: projectId, url }: z.output<typeof GenerateTaxonomyBody>): GenerateInput {
  return { projectId, ...url };
}

export function toGenerateBody(projectId: string, { categories, notes }: GeneratedTaxonomy): z.input<typeof GenerateTaxonomyResponse> {
  return { success: true, project_id: projectId, categories: categories.map((one) => toBody(CategoryBody, one)), notes: [...notes] };
}

export const RecategorizeBody = z.object({
  project_id: idField(),
  domain: hostField().nullish().meta({ description: 'Leaves out what runs of other sites have found.' }),
  dry_run: z.boolean().default(false).meta({ description: 'Counts what would change and changes nothing.' }),
});

export const RecategorizeResponse = z.object({
  success: z.boolean(),
  dry_run: z.boolean(),
  reassigned: z.int(),
  unchanged: z.int().meta({ description: 'Also what a person has assigned, and what fits no category' }),
});

export function toRecategorizeInput(body: z.output<typeof RecategorizeBody>): RecategorizeInput {
  return { projectId: body.project_id, host: body.domain ?? undefined, isDryRun: body.dry_run };
}

export function toRecategorizeBody({ isDryRun }: RecategorizeInput, done: Recategorized): z.input<typeof RecategorizeResponse> {
  return { success: true, dry_run: isDryRun, ...done };
}
