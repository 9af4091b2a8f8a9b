import { addDays } from '#kernel/days.ts';
import { toGroups } from '#kernel/lists.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { tellStory } from '../../sandbox/control/story.ts';
import { trueSerp, type TruthTools } from '../../sandbox/control/truth.ts';
import { dayOf } from '../../sandbox/provider/search-request.ts';
import { makeSerpSource, type SerpSource } from '../../sandbox/serp/index.ts';
import { makeWorld } from '../../sandbox/world/index.ts';
import { startBenchApp, type BenchApp } from '../support/app.ts';
import type { BenchRow } from '../support/bench.ts';
import { median } from '../support/measure.ts';

const SITES = 10;
const KEYWORDS = 40;
const DAYS = 90;
/** What a preview looks back on too. */
const LOOK_BACK_DAYS = 60;
const WEEK_DAYS = 7;
const FALL = { places: 10, days: 3 };
/** A place from which a fall of ten is seen by checks to the hundredth, and matters. */
const FALLS_FROM_MAX = 30;
const ROWS_AT_ONCE = 5_000;
/** Days on which every check fails, and on which a third does. */
const [DARK_EVERY, DIM_EVERY] = [11, 5];
const FOUND_SHARE_MIN = 0.95;
const MESSAGES_A_WEEK_MAX = 1;

interface Site {
  readonly domain: string;
  /** As the sandbox's pages move, with falls, and with failed checks. */
  readonly calm: Project;
  readonly falling: Project;
  readonly faulty: Project;
}

interface Project {
  readonly id: string;
  /** By normalized text. */
  readonly keywordIds: ReadonlyMap<string, string>;
}

interface Fall {
  readonly domain: string;
  readonly keyword: string;
  readonly day: string;
}

/** True places by domain, keyword and day; none: not among the first hundred. */
type Truth = ReadonlyMap<string, number>;

/** The rules of a new project over three months of the sandbox's truth. */
export async function measurePresets(): Promise<BenchRow[]> {
  const bench = await startBenchApp({ environment: { ALERT_PRESETS: 'off', KEYWORD_ENRICHMENT: 'off' } });
  try {
    const lastDay = bench.app.context.clock.now().toISOString().slice(0, 10);
    const world = makeWorld('sightline');
    const serp = makeSerpSource(world);
    const tools = { world, serp, now: () => new Date(`${lastDay}T12:00:00Z`) };
    const told = tellStory(world, { keywords: String(KEYWORDS) }) as { keywords: { keyword: string }[] };
    const keywords = told.keywords.map(({ keyword }) => normalizeKeyword(keyword));
    const domains = findDomains(tools, keywords, lastDay);
    const read = (): Truth => readTruth(tools, { keywords, domains, lastDay });
    const calm = read();
    const falls = addFalls(serp, calm, { keywords, domains, lastDay });
    const fallen = read();
    const sites: Site[] = [];
    for (const domain of domains) {
      const insert = async (of: { readonly truth: Truth; readonly isFaulty?: boolean }): Promise<Project> => {
        const project = await makeProject(bench, domain, keywords);
        await insertHistory(bench, { project, domain, lastDay, ...of });
        return project;
      };
      sites.push({
        domain,
        calm: await insert({ truth: calm }),
        falling: await insert({ truth: fallen }),
        faulty: await insert({ truth: calm, isFaulty: true }),
      });
    }
    return await measure(bench, { sites, falls, calm, lastDay });
  } finally {
    await bench.stop();
  }
}

const toKey = (domain: string, keyword: string, day: string): string => `${domain} ${day} ${keyword}`;

interface Story {
  readonly keywords: readonly string[];
  readonly domains: readonly string[];
  readonly lastDay: string;
}

function listDays(lastDay: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => addDays(lastDay, at - count + 1));
}

interface OrganicItem {
  readonly type: string;
  readonly rank_group: number;
  readonly domain: string | null;
}

function readPage(tools: TruthTools, keyword: string, date: string): OrganicItem[] {
  return (trueSerp(tools, { keyword, date })['items'] as OrganicItem[]).filter(({ type }) => type === 'organic');
}

