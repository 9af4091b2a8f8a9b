import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeRule, judgeRules } from '#areas/alerts/judge/judge-rule.ts';
import { RULE_DEFAULTS, type Condition, type When } from '#areas/alerts/rule.ts';
import { liveDay, preview, readTruePages, settle, trackForAlerts, TWO_DEVICES } from '../support/alerts-world.ts';
import { startTestApp } from '../support/app.ts';
import { trueRank, type TruthItem } from '../support/rankings-api.ts';
import { IS_WHOLE } from '../support/test-width.ts';

const KEYWORDS = IS_WHOLE ? 200 : 20;
const DAYS = IS_WHOLE ? 40 : 8;
const DEPTH = 100;

type Page = readonly TruthItem[];
type Rule = readonly [When, (before: Page, now: Page) => boolean];

/** What each rule is, by the pages of the world alone. */
function toRules(site: string, rival: string): Rule[] {
  const rankOf = (page: Page, domain = site): number | null => trueRank(page, domain);
  const urlOf = (page: Page): string | null => page.find((item) => item.type === 'organic' && isOf(item, site))?.url ?? null;
  const isOf = ({ domain }: TruthItem, host: string): boolean => domain === host || domain?.endsWith(`.${host}`) === true;
  const isAbove = (page: Page): boolean => (rankOf(page, rival) ?? Infinity) < (rankOf(page) ?? Infinity);
  const has = (page: Page, type: string): boolean => page.some((item) => item.type === type);
  return [
    [{ event: 'left_top', n: 10 }, (before, now) => (rankOf(before) ?? Infinity) <= 10 && (rankOf(now) ?? Infinity) > 10],
    [{ event: 'dropped', by: 5 }, (before, now) => rankOf(before) !== null && (rankOf(now) ?? DEPTH + 1) - (rankOf(before) ?? 0) >= 5],
    [{ event: 'lost' }, (before, now) => rankOf(before) !== null && rankOf(now) === null],
    [{ event: 'entered_top', n: 10 }, (before, now) => (rankOf(before) ?? Infinity) > 10 && (rankOf(now) ?? Infinity) <= 10],
    [{ event: 'page_changed' }, (before, now) => urlOf(before) !== null && urlOf(now) !== null && urlOf(before) !== urlOf(now)],
    [{ event: 'competitor_passed', domain: rival }, (before, now) => rankOf(before) !== null && !isAbove(before) && isAbove(now)],
    [
      { event: 'feature_lost', feature: 'people_also_ask' },
      (before, now) => has(before, 'people_also_ask') && !has(now, 'people_also_ask'),
    ],
    [
      { event: 'feature_gained', feature: 'featured_snippet' },
      (before, now) => !has(before, 'featured_snippet') && has(now, 'featured_snippet'),
    ],
  ];
}

test('a preview finds what the world did, keyword by keyword, device by device, day by day', async (t) => {
  const app = await startTestApp(t);
  const world = await trackForAlerts(app, { keywords: KEYWORDS });
  while (world.days.length < DAYS) await liveDay(app, world);
  await settle(app);
  const { projectId, keywords, days, site, competitors } = world;
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const pages = new Map<string, TruthItem[][]>();
  for (const keyword of keywords)
    for (const device of TWO_DEVICES) pages.set(`${keyword} ${device}`, await readTruePages(app, world, keyword, device));

  for (const [when, isMet] of toRules(site, competitors[0] ?? '')) {
    await t.test(when.event, async () => {
      const expected = [...pages].flatMap(([subject, seen]) =>
        seen.flatMap((now, at) => (at > 0 && isMet(seen[at - 1] ?? [], now) ? [`${subject} ${days[at]}`] : [])),
      );
      const condition: Condition = { ...RULE_DEFAULTS, when, usesVolatility: false, groupBy: 'none', coolDownHours: 0 };
      const judged = await judgeRule(app.app.context, { condition, projectId, from, to, rounds: [], mutes: [], open: [] });
      const found = judged.fired.flatMap(({ items }) => items.map(({ subject, day }) => toName(subject.label, subject.device, day)));
      assert.deepEqual(found.toSorted(), expected.toSorted());
      assert.equal((await preview(app, projectId, when, { group_by: 'rule' })).items_total, expected.length);
      t.diagnostic(`${when.event}: ${expected.length} of ${pages.size * (DAYS - 1)}`);
    });
  }

  await t.test('judged day by day it says the same as over all days', async () => {
    const rules = toRules(site, competitors[0] ?? '').flatMap(([when]) =>
      (['none', 'next'] as const).map((confirm) => ({ condition: { ...RULE_DEFAULTS, when, confirm }, mutes: [], open: [] })),
    );
    const judge = async (span: { readonly from: string; readonly to: string }): Promise<string[][]> => {
      const judged = await judgeRules(app.app.context, { projectId, ...span, rounds: [] }, rules);
      return judged.map(({ fired }) =>
        fired.flatMap(({ items }) => items.map(({ subject, day, from: before }) => JSON.stringify([subject.key, day, before]))),
      );
    };
    const whole = await judge({ from, to });
    const daily = await Promise.all(days.map(async (day) => await judge({ from: day, to: day })));
    for (const [at, expected] of whole.entries()) {
      const found = daily.flatMap((rounds) => rounds[at] ?? []);
      assert.deepEqual(found.toSorted(), expected.toSorted(), JSON.stringify(rules[at]?.condition.when));
    }
  });
});

/** The label of a competitor's match says which it is. */
const toName = (label: string, device: string | undefined, day: string): string => `${label.replace(/ \([^)]*\)$/u, '')} ${device} ${day}`;
