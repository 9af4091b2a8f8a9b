import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { POSITION_SCALES, type PositionScale, type VoiceCurve } from '#areas/projects/index.ts';
import { addDays, listDays } from '#kernel/days.ts';
import { newId } from '#kernel/ids.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { openTestStores } from '../../../../test/support/index.ts';
import { computeDays } from './analytics/compute-days.ts';
import { addUpDay, TOTAL_NAMES, type DayTotals, type Totals } from './totals.ts';
import { VALIDITY_DAYS_MAX } from './validity-days.ts';
import { makeVoice } from '../reports/own-weights.ts';

const FIRST = '2025-11-01';
const LAST = '2025-11-20';
const OWN = ['mine.com', 'also-mine.com'];
const DOMAINS = [...OWN, 'rival.org'];
const KEYWORDS = ['kw_one', 'kw_two', 'kw_three'];

const CURVE: VoiceCurve = {
  id: 'vcv_0123',
  site: 'sc-domain:mine.com',
  from: '2025-08-01',
  to: '2025-10-23',
  rates: { desktop: [0.41, 0.2, null, 0.07, 0.03], mobile: null },
};
/** The devices of the keywords: one with a curve of its own, one that falls back, one that has none. */
const DEVICES = ['desktop', 'mobile', 'tablet'];

const Scale = fc.constantFrom(...POSITION_SCALES);
const Curve = fc.constantFrom(null, CURVE);
const POSITIONS = fc.record({ organic: fc.integer({ min: 1, max: 120 }), page: fc.integer({ min: 1, max: 120 }) });
const Outcome = fc.record({
  keyword: fc.constantFrom(...KEYWORDS),
  domain: fc.constantFrom(...DOMAINS),
  day: fc.integer({ min: -40, max: 19 }),
  hour: fc.integer({ min: 1, max: 3 }),
  status: fc.constantFrom('ranked', 'ranked', 'not_found', 'failed'),
  positions: POSITIONS,
  previous: fc.option(POSITIONS),
  validityDays: fc.constantFrom(7, 14, 38),
  version: fc.integer({ min: 0, max: 2 }),
});
type Outcome = typeof Outcome extends fc.Arbitrary<infer Value> ? Value : never;

const Volume = fc.record({
  keyword: fc.constantFrom(...KEYWORDS),
  day: fc.integer({ min: -60, max: 19 }),
  volume: fc.option(fc.integer({ min: 0, max: 5_000 })),
});
type Volume = typeof Volume extends fc.Arbitrary<infer Value> ? Value : never;

const Ended = fc.option(fc.record({ keyword: fc.constantFrom(...KEYWORDS), day: fc.integer({ min: -10, max: 25 }) }));

test('the days come to what the outcomes that stand on them say, whatever was recorded', async (t) => {
  const { clickhouse } = await openTestStores(t);
  await fc.assert(
    fc.asyncProperty(
      fc.array(Outcome, { maxLength: 60 }),
      fc.array(Volume, { maxLength: 8 }),
      Ended,
      fc.record({ scale: Scale, curve: Curve }),
      async (given, volumes, ended, { scale, curve }) => {
        const world = toWorld(given, volumes, { scale, curve });
        const projectId = await record(clickhouse, world);
        const end = ended === null ? undefined : { ...ended, day: addDays(FIRST, ended.day) };
        const pages = end === undefined ? [] : [{ page: `${projectId}${end.keyword} engine_a seo`, day: end.day }];
        const days = await computeDays(clickhouse, { projectId, scale, curve, from: FIRST, to: LAST }, pages);
        const expected = listDays(FIRST, LAST).flatMap((day) => expectDay(world, day, end));
        assert.deepEqual(days.flatMap((one) => addUpDay(one, {})).map(toComparable), expected.map(toComparable));
      },
    ),
    { numRuns: 40 },
  );
});

interface World {
  readonly scale: PositionScale;
  readonly curve: VoiceCurve | null;
  readonly outcomes: readonly Outcome[];
  readonly volumes: readonly Volume[];
}