/** The sites that rank for the most keywords by their own names, not by those of hosts below them. */
function findDomains(tools: TruthTools, keywords: readonly string[], day: string): string[] {
  const pages = keywords.map((keyword) => new Set(readPage(tools, keyword, day).map(({ domain }) => domain ?? '')));
  const counts = Map.groupBy(
    pages.flatMap((page) => [...page]),
    (domain) => domain,
  );
  const byCount = [...counts].toSorted(([, one], [, other]) => other.length - one.length);
  return byCount
    .map(([domain]) => domain)
    .filter((domain) => tools.world.findSite(domain)?.domain === domain)
    .slice(0, SITES);
}

function readTruth(tools: TruthTools, { keywords, domains, lastDay }: Story): Truth {
  const truth = new Map<string, number>();
  for (const date of listDays(lastDay, DAYS + LOOK_BACK_DAYS))
    for (const keyword of keywords)
      for (const { rank_group: rank, domain } of readPage(tools, keyword, date).toReversed())
        if (domain !== null && domains.includes(domain)) truth.set(toKey(domain, keyword, date), rank);
  return truth;
}

/** Each week each site loses ten places for one keyword for three days, from a place where that is seen. */
function addFalls(serp: SerpSource, truth: Truth, { keywords, domains, lastDay }: Story): Fall[] {
  const falls: Fall[] = [];
  for (const [site, domain] of domains.entries())
    for (let week = 0; week < Math.floor(DAYS / WEEK_DAYS); week += 1) {
      const day = addDays(lastDay, -week * WEEK_DAYS - FALL.days - (site % FALL.days));
      const known = keywords.filter((keyword) => (truth.get(toKey(domain, keyword, addDays(day, -1))) ?? Infinity) <= FALLS_FROM_MAX);
      const keyword = known[(site * SITES + week) % Math.max(known.length, 1)];
      if (keyword === undefined) continue;
      const from = dayOf(new Date(`${day}T00:00:00Z`));
      serp.addFall({ domain, keywords: new Set([keyword]), places: FALL.places, from, until: from + FALL.days });
      falls.push({ domain, keyword, day });
    }
  return falls;
}

/** Tracked, and never checked: a paused project waits. */
async function makeProject({ app, call }: BenchApp, domain: string, keywords: readonly string[]): Promise<Project> {
  const { project_id: id } = await call<{ project_id: string }>('POST', '/api/projects', { name: domain, organization_id: 'org_bench' });
  await call('POST', '/api/assets', { project_id: id, type: 'website', value: domain, name: domain, skip_onboarding: true });
  await call('PUT', `/api/projects/${id}`, { status: 'paused' });
  const tracked = keywords.map((keyword) => ({ keyword_text: keyword }));
  await call('POST', '/api/keywords/track', { project_id: id, keywords: tracked });
  const { rows } = await app.context.postgres.query<{ text: string; id: string }>(
    'select normalized_text as text, keyword_id as id from tracked_keywords where project_id = $1',
    [id],
  );
  return { id, keywordIds: new Map(rows.map(({ text, id: keywordId }) => [text, keywordId])) };
}

interface History {
  readonly project: Project;
  readonly domain: string;
  readonly truth: Truth;
  readonly lastDay: string;
  readonly isFaulty?: boolean;
}

async function insertHistory({ app }: BenchApp, { project, domain, truth, lastDay, isFaulty = false }: History): Promise<void> {
  const rows = listDays(lastDay, DAYS + LOOK_BACK_DAYS).flatMap((day, at) =>
    [...project.keywordIds].map(([keyword, keywordId], number) => {
      const place = truth.get(toKey(domain, keyword, day));
      const isFailed = isFaulty && isFault(at, number);
      const seen = isFailed ? undefined : place;
      return {
        project_id: project.id,
        keyword_id: keywordId,
        keyword,
        engine: 'engine_a',
        channel: 'seo',
        device: 'desktop',
        location_code: 2840,
        language_code: 'en',
        domain,
        asset_id: `ast_${project.id}`,
        relationship: 'MINE',
        status: isFailed ? 'failed' : seen === undefined ? 'not_found' : 'ranked',
        position: seen ?? null,
        rank_group: seen ?? null,
        url: seen === undefined ? '' : `https://${domain}/`,
        checked_depth: isFailed ? 0 : 100,
        run_id: `run_${keywordId}_${day}`,
        check_date: day,
        check_ts: `${day} 03:00:00.000`,
        provider: 'dataforseo',
        cost_usd: 0,
      };
    }),
  );
  for (const [at, group] of toGroups(rows, ROWS_AT_ONCE).entries())
    await app.context.clickhouse.insertLines('ranking_history', group.map((row) => JSON.stringify(row)).join('\n'), `${project.id}_${at}`);
}

