import { judgeChanges, summarize, type Summary } from '#areas/answers/rates/summarize.ts';
import type { CountRow } from '#areas/answers/rates/analytics.ts';
import { loadKeywordTools } from '#areas/classification/index.ts';
import { makeDetector, type WatchedBrand } from '#areas/answers/detection/detect-mentions.ts';
import { makeAssistantBook } from '../../sandbox/assistants/book.ts';
import { outline } from '../../sandbox/assistants/draw.ts';
import type { Odds } from '../../sandbox/assistants/odds.ts';
import { surfaceOf } from '../../sandbox/assistants/personas.ts';
import type { Question } from '../../sandbox/assistants/question.ts';
import { SETTINGS_AT_START, type Settings } from '../../sandbox/assistants/settings.ts';
import { makeWorld } from '../../sandbox/world/index.ts';
import { findPlace } from '../../sandbox/world/places.ts';
import type { BenchRow } from './bench.ts';

const FIRST_DAY = 20_780;
const WEEK_DAYS = 7;
const WEEKS = 200;
const PROMPTS = 50;
const SEEDS = 50;
const NO_DRIFT: Settings = { ...SETTINGS_AT_START, drift: 0 };
const PLACE = findPlace(2840);

const world = makeWorld('sightline');
const toQuestion = (prompt: string, day: number, surface: 'chat_gpt' | 'ai_mode' = 'chat_gpt'): Question => {
  if (PLACE === undefined) throw new Error('the sandbox has no United States');
  return { prompt, place: PLACE, languageCode: 'en', surface: surfaceOf(surface), day, web: 'own' };
};
const prompts = Array.from({ length: PROMPTS }, (_none, at) => `What is the best invoicing software for a team of ${at + 2}?`);

/** Weeks of answers of the sandbox's assistants, counted and judged as the service does. */
export function measureDraws(): BenchRow[] {
  const weigh = (settings: Settings, day: number): Odds[] => {
    const book = makeAssistantBook(world);
    book.configure(settings);
    return prompts.map((prompt) => book.odds(toQuestion(prompt, day)));
  };
  const steady = weigh(NO_DRIFT, FIRST_DAY);
  const domain = findWatched(steady);
  const shiftedBy = (points: number): Odds[] =>
    weigh(
      { ...NO_DRIFT, shifts: [{ surface: undefined, from: 0, until: Number.MAX_SAFE_INTEGER, domain, points, of: 'named' }] },
      FIRST_DAY,
    );

  let [held, width] = [0, 0];
  for (let week = 0; week < WEEKS; week += 1) {
    const day = FIRST_DAY + week * WEEK_DAYS;
    const odds = weigh(SETTINGS_AT_START, day);
    const mean = odds.reduce((sum, one) => sum + chanceOf(one, domain), 0) / PROMPTS;
    const { low, high } = rateOf(draw(odds, { domain, day, samples: 5 }));
    held += (low ?? 1) <= mean && mean <= (high ?? 0) ? 1 : 0;
    width += (high ?? 0) - (low ?? 0);
  }
  const share = (pairs: number, after: readonly Odds[], samples: number): number => {
    let moved = 0;
    for (let pair = 0; pair < pairs; pair += 1) {
      const day = FIRST_DAY + 2 * pair * WEEK_DAYS;
      const [first, second] = [draw(steady, { domain, day, samples }), draw(after, { domain, day: day + WEEK_DAYS, samples })];
      moved += judgeChanges(first, second).mentionRate.verdict.startsWith('moved') ? 1 : 0;
    }
    return (100 * moved) / pairs;
  };
  return [
    {
      figure: `${WEEKS} weeks of ${PROMPTS} x 5: the interval holds the true mean`,
      value: (100 * held) / WEEKS,
      unit: '%',
      bound: { atLeast: 95 },
    },
    { figure: 'its width', value: (100 * width) / WEEKS, unit: 'points', bound: { atMost: 12 } },
    {
      figure: `${WEEKS} pairs of weeks without a change: said to have moved`,
      value: share(WEEKS, steady, 5),
      unit: '%',
      bound: { atMost: 9 },
    },
    { figure: `${SEEDS} shifts of 12 points at n = 250: found`, value: share(SEEDS, shiftedBy(12), 5), unit: '%', bound: { atLeast: 85 } },
    {
      figure: `${SEEDS} shifts of 5.8 points at n = 500: found`,
      value: share(SEEDS, shiftedBy(5.8), 10),
      unit: '%',
      bound: { atLeast: 55 },
    },
  ];
}

const chanceOf = ({ brands }: Odds, domain: string): number => brands.find(({ site }) => site.domain === domain)?.named ?? 0;