/** A check of a moment has one outcome for a domain, of one version; a snapshot of a day one volume. */
function toWorld(outcomes: readonly Outcome[], volumes: readonly Volume[], measure: Pick<World, 'scale' | 'curve'>): World {
  const known = new Map(outcomes.map((one) => [`${one.keyword} ${one.domain} ${one.day} ${one.hour} ${one.version}`, one]));
  const snapshots = new Map(volumes.map((one) => [`${one.keyword} ${one.day}`, one]));
  return { ...measure, outcomes: [...known.values()], volumes: [...snapshots.values()] };
}

/**
 * Writes the world as a project of its own; its id begins the ids of its keywords.
 * @returns the project's id
 */
async function record(clickhouse: ClickHouse, { outcomes, volumes }: World): Promise<string> {
  const projectId = newId('proj_');
  const history = outcomes.map((one) => ({
    project_id: projectId,
    keyword_id: `${projectId}${one.keyword}`,
    keyword: one.keyword,
    engine: 'engine_a',
    channel: 'seo',
    device: DEVICES[KEYWORDS.indexOf(one.keyword)],
    location_code: 2840,
    language_code: 'en',
    domain: one.domain,
    relationship: OWN.includes(one.domain) ? 'MINE' : 'COMPETITOR',
    status: one.status,
    position: one.status === 'ranked' ? one.positions.page : null,
    rank_group: one.status === 'ranked' ? one.positions.organic : null,
    previous_position: one.previous?.page ?? null,
    previous_rank_group: one.previous?.organic ?? null,
    check_date: addDays(FIRST, one.day),
    check_ts: `${addDays(FIRST, one.day)} 0${one.hour}:00:00.000`,
    stands_days: one.validityDays,
    recomputed_at: one.version > 0 ? `2025-12-0${one.version} 00:00:00.000` : undefined,
  }));
  const snapshots = volumes.map(({ keyword, day, volume }) => ({
    keyword_id: `${projectId}${keyword}`,
    search_volume: volume,
    captured_at: `${addDays(FIRST, day)} 12:00:00.000`,
  }));
  for (const [table, rows] of Object.entries({ ranking_history: history, keyword_snapshots: snapshots }))
    if (rows.length > 0) await clickhouse.insertLines(table, rows.map((row) => JSON.stringify(row)).join('\n'), newId('run_'));
  return projectId;
}

interface Standing {
  readonly position: number | null;
  readonly previous: number | null;
  readonly isChecked: boolean;
  /** By a good check of an earlier day, not longer before it than outcomes can stand. */
  readonly wasMeasured: boolean;
}

type End = { readonly keyword: string; readonly day: string } | undefined;

/** The same, said plainly: look at every keyword and site on its own. */
function expectDay(world: World, day: string, end: End): DayTotals[] {
  const sites = DOMAINS.map((domain) => ({
    domain,
    outcomes: KEYWORDS.map((keyword) => standingOf(world, { keyword, domain, day, end })),
  }));
  const own = KEYWORDS.map((_, at) => bestOf(sites.filter(({ domain }) => OWN.includes(domain)).map(({ outcomes }) => outcomes[at])));
  return [{ domain: '', outcomes: own }, ...sites.toSorted((one, other) => (one.domain < other.domain ? -1 : 1))]
    .map(({ domain, outcomes }) => ({
      day,
      domain,
      assetId: '',
      relationship: domain === '' || OWN.includes(domain) ? ('MINE' as const) : ('COMPETITOR' as const),
      ...sumUp(world, day, outcomes),
    }))
    .filter(({ keywords, failed }) => keywords > 0 || failed > 0);
}

interface Found {
  readonly standing: Standing | undefined;
  readonly isFailed: boolean;
}

