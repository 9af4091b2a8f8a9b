/** Classification as operators start it by hand: `POST /api/admin/workflow/{type}`. */
import { z } from 'zod';
import { hostField, urlField } from '#areas/domains/index.ts';
import { chooseFields, type RawPayload, type WorkflowTrigger } from '#area/trigger.ts';
import { idField, integerField, listField, nameField } from '#http/fields.ts';
import { estimateClassification } from './estimate.ts';

const URLS_MAX = 100;
const IDS_MAX = 10_000;

const Host = hostField();
const Url = urlField().min(1);

const flags = {
  skip_fetch: z.boolean().optional(),
  skip_llm: z.boolean().optional(),
  force_llm: z.boolean().optional(),
  force: z.boolean().optional(),
  project_id: idField().optional(),
};

const FLAGS = '`skip_fetch`, `skip_llm`, `force_llm`, `force`, `project_id`';

export const urlTrigger: WorkflowTrigger = {
  fields: `one of \`url\`, \`urls[]\`, \`url_ids[]\`; ${FLAGS}`,
  makePayload: (raw) =>
    z
      .object(
        chooseFields(raw, {
          url: Url,
          urls: listField(Url, { min: 1, max: URLS_MAX }),
          url_ids: listField(integerField({ min: 1 }), { min: 1, max: IDS_MAX }),
        }),
      )
      .extend(flags),
  // A page and its domain may each take a call.
  estimate: async (ctx, payload) =>
    await estimateClassification(ctx, payload, {
      items: 2 * (countOf(payload, 'url') + countOf(payload, 'urls') + countOf(payload, 'url_ids')),
    }),
};

export const keywordTrigger: WorkflowTrigger = {
  fields: `one of \`keyword\`, \`keywords[]\`; \`brands[]\`; ${FLAGS}`,
  makePayload: (raw) =>
    z
      .object(chooseFields(raw, { keyword: nameField(), keywords: listField(nameField(), { min: 1, max: IDS_MAX }) }))
      .extend({ brands: listField(nameField(), { max: URLS_MAX }).optional(), ...flags }),
  estimate: async (ctx, payload) =>
    await estimateClassification(ctx, payload, {
      items: countOf(payload, 'keyword') + countOf(payload, 'keywords'),
      pages: 0,
    }),
};

export const domainTrigger: WorkflowTrigger = {
  fields: `\`domain_id\`, \`domain\`, \`domain_rank\`; ${FLAGS}`,
  makePayload: () => z.object({ domain_id: integerField({ min: 1 }), domain: Host, domain_rank: z.number().min(0).nullish(), ...flags }),
  estimate: async (ctx, payload) => await estimateClassification(ctx, payload, { items: 1 }),
};

function countOf(payload: RawPayload, field: string): number {
  const value = payload[field];
  if (value === undefined) return 0;
  return Array.isArray(value) ? value.length : 1;
}
