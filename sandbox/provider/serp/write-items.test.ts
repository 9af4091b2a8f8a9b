import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BING, itemsOf, openSandbox, ORGANIC } from '../../../test/support/sandbox-client.ts';
import { makeSerpSource } from '../../serp/index.ts';
import { makeWorld } from '../../world/index.ts';
import { makeAssistantBook } from '../../assistants/book.ts';
import { providerRoutes } from '../index.ts';
import type { SearchTools, TaskRequest } from '../answer.ts';

const AWKWARD = ['say "cheese" \\ or tab\there', 'schöne schuhe', '寿司 レシピ', 'shoes 👟 €', 'half a pair \ud83d', '{k} $& {s}'];

test('keywords of any characters arrive as they were sent', async (t) => {
  const client = await openSandbox(t);
  for (const path of [ORGANIC, BING, ORGANIC.replace('advanced', 'regular')]) {
    for (const keyword of AWKWARD) {
      const task = await client.search({ keyword, depth: 20 }, path);
      assert.equal(task.status_code, 20_000, keyword);
      assert.equal(task.data['keyword'], keyword);
      const organic = itemsOf(task).filter((item) => item.type === 'organic');
      assert.ok(organic.length > 10 && organic.every((item) => item.url?.startsWith('https://')), keyword);
      const words = keyword.toWellFormed().replaceAll(/\s+/gu, ' ');
      if (path === ORGANIC) assert.deepEqual(organic[0]?.['highlighted'], [words]);
    }
  }
});

test('what a queued task costs is what its result is worth', () => {
  const world = makeWorld('sightline');
  const tools: SearchTools = {
    world,
    serp: makeSerpSource(world),
    assistants: makeAssistantBook(world),
    now: () => new Date('2026-11-21T09:00:00Z'),
  };
  const domains = world.sites.slice(0, 40).map((site) => site.domain);
  const common = { location_code: 2840, language_code: 'en' };
  for (const work of providerRoutes.flatMap((route) => route.work ?? [])) {
    world.keywords.list().forEach(({ text }, index) => {
      if (index % 400 !== 0) return;
      const stop = domains.map((match_value) => ({ match_value, match_type: 'with_subdomains' })).slice(index % 40, (index % 40) + 3);
      const extras = { load_async_ai_overview: true, people_also_ask_click_depth: 2, calculate_rectangles: true };
      const tasks: readonly TaskRequest[] = [
        { depth: 100, priority: 2 },
        { depth: 35, max_crawl_pages: 2, ...extras },
        { depth: 200, stop_crawl_on_match: stop },
        { keyword: `${text} site:example.com`, depth: 20 },
      ];
      for (const task of tasks) {
        const request = { keyword: text, ...common, ...task };
        const { code, costUsd } = work.answer(tools, request, 'advanced');
        const price = work.price(tools, request);
        assert.deepEqual([price.code, price.costUsd], [code, costUsd], `${work.path} ${JSON.stringify(request)}`);
      }
    });
  }
});
