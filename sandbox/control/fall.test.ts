import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsOf, openSandbox, ORGANIC, US_ENGLISH } from '../../test/support/sandbox-client.ts';

const PLACES = 7;
const DAYS = 2;

interface Story {
  readonly site: { readonly domain: string };
  readonly keywords: readonly { readonly keyword: string }[];
}

test('makes a site fall for some keywords from today on, in what is served and in what is true', async (t) => {
  const { control, search } = await openSandbox(t);
  const { body: story } = await control<Story>('/_sandbox/world/story?keywords=2');
  const { domain } = story.site;
  const [first, second] = story.keywords.map(({ keyword }) => keyword);
  assert.ok(first && second);
  const readTruth = async (keyword: string, date = '') => {
    const query = new URLSearchParams({ keyword, location_code: '2840', language_code: 'en', ...(date && { date }) });
    const { body } = await control<{ items: { type: string; domain: string | null }[] }>(`/_sandbox/truth/serp?${query.toString()}`);
    return body.items.filter(({ type }) => type === 'organic').map((item) => item.domain ?? '');
  };
  const isOurs = (host: string): boolean => host === domain || host.endsWith(`.${domain}`);
  const dayAfter = async (days: number): Promise<string> => {
    const { body } = await control<{ now: string }>('/_sandbox/clock');
    return new Date(Date.parse(body.now) + days * 86_400_000).toISOString().slice(0, 10);
  };
  const [before, other, yesterday, later] = [await readTruth(first), await readTruth(second), await dayAfter(-1), await dayAfter(DAYS)];
  const [wasYesterday, wasLater] = [await readTruth(first, yesterday), await readTruth(first, later)];

  const { status } = await control('/_sandbox/world/fall', { domain, keywords: [first.toUpperCase()], places: PLACES, days: DAYS });
  assert.equal(status, 200);
  const fallen = await readTruth(first);
  assert.equal(fallen.findIndex(isOurs), before.findIndex(isOurs) + PLACES);
  assert.deepEqual(
    fallen.filter((host) => !isOurs(host)).slice(0, 20),
    before.filter((host) => !isOurs(host)).slice(0, 20),
    'others keep their order',
  );
  const task = await search({ keyword: first, ...US_ENGLISH, depth: 100 }, ORGANIC);
  assert.deepEqual(
    itemsOf(task)
      .filter(({ type }) => type === 'organic')
      .map((item) => item.domain)
      .slice(0, 20),
    fallen.slice(0, 20),
    'the provider serves the truth',
  );
  assert.deepEqual(await readTruth(second), other, 'another keyword');
  assert.deepEqual(await readTruth(first, yesterday), wasYesterday, 'the day before');
  assert.deepEqual(await readTruth(first, later), wasLater, 'the first day without it');

  await control('/_sandbox/world/fall', { domain, keywords: [first], places: 200 });
  assert.equal((await readTruth(first)).findIndex(isOurs), -1, 'what stands below the last result is gone');
  await control('/_sandbox/reset', {});
  assert.deepEqual(await readTruth(first), before);
});

test('refuses a fall that cannot be', async (t) => {
  const { control } = await openSandbox(t);
  const good = { domain: 'no-such.example', keywords: ['a'], places: 3 };
  assert.equal((await control('/_sandbox/world/fall', good)).status, 404);
  for (const wrong of [{ ...good, places: 0 }, { ...good, keywords: [] }, { ...good, days: -1 }, {}])
    assert.equal((await control('/_sandbox/world/fall', wrong)).status, 400);
});
