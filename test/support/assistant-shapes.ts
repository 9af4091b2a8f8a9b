import { z } from 'zod';

/**
 * The vendor's files hold no schema of assistants, so their shapes stand here, as its documentation describes them. Nothing more and
 * nothing less is sent.
 */
const count = z.int().min(0);
const time = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+00:00$/u);
const url = z.url({ protocol: /^https$/u });
const host = z.string().regex(/^[\w.-]+\.[a-z.]+$/u);
const table = z.strictObject({ table_header: z.array(z.string()).min(3), table_content: z.array(z.array(z.string()).min(3)).min(1) });

const pageOf = (type: string) =>
  z.strictObject({
    type: z.literal(type),
    title: z.string(),
    snippet: z.string(),
    domain: host,
    url,
    source_name: z.string(),
    thumbnail: z.null(),
    publication_date: z.null(),
  });
const scraperItems = (platform: string) => {
  const place = { rank_group: z.int().min(1), rank_absolute: z.int().min(1), markdown: z.string().min(1) };
  return z.array(
    z.union([
      z.strictObject({
        type: z.literal(`${platform}_text`),
        ...place,
        text: z.string(),
        sources: z
          .array(pageOf(`${platform}_source`))
          .min(1)
          .nullable(),
      }),
      z.strictObject({ type: z.literal(`${platform}_table`), ...place, table }),
    ]),
  );
};
const scraperFields = (platform: string) => ({
  keyword: z.string(),
  location_code: z.int(),
  language_code: z.string(),
  model: z.string(),
  datetime: time,
  markdown: z.string().min(1).nullable(),
  sources: z.array(pageOf(`${platform}_source`)).nullable(),
  se_results_count: count,
  item_types: z.array(z.enum([`${platform}_text`, `${platform}_table`])),
  items_count: count,
  items: scraperItems(platform),
});
export const ChatGpt = z.strictObject({
  ...scraperFields('chat_gpt'),
  check_url: url,
  search_results: z.array(pageOf('chat_gpt_search_result')).nullable(),
  fan_out_queries: z.array(z.string()).min(1).nullable(),
  brand_entities: z
    .array(
      z.strictObject({
        type: z.literal('chat_gpt_brand_entity'),
        title: z.string(),
        category: z.string(),
        urls: z.array(z.strictObject({ url, domain: host })),
      }),
    )
    .min(1)
    .nullable(),
});
export const Gemini = z.strictObject(scraperFields('gemini'));

const reference = z.strictObject({
  type: z.literal('ai_overview_reference'),
  position: z.literal('left'),
  source: z.string(),
  domain: host,
  url,
  title: z.string(),
  text: z.string(),
});
const references = z.array(reference).min(1).nullable();
const Overview = z.strictObject({
  type: z.literal('ai_overview'),
  rank_group: z.literal(1),
  rank_absolute: z.literal(1),
  page: z.literal(1),
  position: z.literal('left'),
  xpath: z.null(),
  asynchronous_ai_overview: z.literal(false),
  markdown: z.string().min(1),
  items: z.array(
    z.union([
      z.strictObject({
        type: z.literal('ai_overview_element'),
        position: z.literal('left'),
        title: z.null(),
        text: z.string().min(1),
        markdown: z.string().min(1),
        links: z.null(),
        images: z.null(),
        references,
      }),
      z.strictObject({
        type: z.literal('ai_overview_table_element'),
        position: z.literal('left'),
        markdown: z.string().min(1),
        table,
        references,
      }),
    ]),
  ),
  references: z.array(reference).nullable(),
  rectangle: z.null(),
});
export const AiMode = z.strictObject({
  keyword: z.string(),
  type: z.literal('ai_mode'),
  se_domain: host,
  location_code: z.int(),
  language_code: z.string(),
  check_url: url,
  datetime: time,
  spell: z.null(),
  refinement_chips: z.null(),
  item_types: z.array(z.literal('ai_overview')).max(1),
  se_results_count: count,
  pages_count: z.literal(1),
  items_count: count,
  items: z.array(Overview).max(1),
});

const annotation = z.strictObject({
  type: z.literal('annotation'),
  title: z.string(),
  url,
  start_index: count.optional(),
  end_index: count.optional(),
  text: z.string().optional(),
});
const section = z.strictObject({
  type: z.enum(['text', 'summary_text']),
  text: z.string().min(1),
  annotations: z.array(annotation).nullable(),
});
export const LlmResponse = z.strictObject({
  model_name: z.string(),
  input_tokens: count,
  output_tokens: count,
  reasoning_tokens: count,
  web_search: z.boolean(),
  money_spent: z.number().min(0),
  datetime: time,
  items: z.array(z.strictObject({ type: z.enum(['message', 'reasoning']), sections: z.array(section).length(1) })),
  fan_out_queries: z.array(z.string()).min(1).nullable(),
});
export const ModelRow = z.strictObject({
  model_name: z.string(),
  reasoning: z.boolean(),
  web_search_supported: z.boolean(),
  task_post_supported: z.boolean(),
});

const group = z
  .array(z.strictObject({ type: z.literal('group_element'), key: z.string(), mentions: z.int().min(1), ai_search_volume: count }))
  .max(10);
const mentionSums = {
  location: group,
  language: group,
  platform: group,
  sources_domain: group,
  search_results_domain: group,
  brand_entities_title: group,
  brand_entities_category: group,
};
const mentionSource = z.strictObject({
  position: z.int().min(1),
  url,
  domain: host,
  title: z.string(),
  snippet: z.string(),
  source_name: z.string(),
  thumbnail: z.null(),
  publication_date: z.null(),
  markdown: z.null(),
});
const month = z.strictObject({ year: z.int(), month: z.int().min(1).max(12), search_volume: count });
const mention = z.strictObject({
  platform: z.enum(['google', 'chat_gpt']),
  model_name: z.string(),
  location_code: z.int(),
  language_code: z.string(),
  question: z.string(),
  answer: z.string(),
  sources: z.array(mentionSource),
  search_results: z.array(mentionSource).nullable(),
  ai_search_volume: count,
  monthly_searches: z.array(month).length(12),
  first_response_at: time,
  last_response_at: time,
  brand_entities: z
    .array(z.strictObject({ title: z.string(), category: z.string() }))
    .min(1)
    .nullable(),
  fan_out_queries: z.array(z.string()).min(1).nullable(),
});
export const MentionsFound = z.strictObject({
  total_count: count,
  current_offset: count,
  search_after_token: z.string().nullable(),
  items_count: count,
  items: z.array(mention).min(1),
});
export const MentionsSum = z.strictObject({ total: z.strictObject(mentionSums), items: z.null() });
const toMentionsTop = (key: z.ZodType) =>
  z.strictObject({
    total: z.strictObject(mentionSums),
    items_count: count,
    items: z
      .array(z.strictObject({ key, ...mentionSums }))
      .min(1)
      .max(10),
  });
export const MentionsByDomain = toMentionsTop(host);
export const MentionsByPage = toMentionsTop(url);
