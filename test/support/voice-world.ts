import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { z } from 'zod';
import { addDays } from '#kernel/days.ts';
import type { ApiClient } from './api-client.ts';
import { startTestApp, type TestApp } from './app.ts';
import { advanceDay, getTruth, makeProject, trueRank, waitForPending } from './rankings-api.ts';
import { bindProperty, writeDays } from './search-console-rows.ts';
import { readTwinDays } from './twin-days.ts';

const KEYWORDS = 12;
const ORGANIZATION = 'org_rankings';
/** Enough for a curve. */
const CURVE_DAYS = 42;
/** Days that Google counts on. */
const OPEN_DAYS = 3;
const PLACES = 100;
const DOMAIN = 'sc-domain:';
const RIVAL = 'ledgerpine.com';

interface Curve {
  readonly device: string;
  readonly rates: readonly (number | null)[];
}

type Voice = (place: number) => number;

export interface VoiceWorld {
  readonly test: TestApp;
  readonly api: ApiClient;
  /** Reads the property of its site; its keywords were checked on desktop yesterday and today. */
  readonly projectId: string;
  /** Reads no property. */
  readonly unreadId: string;
  readonly siteUrl: string;
  /** The share of voice of today, out of the true places and the volumes that are known. */
  readonly expect: (voice: Voice) => number;
  /** What a place on desktop is worth by a curve, worked out once more. */
  readonly voiceOf: (curves: readonly Curve[]) => Voice;
  /** Another final day of the property, on which so many of a thousand clicked the first place. */
  readonly count: (day: string, clicks: number) => Promise<void>;
  /** Days that are stored by own curves, and by how many different ones. */
  readonly countStored: (projectId: string) => Promise<{ readonly own: number; readonly curves: number }>;
}

/** A project with true positions, which reads the property of its site in the sandbox's Search Console. */
export async function openVoiceWorld(t: TestContext): Promise<VoiceWorld> {
  const test = await startTestApp(t);
  const { api, sandbox } = test;
  const twin = { sandbox: { url: String(test.app.context.config.sandbox) }, control: async (path: string) => await sandbox.get(path) };
  const { body } = await twin.control('/_sandbox/search-console');
  const siteUrl: string = body.properties.find(({ site_url: url }: { site_url: string }) => url.startsWith(DOMAIN)).site_url;
  const site = siteUrl.slice(DOMAIN.length);
  const projectId = await makeProject(api, [site, RIVAL], ORGANIZATION);
  const unreadId = await makeProject(api, [site], ORGANIZATION);
  const property = await bindProperty(test.stores.postgres, projectId, siteUrl);
  const to = addDays(test.app.context.clock.now().toISOString().slice(0, 10), -OPEN_DAYS);
  await writeDays(test.stores, property, await readTwinDays(twin, siteUrl, { from: addDays(to, 1 - CURVE_DAYS), to }));
  const counted = await api.get(`/api/projects/${projectId}/search-console/performance?group_by=query&country=usa&limit=${KEYWORDS}`);
  const keywords: string[] = counted.body.rows.map(({ key }: { key: string }) => key);
  await checkAll(test, projectId, keywords);
  const volumes = keywords.map((_keyword, at) => (at + 1) * 100);
  await writeVolumes(test, projectId, { keywords, volumes });
  // A day that is over has stored totals.
  await advanceDay(test);
  const places = await checkAll(test, projectId, keywords);
  const all = volumes.reduce((sum, volume) => sum + volume, 0);
  const placesOf = places(site);
  return {
    test,
    api,
    projectId,
    unreadId,
    siteUrl,
    expect: (voice) => {
      const sum = placesOf.reduce<number>((total, place, at) => total + (place === null ? 0 : (volumes[at] ?? 0) * voice(place)), 0);
      return Number((sum / all).toFixed(6));
    },
    voiceOf,
    count: async (day, clicks) =>
      await writeDays(test.stores, property, [
        { day, queries: [{ query: 'another', device: 'desktop', clicks, impressions: 1_000, position: 1 }] },
      ]),
    countStored: async (id) => {
      const [row] = await test.app.context.clickhouse.query(STORED, { project_id: id });
      return row ?? assert.fail('a sum has one row');
    },
  };
}

/** Checks every keyword now. @returns the true places of a site, in the order of the keywords */
async function checkAll(test: TestApp, projectId: string, keywords: readonly string[]): Promise<(domain: string) => (number | null)[]> {
  const tracked = keywords.map((keyword) => ({ keyword_text: keyword, check_interval: 'manual' }));
  await test.api.post('/api/keywords/track', { project_id: projectId, keywords: tracked });
  const asked = { project_id: projectId, force: true, keywords: keywords.map((keyword) => ({ keyword_text: keyword })) };
  const { body } = await test.api.post('/api/rankings/track', asked);
  await waitForPending(test, body.results);
  const truths = await Promise.all(keywords.map(async (keyword) => await getTruth(test, keyword)));
  await test.app.context.outbox.flush();
  return (domain) => truths.map((items) => trueRank(items, domain));
}

async function writeVolumes(
  { api, stores, app }: TestApp,
  projectId: string,
  { keywords, volumes }: { readonly keywords: readonly string[]; readonly volumes: readonly number[] },
): Promise<void> {
  const { rankings } = (await api.get(`/api/rankings?project_id=${projectId}&relationship=MINE`)).body;
  const rows = rankings.map((row: { keyword_id: string; keyword: string }) => ({
    keyword_id: row.keyword_id,
    search_volume: volumes[keywords.indexOf(row.keyword)],
    captured_at: app.context.clock.now().toISOString(),
  }));
  assert.equal(rows.length, keywords.length);
  await stores.clickhouse.insertLines('keyword_snapshots', rows.map((row: object) => JSON.stringify(row)).join('\n'), 'volumes');
}

/** Lines between the known places, the fixed curve beyond them, never more than the place above, and all of them 1. */
function voiceOf(curves: readonly Curve[]): Voice {
  const rates = curves.find(({ device }) => device === 'desktop')?.rates ?? assert.fail('no curve for desktop');
  const known = [...rates.keys()].filter((at) => rates[at] !== null);
  const [first, last] = [known[0] ?? 0, known.at(-1) ?? 0];
  const raw = Array.from({ length: PLACES }, (_none, at): number => {
    if (at <= first || at >= last) {
      const near = at <= first ? first : last;
      return ((rates[near] ?? 0) * (near + 1)) / (at + 1);
    }
    const [low, high] = [known.filter((one) => one <= at).at(-1) ?? 0, known.find((one) => one >= at) ?? 0];
    const [from, to] = [rates[low] ?? 0, rates[high] ?? 0];
    return low === high ? from : from + ((to - from) * (at - low)) / (high - low);
  });
  const falling = raw.map((_rate, at) => Math.min(...raw.slice(0, at + 1)));
  const total = falling.reduce((sum, rate) => sum + rate, 0);
  return (place) => (falling[place - 1] ?? 0) / total;
}

const STORED = {
  name: 'test-stored-by-own-curves',
  sql: `select count() as own, uniqExact(scale) as curves from ranking_days final
    where project_id = {project_id:String} and position(scale, ' ') > 0`,
  params: z.object({ project_id: z.string() }),
  row: z.object({ own: z.number(), curves: z.number() }),
};
