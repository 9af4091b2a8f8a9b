import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { estimateTaxonomy, generateTaxonomy } from './generate-taxonomy.ts';
import { recategorize } from './recategorize.ts';
import {
  GenerateTaxonomyBody,
  GenerateTaxonomyResponse,
  RecategorizeBody,
  RecategorizeResponse,
  toGenerateBody,
  toGenerateInput,
  toRecategorizeBody,
  toRecategorizeInput,
} from './wire.ts';

const common = { spec: '4.7', area: 'research', access: 'jwt', method: 'POST' } as const;

const postGenerate = defineEndpoint({
  ...common,
  path: '/generate-taxonomy',
  summary: "Find the categories that a site is about, and keep them as a project's taxonomy",
  description:
    "Reads the start page and up to five pages that its navigation offers. Categories are those of the provider's tree, stored with their parents; their ids are the same in every run. A site that cannot be read is 400, or 502 when its server is to blame.",
  body: GenerateTaxonomyBody,
  responses: { 200: GenerateTaxonomyResponse.or(EstimateResponse) },
  failures: ['not_found', 'conflict', 'provider_failed'],
  spends: true,
  handle: async (ctx, { body }) => {
    const input = toGenerateInput(body);
    if (body.dry_run) return { status: 200, body: toEstimateBody(await estimateTaxonomy(ctx, input)) };
    const made = await generateTaxonomy(ctx, input);
    return { status: 200, body: toGenerateBody(input.projectId, made), spent: { costUsd: made.costUsd, isCached: made.costUsd === 0 } };
  },
});

const postRecategorize = defineEndpoint({
  ...common,
  path: '/taxonomy/re-categorize',
  summary: "Assign a project's keywords to its taxonomy again",
  description:
    'Takes what runs have found, what was saved and what is tracked. What a person has assigned stays as it is, and so does what fits no category. Nothing is asked of the provider.',
  body: RecategorizeBody,
  responses: { 200: RecategorizeResponse },
  failures: ['not_found'],
  handle: async (ctx, { body }) => {
    const input = toRecategorizeInput(body);
    return { status: 200, body: toRecategorizeBody(input, await recategorize(ctx, input)) };
  },
});

export const taxonomyEndpoints: AppEndpoint[] = [postGenerate, postRecategorize];
