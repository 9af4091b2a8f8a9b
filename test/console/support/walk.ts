import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { Window } from './browser.ts';

/** What the walk needs of a screen of `console/src/screens`. */
export interface WalkedScreen {
  readonly name: string;
  readonly path: string;
  readonly group: string;
  readonly title: string;
  readonly parent?: string;
  readonly isOpen?: boolean;
}

/** The console's own list. It is typed by the console's own compiler, which knows of browsers. */
export async function listScreens(): Promise<readonly WalkedScreen[]> {
  const { screens } = (await import(String(new URL('../../../console/src/screens/index.ts', import.meta.url)))) as {
    readonly screens: readonly WalkedScreen[];
  };
  return screens;
}

/** Rules that are laws or guidelines; "best practices" are left to taste. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What a change of the theme can break: structure, names and sizes stay. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];
/** What the first paint asks for: without it there is no frame to show an error in. */
const OF_THE_FRAME = ['/api/me', '/api/session', '/api/setup', '/api/attention'];
/** The bell asks for the newest of the inbox, its screen for more. */
const OF_THE_BELL = '/api/inbox?limit=8';
const isOfTheFrame = ({ pathname, search }: URL): boolean => OF_THE_FRAME.includes(pathname) || pathname + search === OF_THE_BELL;
/** Where answers come from; research runs are beside the others. */
const OF_THE_SERVICE = /^[^?]*\/\/[^/]+\/(?:api|run)(?:[/?]|$)/u;
const FAILURE = { error: 'Internal server error', message: 'This went wrong on purpose.', request_id: 'req_walk', hint: null };

/** What lies over a screen, and is all that a person can use while it does. */
export const DIALOG = '[role="dialog"]';

let axeSource: Promise<string> | undefined;