/** Every check of some days, a third of those of others, and one of twenty of the rest. */
function isFault(day: number, keyword: number): boolean {
  if (day % DARK_EVERY === 0) return true;
  return day % DIM_EVERY === 0 ? (day + keyword) % 3 === 0 : (day * KEYWORDS + keyword) % 20 === 0;
}

interface Preview {
  readonly by_day: readonly { readonly day: string; readonly measured: boolean; readonly alerts: number }[];
  readonly items_total: number;
  readonly considered: number;
  readonly alerts: readonly { readonly items: readonly Item[] }[];
}

interface Item {
  readonly label: string;
  readonly day: string;
  readonly from: { readonly position?: number | null; readonly checked_at?: string } | null;
  readonly to: { readonly position?: number | null };
}

interface Measured extends Pick<Story, 'lastDay'> {
  readonly sites: readonly Site[];
  readonly falls: readonly Fall[];
  readonly calm: Truth;
}

async function measure(bench: BenchApp, { sites, falls, calm, lastDay }: Measured): Promise<BenchRow[]> {
  const { presets } = await bench.call<{ presets: { preset: string; rule: { when: object } }[] }>('GET', '/api/alert-rules/presets');
  const rules = presets.filter(({ preset }) => ['left_top_10', 'dropped_5', 'wrong_page'].includes(preset)).map(({ rule }) => rule);
  const read = (project: Project, rule: object): Promise<Preview> =>
    bench.call('POST', '/api/alert-rules/preview', { project_id: project.id, rule, to: lastDay });
  const [weeks, found, untrue]: [number[], Set<string>, Item[]] = [[], new Set(), []];
  const judged = { outcomes: 0, items: 0, untimely: 0 };
  for (const { domain, calm: drifting, falling, faulty } of sites) {
    const counts = new Map(listDays(lastDay, DAYS).map((day) => [day, 0]));
    for (const rule of rules) {
      for (const { day, alerts } of (await read(drifting, rule)).by_day) counts.set(day, (counts.get(day) ?? 0) + alerts);
      // What is found is that of the rule before it waits for a second check.
      for (const { items } of (await read(falling, { ...rule, confirm: 'none' })).alerts)
        for (const { label, day } of items) found.add(toKey(domain, normalizeKeyword(label), day));
      const { by_day: days, alerts, considered, items_total: matches } = await read(faulty, rule);
      judged.outcomes += considered;
      judged.items += matches;
      judged.untimely += days.filter(({ measured, alerts: said }) => !measured && said > 0).length;
      untrue.push(...alerts.flatMap(({ items }) => items).filter((item) => !isTrue(calm, domain, item)));
    }
    for (const group of toGroups([...counts.values()], WEEK_DAYS)) weeks.push(group.reduce((sum, count) => sum + count, 0));
  }
  const first = falls.filter(({ domain, keyword, day }) => found.has(toKey(domain, keyword, day))).length;
  return [
    { figure: 'messages a project and week, median', value: median(weeks), unit: 'messages', bound: { atMost: MESSAGES_A_WEEK_MAX } },
    { figure: 'messages a project and week, most', value: Math.max(...weeks), unit: 'messages' },
    { figure: `falls of ${FALL.places} places for ${FALL.days} days`, value: falls.length, unit: 'falls' },
    { figure: 'found in their first round', value: first / falls.length, unit: 'of them', bound: { atLeast: FOUND_SHARE_MIN } },
    { figure: 'comparisons beside failed checks', value: judged.outcomes, unit: 'outcomes' },
    { figure: 'matches beside failed checks', value: judged.items, unit: 'items' },
    { figure: 'alerts on days that cannot be judged', value: judged.untimely, unit: 'alerts', bound: { atMost: 0 } },
    { figure: 'items that failed checks made, and no move', value: untrue.length, unit: 'items', bound: { atMost: 0 } },
  ];
}

/** Both places of a move are the true ones of their days. */
function isTrue(truth: Truth, domain: string, { label, day, from, to }: Item): boolean {
  const before = from?.checked_at?.slice(0, 10);
  const placeOn = (on: string): number | null => truth.get(toKey(domain, normalizeKeyword(label), on)) ?? null;
  return before !== undefined && placeOn(before) === (from?.position ?? null) && placeOn(day) === (to.position ?? null);
}
