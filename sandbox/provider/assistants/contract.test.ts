import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { z } from 'zod';
import { startSandboxClient, US_ENGLISH, type SandboxClient } from '../../../test/support/sandbox-client.ts';
import { PRICES } from '../prices.ts';

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
const ChatGpt = z.strictObject({
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
const Gemini = z.strictObject(scraperFields('gemini'));

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
const AiMode = z.strictObject({
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
const Response = z.strictObject({
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
const ModelRow = z.strictObject({
  model_name: z.string(),
  reasoning: z.boolean(),
  web_search_supported: z.boolean(),
  task_post_supported: z.boolean(),
});

const CALLS = 40;
const MOODS = ['refusal', 'empty_answer', 'no_sources', 'cut_answer', 'wrong_language', 'null_sources'];
const PROMPTS = [
  'best invoicing software for freelancers',
  'Which CRM is best?',
  'is Invoice Nest good for agencies',
  'running shoes',
  'qwrtzpsdfg',
];

suite('answers of assistants keep their shapes', () => {
  let client: SandboxClient;
  before(async () => {
    client = await startSandboxClient({ enforceRateLimits: false });
  });
  after(() => client.sandbox.close());

  const askOne = async (path: string, task?: Readonly<Record<string, unknown>>) => {
    const [answer] = (await client.ask(path, task === undefined ? undefined : [task])).tasks ?? [];
    assert.equal(answer?.status_code, 20_000, `${path} ${answer?.status_message}`);
    return answer;
  };
  const check = (schema: z.ZodType, value: unknown, what: string): void => {
    const parsed = schema.safeParse(value);
    assert.ok(
      parsed.success,
      `${what}: ${parsed.error === undefined ? '' : z.prettifyError(parsed.error)} ${JSON.stringify(value).slice(0, 400)}`,
    );
  };
  /** As they come, and under each fault. */
  const checkAll = async (
    path: string,
    schema: z.ZodType,
    toTask: (prompt: string) => Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    for (const mood of [undefined, ...MOODS]) {
      if (mood !== undefined) await client.control('/_sandbox/faults', { match: path, kind: mood });
      for (let at = 0; at < (mood === undefined ? CALLS : PROMPTS.length); at += 1) {
        const { result } = await askOne(path, toTask(PROMPTS[at % PROMPTS.length] ?? ''));
        check(schema, result?.[0], `${path} ${mood}`);
      }
      await client.control('/_sandbox/faults', {});
    }
  };

  test('assistants as their users see them', async () => {
    const toTask = (keyword: string) => ({ keyword, ...US_ENGLISH, tag: 'x' });
    await checkAll('/v3/ai_optimization/chat_gpt/llm_scraper/live/advanced', ChatGpt, (keyword) => ({
      ...toTask(keyword),
      force_web_search: true,
    }));
    await checkAll('/v3/ai_optimization/gemini/llm_scraper/live/advanced', Gemini, toTask);
    await checkAll('/v3/serp/google/ai_mode/live/advanced', AiMode, (keyword) => ({ ...toTask(keyword), device: 'mobile', os: 'ios' }));
  });

  test('models, and what they say', async () => {
    for (const platform of ['chat_gpt', 'claude', 'gemini', 'perplexity']) {
      const path = `/v3/ai_optimization/${platform}/llm_responses`;
      const { result: models } = await askOne(`${path}/models`);
      assert.ok(models && models.length > 0);
      for (const model of models) check(ModelRow, model, path);
      assert.ok(models.every((model) => model['task_post_supported'] === (platform !== 'perplexity')));
      const orders = platform === 'perplexity' ? {} : { web_search: true, force_web_search: true };
      await checkAll(`${path}/live`, Response, (user_prompt) => ({ user_prompt, model_name: models[0]?.['model_name'], ...orders }));
    }
  });

  test('the index of answers', async () => {
    const path = '/v3/ai_optimization/llm_mentions';
    const task = { target: [{ domain: 'invoicenest.com', search_scope: ['sources'], include_subdomains: true }], platform: 'chat_gpt' };
    const group = z
      .array(z.strictObject({ type: z.literal('group_element'), key: z.string(), mentions: z.int().min(1), ai_search_volume: count }))
      .max(10);
    const sums = {
      location: group,
      language: group,
      platform: group,
      sources_domain: group,
      search_results_domain: group,
      brand_entities_title: group,
      brand_entities_category: group,
    };
    const source = z.strictObject({
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
    const row = z.strictObject({
      platform: z.enum(['google', 'chat_gpt']),
      model_name: z.string(),
      location_code: z.int(),
      language_code: z.string(),
      question: z.string(),
      answer: z.string(),
      sources: z.array(source),
      search_results: z.array(source).nullable(),
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
    const page = { total_count: count, current_offset: count, search_after_token: z.string().nullable(), items_count: count };
    for (const platform of ['google', 'chat_gpt']) {
      const found = await askOne(`${path}/search/live`, { ...task, platform });
      check(z.strictObject({ ...page, items: z.array(row).min(1) }), found.result?.[0], platform);
      const sum = await askOne(`${path}/aggregated_metrics/live`, { ...task, platform });
      check(z.strictObject({ total: z.strictObject(sums), items: z.null() }), sum.result?.[0], platform);
      for (const name of ['top_domains', 'top_pages']) {
        const top = await askOne(`${path}/${name}/live`, { ...task, platform });
        const items = z
          .array(z.strictObject({ key: name === 'top_pages' ? url : host, ...sums }))
          .min(1)
          .max(10);
        check(z.strictObject({ total: z.strictObject(sums), items_count: count, items }), top.result?.[0], name);
      }
    }
    const none = await askOne(`${path}/search/live`, { target: [{ domain: 'no-such-site.example' }] });
    assert.deepEqual(none.result, [{ total_count: 0, current_offset: 0, search_after_token: null, items_count: 0, items: null }]);
    assert.equal(none.cost, PRICES.llmMentionsTask);
  });
});
