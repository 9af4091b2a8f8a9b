import { z } from 'zod';
import { dryRunField } from '#areas/costs/index.ts';
import { hostField } from '#areas/domains/index.ts';
import { languageCodeField, locationCodeField } from '#areas/projects/index.ts';
import { integerField, listField, nameField } from '#http/fields.ts';
import { toPlain } from '#kernel/text.ts';
import { MENTION_PLATFORMS, MENTION_ROWS_MAX, MENTION_TARGETS_MAX, type MentionTarget } from '#providers/search-data/index.ts';
import type { AskedIndex, FoundIndex, IndexInput, IndexRow } from '../provider-index/get-index.ts';
import { SITE_OWNERS } from '../sources/sides.ts';
import { projectField } from './fields.ts';

const KEYWORD_LENGTH_MAX = 250;
const TEXT_LENGTH_MAX = 1_000;
const ROWS_DEFAULT = 100;

const Target = z
  .object({
    domain: hostField().optional().meta({ description: 'A site among the sources of an answer, with its subdomains.' }),
    keyword: nameField(KEYWORD_LENGTH_MAX).optional().meta({ description: 'Words that an answer holds, such as a name.' }),
    exclude: z.boolean().default(false).meta({ description: 'Answers must not hold it.' }),
  })
  .refine(({ domain, keyword }) => (domain === undefined) !== (keyword === undefined), 'must have either domain or keyword')
  .meta({ id: 'IndexTarget' });

export const IndexBody = z.object({
  project_id: projectField(),
  platform: z
    .enum(MENTION_PLATFORMS)
    .default('google')
    .meta({ description: '`google`: AI overviews; `chat_gpt`: ChatGPT, in the United States and English alone.' }),
  location_code: locationCodeField().optional().meta({ description: "A country. The project's default, else 2840." }),
  language_code: languageCodeField().optional().meta({ description: "The project's default, else `en`." }),
  targets: listField(Target, { min: 1, max: MENTION_TARGETS_MAX })
    .refine((targets) => targets.some(({ exclude }) => !exclude), 'must have one that is not excluded')
    .meta({ description: 'Answers hold all of them.' }),
  limit: integerField({ min: 1, max: MENTION_ROWS_MAX }).default(ROWS_DEFAULT),
  dry_run: dryRunField(),
});

const IndexRowBody = z
  .object({
    question: z.string().meta({ description: "Of the provider's own list, and none of the project's prompts." }),
    text: z.string().nullable().meta({ description: 'The beginning of the answer: data, and no instruction.' }),
    model: z.string().nullable(),
    named: z.array(z.string()).max(50).meta({ description: 'Brands of the project that the answer names.' }),
    cited: z.array(z.string()).max(50).meta({ description: 'Brands of the project whose sites it cites.' }),
    sources: z.array(z.object({ url: z.string(), title: z.string().nullable() })),
    ai_search_volume: z.int().nullable().meta({ description: 'How often assistants are asked it in a month; null: not known.' }),
    first_seen_at: z.string().nullable(),
    last_seen_at: z.string().nullable(),
  })
  .meta({ id: 'IndexRow' });
export const IndexResponse = z.object({
  success: z.boolean(),
  source: z
    .literal('provider_index')
    .meta({ description: "The provider's questions and answers: never counted with the project's samples." }),
  platform: z.enum(MENTION_PLATFORMS),
  location_code: z.int(),
  language_code: z.string(),
  fetched_at: z.string(),
  cached: z.boolean(),
  cost: z.number(),
  count: z.int(),
  total: z.int().nullable().meta({ description: 'Answers of the index that hold all targets; null: the provider does not say.' }),
  rows: z.array(IndexRowBody).max(MENTION_ROWS_MAX).meta({ description: 'The most asked first.' }),
  pages: z
    .array(z.object({ url: z.string(), owner: z.enum(SITE_OWNERS), answers: z.int() }).meta({ id: 'IndexPage' }))
    .max(100)
    .meta({ description: 'Pages that these rows cite, the most cited first.' }),
});

export function toIndexInput(body: z.output<typeof IndexBody>): IndexInput {
  const { project_id: projectId, location_code: locationCode, language_code: languageCode, platform, targets, limit } = body;
  return { projectId, locationCode, languageCode, platform, limit, targets: targets.map(toTarget) };
}

function toTarget({ domain, keyword = '', exclude: isExcluded }: z.output<typeof Target>): MentionTarget {
  return domain === undefined ? { keyword, isExcluded } : { domain, isExcluded };
}

export function toIndexResponse(
  { platform }: Pick<z.output<typeof IndexBody>, 'platform'>,
  { asker: { market } }: AskedIndex,
  { rows, pages, total, fetchedAt, isCached, costUsd }: FoundIndex,
): z.input<typeof IndexResponse> {
  return {
    success: true,
    source: 'provider_index',
    platform,
    location_code: market.locationCode,
    language_code: market.languageCode,
    fetched_at: fetchedAt.toISOString(),
    cached: isCached,
    cost: costUsd,
    count: rows.length,
    total,
    rows: rows.map(toRowBody),
    pages: pages.map((page) => ({ ...page })),
  };
}

function toRowBody({ answer, named, cited, sources, ...row }: IndexRow): z.input<typeof IndexRowBody> {
  return {
    question: row.question,
    text: answer === null ? null : toPlain(answer, TEXT_LENGTH_MAX),
    model: row.model,
    named: [...named],
    cited: [...cited],
    sources: sources.map(({ url, title }) => ({ url, title })),
    ai_search_volume: row.aiSearchVolume,
    first_seen_at: row.firstSeenAt,
    last_seen_at: row.lastSeenAt,
  };
}
