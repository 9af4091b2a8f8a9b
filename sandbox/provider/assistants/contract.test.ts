import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { z } from 'zod';
import {
  AiMode,
  ChatGpt,
  Gemini,
  LlmResponse,
  MentionsByDomain,
  MentionsByPage,
  MentionsFound,
  MentionsSum,
  ModelRow,
} from '../../../test/support/assistant-shapes.ts';
import { startSandboxClient, US_ENGLISH, type SandboxClient } from '../../../test/support/sandbox-client.ts';
import { PRICES } from '../prices.ts';

const CALLS = 40;
/** Enough for tables that are cut in a cell, and in the head. */
const CUT_DAYS = 80;
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
  const check = <Value>(schema: z.ZodType<Value>, value: unknown, what: string): Value => {
    const parsed = schema.safeParse(value);
    assert.ok(
      parsed.success,
      `${what}: ${parsed.error === undefined ? '' : z.prettifyError(parsed.error)} ${JSON.stringify(value).slice(0, 400)}`,
    );
    return parsed.data;
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

  test('an answer that is cut within a table, on any day', async () => {
    const path = '/v3/ai_optimization/gemini/llm_scraper/live/advanced';
    await client.control('/_sandbox/faults', { match: path, kind: 'cut_answer' });
    const types = new Set<unknown>();
    for (let day = 0; day < CUT_DAYS; day += 1) {
      await client.control('/_sandbox/clock', { advance_days: 1 });
      for (const keyword of PROMPTS) {
        const { result } = await askOne(path, { keyword, ...US_ENGLISH, tag: 'x' });
        for (const type of check(Gemini, result?.[0], `day ${day}`).item_types) types.add(type);
      }
    }
    await client.control('/_sandbox/faults', {});
    assert.ok(types.has('gemini_table'));
  });

  test('models, and what they say', async () => {
    for (const platform of ['chat_gpt', 'claude', 'gemini', 'perplexity']) {
      const path = `/v3/ai_optimization/${platform}/llm_responses`;
      const { result: models } = await askOne(`${path}/models`);
      assert.ok(models && models.length > 0);
      for (const model of models) check(ModelRow, model, path);
      assert.ok(models.every((model) => model['task_post_supported'] === (platform !== 'perplexity')));
      const orders = platform === 'perplexity' ? {} : { web_search: true, force_web_search: true };
      await checkAll(`${path}/live`, LlmResponse, (user_prompt) => ({ user_prompt, model_name: models[0]?.['model_name'], ...orders }));
    }
  });

  test('the index of answers', async () => {
    const path = '/v3/ai_optimization/llm_mentions';
    const task = { target: [{ domain: 'invoicenest.com', search_scope: ['sources'], include_subdomains: true }], platform: 'chat_gpt' };
    for (const platform of ['google', 'chat_gpt']) {
      const found = await askOne(`${path}/search/live`, { ...task, platform });
      check(MentionsFound, found.result?.[0], platform);
      const sum = await askOne(`${path}/aggregated_metrics/live`, { ...task, platform });
      check(MentionsSum, sum.result?.[0], platform);
      for (const [name, shape] of Object.entries({ top_domains: MentionsByDomain, top_pages: MentionsByPage })) {
        const top = await askOne(`${path}/${name}/live`, { ...task, platform });
        check(shape, top.result?.[0], name);
      }
    }
    const none = await askOne(`${path}/search/live`, { target: [{ domain: 'no-such-site.example' }] });
    assert.deepEqual(none.result, [{ total_count: 0, current_offset: 0, search_after_token: null, items_count: 0, items: null }]);
    assert.equal(none.cost, PRICES.llmMentionsTask);
  });
});