/** A brand of all prompts that is named in about three of ten answers. */
function findWatched(all: readonly Odds[]): string {
  const mean = (domain: string): number => all.reduce((sum, odds) => sum + chanceOf(odds, domain), 0) / all.length;
  const domains = (all[0]?.brands ?? []).map(({ site }) => site.domain);
  const [nearest] = domains.toSorted((one, other) => Math.abs(mean(one) - 0.3) - Math.abs(mean(other) - 0.3));
  if (nearest === undefined) throw new Error('the prompts have no brands');
  return nearest;
}

function draw(odds: readonly Odds[], { domain, day, samples }: { domain: string; day: number; samples: number }): CountRow[] {
  return odds.map((one): CountRow => {
    const asked = { ...one, question: { ...one.question, day } };
    const plans = Array.from({ length: samples }, (_none, at) =>
      outline(asked, { number: at + 1, settings: NO_DRIFT, moods: [] }, world.seed),
    );
    const answered = plans.filter(({ state }) => state === 'answered');
    const named = answered.filter((plan) => plan.named.some(({ site }) => site.domain === domain)).length;
    const others = { refused: samples - answered.length, empty: 0, failed: 0, skipped: 0, models: [], detectors: [] };
    const none = { first: 0, cited: 0, citing: 0, web_known: 0, web_used: 0 };
    const sums: CountRow['voice'] = [0, 0, 0, 0, 0, 0];
    const where = { period: String(day), surface: 'chat_gpt', prompt_id: one.question.prompt };
    return { ...where, answered: answered.length, ...others, named, ...none, voice: sums, sites: sums };
  });
}

function rateOf(rows: readonly CountRow[]): Summary['mentionRate'] {
  return summarize(rows, new Set()).mentionRate;
}

const ANSWERS = 2_000;
const NOT_MEANT = new Set(['disclaimed', 'echoed', 'generic', 'homograph', 'inside_longer', 'lookalike']);
const TOPICS = ['invoicing software', 'running shoes', 'project management software', 'payroll software', 'accounting software'];

/** Brands in texts with traps, as the detector finds them, without what the provider says of brands. */
export async function measureDetection(): Promise<BenchRow[]> {
  const { foldText } = await loadKeywordTools();
  const book = makeAssistantBook(world);
  const counts = { right: 0, wrong: 0, missed: 0, traps: 0, trapped: 0 };
  for (let at = 0; at < ANSWERS; at += 1) {
    const topic = TOPICS[at % TOPICS.length] ?? '';
    const neutral = toQuestion(`What is the best ${topic}?`, FIRST_DAY, at % 2 === 0 ? 'chat_gpt' : 'ai_mode');
    const { brands } = book.odds(neutral);
    const asked = brands[at % brands.length]?.site.name ?? '';
    const question = at % 3 === 0 ? { ...neutral, prompt: `Is ${asked} good for a small team?` } : neutral;
    const { script, plan, sources } = book.answer(book.ask(question, '/'));
    if (plan.state !== 'answered') continue;
    const watched = brands.map(({ site, isGeneric }): WatchedBrand => {
      return { id: site.domain, name: site.name, aliases: [], excluded: [], domains: [site.domain], isGeneric };
    });
    const citedDomains = new Set((sources ?? []).map(({ site }) => site.domain));
    const mentions = makeDetector(watched, foldText)({ prompt: question.prompt, markdown: script.markdown, citedDomains, entities: [] });
    const named = new Set(mentions.filter(({ kind }) => kind === 'named').map(({ brandId }) => brandId));
    const known = new Set(watched.map(({ id }) => id));
    const domainsOf = (isOne: (kind: string) => boolean): Set<string> =>
      new Set(script.names.filter(({ kind, site }) => isOne(kind) && known.has(site.domain)).map(({ site }) => site.domain));
    const expected = domainsOf((kind) => kind !== 'url' && !NOT_MEANT.has(kind));
    const traps = domainsOf((kind) => NOT_MEANT.has(kind)).difference(expected);
    counts.right += named.intersection(expected).size;
    counts.wrong += named.difference(expected).size;
    counts.missed += expected.difference(named).size;
    counts.traps += traps.size;
    counts.trapped += named.intersection(traps).size;
  }
  const { right, wrong, missed, traps, trapped } = counts;
  return [
    {
      figure: `${ANSWERS} answers with traps: precision of mentions`,
      value: right / (right + wrong),
      unit: 'of 1',
      bound: { atLeast: 0.98 },
    },
    { figure: 'recall', value: right / (right + missed), unit: 'of 1', bound: { atLeast: 0.97 } },
    { figure: 'names that are no mention', value: traps, unit: 'names', bound: { atLeast: 200 } },
    { figure: 'of them counted as one', value: trapped, unit: 'names', bound: { atMost: 0 } },
  ];
}