/** The address of a screen. @throws Error when a parameter of its path has no value */
export function toAddress({ path }: Pick<WalkedScreen, 'path'>, params: Readonly<Record<string, string>>): string {
  const filled = path.replaceAll(/\$(\w+)/gu, (_all, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The walk has no value for $${name} of ${path}: add one to test/console/support/world.ts`);
    return encodeURIComponent(value);
  });
  return `/console${filled}`;
}

/** Goes to an address within the page, as a link does, and resolves when the screen shows its data. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(address)})`);
  await settle(page);
}

/** Resolves when the screen shows what was asked for, and nothing of it moves. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(SETTLED);
  await page.locator('[data-ready]').first().waitFor();
  await page.locator('[data-late]').first().waitFor({ state: 'detached' });
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/**
 * Colours that pass into others, after a change of the theme, are none that anybody reads. Asked frame by frame: the promise of a
 * transition whose element is replaced meanwhile never resolves.
 */
const SETTLED = `(async () => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const isMoving = (one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity;
  do {
    await frame();
    await frame();
  } while (document.getAnimations().some(isMoving));
})()`;

/** No rule of accessibility is broken on what the page shows, or on a part of it. */
export async function assertAccessible(page: Page, part = 'html'): Promise<void> {
  await assertRules(page, RULES, part);
}

/** Every text stands out from what is behind it: for a page that is accessible in its other theme. */
export async function assertLegible(page: Page, part = 'html'): Promise<void> {
  await assertRules(page, RULES_OF_COLOUR, part);
}

async function assertRules(page: Page, rules: readonly string[], part: string): Promise<void> {
  await page.evaluate(SETTLED);
  // A toast that goes while the rules are read would be judged without its colours.
  await page.locator('.toast').waitFor({ state: 'hidden' });
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) {
    axeSource ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await page.evaluate(await axeSource);
  }
  const { violations } = (await page.evaluate(
    async ([place, runOnly]) =>
      // Otherwise each element that breaks no rule is described too.
      await (globalThis as unknown as { axe: { run(...of: unknown[]): Promise<unknown> } }).axe.run(place, {
        runOnly,
        resultTypes: ['violations'],
        // The preview of a mail runs no script: rules cannot be asked of it, and asking is a warning of the browser.
        iframes: false,
      }),
    [part, rules] as const,
  )) as AxeResult;
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 300)} ${nodes[0]?.failureSummary ?? ''}`);
  assert.deepEqual(found, []);
}

/** A provider of identities that was never set up is 404, and its screen begins one. The browser writes down every 404. */
const NOT_SET_UP = /status of 404 .*\/api\/organizations\/[^/]+\/sign-in$/u;

/** Nothing was said in the console, refused or asked of other hosts, but what is `expected`. */
export function assertQuiet({ problems }: Window, expected = /^$/u): void {
  assert.deepEqual(
    problems.filter((problem) => !expected.test(problem) && !NOT_SET_UP.test(problem)),
    [],
  );
}

/** The page is no wider than the window. */
export async function assertFits(page: Page): Promise<void> {
  // Charts and lists take up a new room in the frame after it.
  await page.evaluate(SETTLED);
  const [wide, window] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  assert.ok(wide <= window, `the page is ${wide} wide in a window of ${window}`);
}

/** What scrolls sideways within a screen, and values of cards that are cut beside room for them. */
const NOT_WHOLE = `(() => {
  const seen = [...document.querySelectorAll('main *')].filter((one) => one.checkVisibility());
  const scrolls = (one) => one.scrollWidth > one.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(one).overflowX);
  const isCut = (one) => one.matches('[role=listitem] dd') && one.scrollWidth > one.clientWidth + 1 && one.parentElement.offsetWidth < one.closest('dl').clientWidth - 1;
  return [
    ...seen.filter((one) => scrolls(one) && !one.matches('pre')).map((one) => (one.ariaLabel ?? one.className) + ': ' + one.scrollWidth + ' px wide in ' + one.clientWidth),
    ...seen.filter(isCut).map((one) => one.parentElement.innerText + ': cut'),
  ];
})()`;

/** No list of a screen is wider than its frame, and what a card shows is whole as long as there is room for it. */
export async function assertListsFit(page: Page): Promise<void> {
  assert.deepEqual(await page.evaluate<string[]>(NOT_WHOLE), []);
}

/** Screens of the service's own records: what it did and spent, and what people set. Nothing on them was read elsewhere. */
const OWN_GROUPS = ['operations', 'settings'];
const OWN_SCREENS = [
  'project-costs',
  'assets',
  'project-settings',
  'inbox',
  'channels',
  'digests',
  'digest',
  'exports',
  'organization-digest',
  'webhooks',
];
/**
 * What is no reading: times, money that was or will be paid, and what people or versions are called by. A number below any other header, in any other tile, says how it came
 * about, so that a new table is held to it without being named here.
 */
const NOT_READ = [
  'Last check',
  'Next check',
  'On',
  'Cost per month',
  'Last price',
  'To track, a month',
  'This month',
  'Keyword limit',
  'Version',
];
/** What reviews, and lists that stores show of apps, cost is not kept beside each value, and they say so; nothing else may. */
const NOT_RECORDED = ['Stars', 'Rating', 'Ratings', 'Price'];
/** Age, depth where there is one, provider and price; of what is computed its parts, their age, and that it costs nothing. */
const SAYS =
  /(?:read |of \w|age not recorded).*, (?:by \w|provider not recorded).*, (?:for \$|free|one of |price not recorded)|computed from .+, (?:of|read|age) .*at no cost of its own|^The check of .+ failed/iu;

interface Said {
  /** Of the column, the tile or the fact. */
  readonly name: string;
  readonly text: string;
  readonly said: string;
}

/** Every number of the grids, tables, tiles and facts of a screen, with its tooltip. */
const NUMBERS = `(() => {
  const textOf = (node) => (node.querySelector('button')?.innerText ?? node.innerText).trim();
  const tip = (node) => [...node.querySelectorAll('[title]')].find((one) => one.title !== '')?.title ?? node.closest('[title]')?.title ?? '';
  const toNumber = (name, node) => ({ name, text: node.innerText.trim(), said: tip(node) });
  const cells = [...document.querySelectorAll('main :is([role=grid], table)')].flatMap((grid) => {
    const placeOf = (cell) => cell.ariaColIndex ?? cell.cellIndex;
    const names = new Map([...grid.querySelectorAll('[role=columnheader], thead th')].map((cell) => [placeOf(cell), textOf(cell)]));
    const isNumber = (cell) => cell.dataset.kind === 'number' || (cell.tagName === 'TD' && /right|end/.test(getComputedStyle(cell).textAlign));
    return [...grid.querySelectorAll('[role=gridcell], td')].filter(isNumber).map((cell) => toNumber(names.get(placeOf(cell)), cell));
  });
  const tiles = [...document.querySelectorAll('main [data-tile]')].map((tile) => toNumber(tile.dataset.tile, tile));
  const facts = [...document.querySelectorAll('main dd')]
    .filter((fact) => /^[>$\\s\\d.,%▲▼+−-]+$/.test(fact.innerText) && !fact.closest('[role=listitem]'))
    .map((fact) => toNumber(fact.parentElement.tagName === 'DL' ? fact.previousElementSibling.innerText : textOf(fact.parentElement.querySelector('dt')), fact));
  const blocks = [...document.querySelectorAll('main button[title*="Click to filter"]')].map((block) => toNumber('a block', block));
  return [...cells, ...tiles, ...facts, ...blocks].filter(({ text }) => /\\d/.test(text));
})()`;

/** Every number that was read or computed says in its tooltip how old it is, how deep it was read, who gave it and what it cost. */
export async function assertReadingsSaid(page: Page, { name, group }: Pick<WalkedScreen, 'name' | 'group'>): Promise<void> {
  if (OWN_GROUPS.includes(group) || OWN_SCREENS.includes(name)) return;
  await assertNumbersSay(page);
  for (const tab of await page.locator('main [role=tab][aria-selected=false]').all()) {
    await tab.click();
    await settle(page);
    await assertNumbersSay(page);
  }
}

async function assertNumbersSay(page: Page): Promise<void> {
  await assertShownSay(page);
  const charts = page.locator('main button', { hasText: 'Show as table' });
  if ((await charts.count()) === 0) return;
  // What stands behind each chart, and back again.
  for (const name of ['Show as table', 'Show as chart']) {
    await page.evaluate(`for (const one of document.querySelectorAll('main button')) if (one.innerText === '${name}') one.click()`);
    await settle(page);
    if (name === 'Show as table') await assertShownSay(page);
  }
}

async function assertShownSay(page: Page): Promise<void> {
  const numbers = (await page.evaluate<Said[]>(NUMBERS)).filter(({ name }) => !NOT_READ.includes(name));
  const isUnsaid = ({ name, said }: Said): boolean => !SAYS.test(said) || (said.includes('not recorded') && !NOT_RECORDED.includes(name));
  assert.deepEqual(numbers.filter(isUnsaid), []);
}

/** A screen begins with a sentence that answers its question, and says nothing twice in its headings. */
export async function assertLed(page: Page): Promise<void> {
  assert.match(await page.locator('main [data-lead]').first().innerText(), /^\S.* .*\S$/su);
  const headings = await page.locator('main :is(h1, h2, h3)').allInnerTexts();
  assert.deepEqual(
    headings.filter((heading, at) => headings.indexOf(heading) !== at),
    [],
  );
}

/** Screens of records and of what was sent, where ids are what is looked for. */
const OF_IDS = ['workflows', 'workflow', 'audit', 'job', 'diagnostics', 'dead-letters'];
const CODES = /\b(?:proj_[a-z0-9]{20,}|provider_[a-z]+|engine_[a-z]|store_[a-z])\b/u;

/** Projects, services, engines and stores are called by their names. */
export async function assertNamed(page: Page, screen: string): Promise<void> {
  if (OF_IDS.includes(screen)) return;
  assert.doesNotMatch(await page.locator('main').innerText(), CODES);
}

/** Tab leads into the screen, where there is something to use; from the link over the frame, when there is one. */
export async function assertReachable(page: Page): Promise<void> {
  if ((await page.locator('main :is(a[href], button, input, select, textarea, [tabindex="0"])').count()) === 0) return;
  const link = page.locator('.skip-link');
  if ((await link.count()) > 0) await link.press('Enter');
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate<boolean>("document.querySelector('main')?.contains(document.activeElement) === true")) return;
  }
  assert.fail('40 presses of Tab do not lead into the screen');
}

/** Makes every answer fail in a window, but those without which there is no frame to show an error in. */
export async function failAnswers({ page }: Window): Promise<Failures> {
  let asked = 0;
  await page.route(OF_THE_SERVICE, async (route) => {
    if (isOfTheFrame(new URL(route.request().url()))) return await route.continue();
    asked += 1;
    return await route.fulfill({ status: 500, json: FAILURE });
  });
  return {
    async assertSaid(goTo) {
      asked = 0;
      await goTo();
      if (asked > 0) await page.locator('main').getByText(FAILURE.request_id).first().waitFor();
    },
  };
}

interface Failures {
  /** A screen that asks for something says what went wrong, with the id of the request, and stays whole. */
  assertSaid(goTo: () => Promise<void>): Promise<void>;
}
