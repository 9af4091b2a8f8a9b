import { z } from 'zod';
import { hostField, urlField } from '#areas/domains/index.ts';
import { chooseFields, type NotBuiltTrigger } from '#area/trigger.ts';
import { idField, integerField, listField, nameField } from '#http/fields.ts';

const URLS_MAX = 100;
const IDS_MAX = 10_000;
const MISSING = 'Classification is not part of this version.';

const Host = hostField();
const Url = urlField().min(1);

export const notBuiltTriggers: readonly NotBuiltTrigger[] = [
  {
    type: 'url-classify',
    fields: 'one of `url`, `urls[]`, `url_ids[]`; `force_llm`',
    makePayload: (raw) =>
      z
        .object(
          chooseFields(raw, {
            url: Url,
            urls: listField(Url, { min: 1, max: URLS_MAX }),
            url_ids: listField(integerField({ min: 1 }), { min: 1, max: IDS_MAX }),
          }),
        )
        .extend({ force_llm: z.boolean().optional() }),
    missing: MISSING,
  },
  {
    type: 'keyword-classify',
    fields: 'one of `keyword`, `keywords[]`; `project_id`',
    makePayload: (raw) =>
      z.object(chooseFields(raw, { keyword: nameField(), keywords: listField(nameField(), { min: 1, max: IDS_MAX }) })).extend({
        project_id: idField().optional(),
      }),
    missing: MISSING,
  },
  {
    type: 'domain-classify',
    fields: '`domain_id`, `domain`, `domain_rank`, `project_id`, `skip_fetch`, `skip_llm`',
    makePayload: () =>
      z.object({
        domain_id: integerField({ min: 1 }),
        domain: Host,
        domain_rank: z.number().min(0).nullish(),
        project_id: idField().optional(),
        skip_fetch: z.boolean().optional(),
        skip_llm: z.boolean().optional(),
      }),
    missing: MISSING,
  },
];