function standingOf(
  { scale, outcomes }: World,
  { keyword, domain, day, end }: { keyword: string; domain: string; day: string; end: End },
): Found {
  const mine = outcomes.filter((one) => one.keyword === keyword && one.domain === domain);
  const onDay = mine.filter((one) => addDays(FIRST, one.day) === day);
  const good = mine
    .filter((one) => one.status !== 'failed' && addDays(FIRST, one.day) <= day)
    .toSorted((one, other) => other.day - one.day || other.hour - one.hour || other.version - one.version)[0];
  const isFailed = onDay.length > 0 && onDay.every(({ status }) => status === 'failed');
  if (good === undefined) return { standing: undefined, isFailed };
  const goodDay = addDays(FIRST, good.day);
  const isOver = addDays(goodDay, good.validityDays) <= day || (end?.keyword === keyword && end.day <= day);
  const position = good.status === 'ranked' ? good.positions[scale] : null;
  const wasMeasured = mine.some((one) => one.status !== 'failed' && one.day < good.day && one.day > good.day - VALIDITY_DAYS_MAX);
  const standing = { position, previous: good.previous?.[scale] ?? null, isChecked: goodDay === day, wasMeasured };
  return { standing: isOver ? undefined : standing, isFailed };
}

function bestOf(all: readonly (Found | undefined)[]): Found {
  const standings = all.flatMap((found) => found?.standing ?? []);
  const smallest = (values: readonly (number | null)[]): number | null => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? null : Math.min(...known);
  };
  const standing = {
    position: smallest(standings.map(({ position }) => position)),
    previous: smallest(standings.filter(({ isChecked }) => isChecked).map(({ previous }) => previous)),
    isChecked: standings.some(({ isChecked }) => isChecked),
    wasMeasured: standings.some(({ isChecked, wasMeasured }) => isChecked && wasMeasured),
  };
  return { standing: standings.length === 0 ? undefined : standing, isFailed: all.some((found) => found?.isFailed === true) };
}

function sumUp({ volumes, curve }: World, day: string, found: readonly Found[]): Totals {
  const known = found.flatMap(({ standing }, at) =>
    standing === undefined ? [] : [{ ...standing, device: DEVICES[at] ?? '', volume: volumeOf(volumes, KEYWORDS[at], day) }],
  );
  const count = (fits: (one: (typeof known)[number]) => boolean): number => known.filter(fits).length;
  const checked = known
    .filter(({ isChecked }) => isChecked)
    .map(({ position, previous, wasMeasured }) => ({ now: position ?? 0, before: previous ?? 0, wasMeasured }));
  const moved = (fits: (now: number, before: number, wasMeasured: boolean) => boolean): number =>
    checked.filter(({ now, before, wasMeasured }) => fits(now, before, wasMeasured)).length;
  const voice = makeVoice(curve);
  return {
    keywords: known.length,
    checked: checked.length,
    failed: found.filter(({ isFailed }) => isFailed).length,
    ranked: count(({ position }) => position !== null),
    top3: count(({ position }) => position !== null && position <= 3),
    top10: count(({ position }) => position !== null && position <= 10),
    top100: count(({ position }) => position !== null && position <= 100),
    positionSum: known.reduce((sum, { position }) => sum + (position ?? 0), 0),
    up: moved((now, before) => now > 0 && now < before),
    down: moved((now, before) => before > 0 && now > before),
    new: moved((now, before, wasMeasured) => wasMeasured && now > 0 && before === 0),
    lost: moved((now, before) => now === 0 && before > 0),
    unchanged: moved((now, before) => now > 0 && now === before),
    volumeKeywords: count(({ volume }) => volume !== undefined),
    volumeSum: known.reduce((sum, { volume = 0 }) => sum + volume, 0),
    voiceSum: known.reduce(
      (sum, { volume = 0, position, device }) => sum + volume * voice({ channel: 'seo', engine: 'engine_a', device }, position),
      0,
    ),
  };
}

/** The newest that was known on the day. */
function volumeOf(volumes: readonly Volume[], keyword: string | undefined, day: string): number | undefined {
  const known = volumes.filter((one) => one.keyword === keyword && one.volume !== null && addDays(FIRST, one.day) <= day);
  return known.toSorted((one, other) => other.day - one.day)[0]?.volume ?? undefined;
}

function toComparable(sums: DayTotals) {
  const rounded = Object.fromEntries(TOTAL_NAMES.map((name) => [name, Number(sums[name].toFixed(6))]));
  return { day: sums.day, domain: sums.domain, relationship: sums.relationship, ...rounded };
}
