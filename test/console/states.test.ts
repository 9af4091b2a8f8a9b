import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { TestApp } from '../support/app.ts';
import { IS_WHOLE, skipOutOfTurn, takeShare, takeTurns } from '../support/test-width.ts';
import { openWindow, type Window } from './support/browser.ts';
import { CLAIMS, EXPLAINS, judge } from './support/states/claims.ts';
import { readClaims } from './support/states/read-claims.ts';
import { readFacts, type Facts } from './support/states/state-facts.ts';
import { makeStatesWorld, STATES, type State, type StatesWorld } from './support/states/states-world.ts';
import { assertAccessible, assertQuiet, follow, listScreens, settle, toAddress, type WalkedScreen } from './support/walk.ts';

/** Screens without parameters that list what is in each state. */
const LISTS = ['projects', 'domains'];
const LOOKS = [
  { width: 1400, height: 900, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const;
const met = new Set<object>();

// In every second commit a seventh of the screens, each in the state whose turn it is; each in every state, and each entry met in one, in `npm run test:whole`.
test('each sentence that claims an absence or a whole comes from a measured value', { skip: skipOutOfTurn(0, 2) }, async (t) => {
  const world = await makeStatesWorld(t);
  const facts = await readAllFacts(world);
  const windows: Partial<Record<State, Window>> = {};
  // Each state has a key of its own, because all screens in every state are more than one session may ask for in a minute.
  const openIn = async (state: State): Promise<Window> => (windows[state] ??= await openWithKey(world.service));
  let turn = 0;
  const screens = await listScreens();
  for (const screen of takeShare(screens.filter(isOfAState), 7)) {
    const states = LISTS.includes(screen.name) ? STATES.slice(0, 1) : STATES.filter((state) => isThere(screen, world.states[state].params));
    for (const state of takeTurns(states, turn)) {
      await t.test(
        `${screen.name}: ${state}`,
        async () => await look(await openIn(state), screen, { world, state, facts: facts[state], turn }),
      );
      turn += 1;
    }
  }
  const others = screens.filter((one) => one.isOpen !== true && !isOfAState(one));
  for (const screen of takeShare(others, 7)) {
    const states = STATES.filter((state) => isThere(screen, world.states[state].params));
    // What is of the whole service is the same in each.
    for (const state of takeTurns(listParams(screen).length === 0 ? states.slice(0, 1) : states, turn)) {
      await t.test(`${screen.name}: is accessible, ${state}`, async () => {
        const window = await openIn(state);
        await open(window, toAddress(screen, world.states[state].params));
        await assertAccessibleIn(window, turn);
        assertQuiet(window);
      });
      turn += 1;
    }
  }
  await t.test('each empty list of a domain says why it is empty', async () => await readEmptyLists(await openIn('never'), world, facts));
  for (const window of Object.values(windows)) await window.context.close();
  await lookAtShares(t, world, facts);
  if (IS_WHOLE)
    await t.test('each entry of the list is met', () => {
      const dead = [...CLAIMS, ...EXPLAINS].filter((entry) => !met.has(entry));
      assert.equal(dead.map(({ on, says }) => `${on.join(', ')}: ${String(says)}`).join('\n'), '');
    });
});

async function openWithKey({ url, api }: TestApp): Promise<Window> {
  const { body } = await api.post('/api/admin/api-keys', { name: 'states', scopes: ['read', 'write', 'admin'], tier: 'enterprise' });
  const window = await openWindow({ url, key: body.key });
  await window.open('/console/');
  return window;
}

type AllFacts = Readonly<Record<State, Facts>>;

async function readAllFacts({ service, states }: StatesWorld): Promise<AllFacts> {
  const read = await Promise.all(STATES.map(async (state) => [state, await readFacts(service, states[state])] as const));
  return Object.fromEntries(read) as Record<State, Facts>;
}

function listParams({ path }: WalkedScreen): readonly string[] {
  return [...path.matchAll(/\$(\w+)/gu)].map(([, name]) => name ?? '');
}

const PARAMS = ['projectId', 'keywordId', 'domain', 'runId', 'platform', 'appId', 'categoryId', 'researchId', 'listId'];

/** The screens of a project, a keyword, a check, a domain, an app, a chart, a research run and a list: what they show depends on how far it was looked at. */
function isOfAState(screen: WalkedScreen): boolean {
  const params = listParams(screen);
  return LISTS.includes(screen.name) || (params.length > 0 && params.every((name) => PARAMS.includes(name)));
}

function isThere(screen: WalkedScreen, params: Readonly<Record<string, string>>): boolean {
  return listParams(screen).every((name) => name in params);
}

interface Looked {
  readonly world: StatesWorld;
  readonly state: State;
  readonly facts: Facts;
  readonly turn: number;
}

/** Reads all tabs of a screen wide, for that shows most; and the rules of accessibility, of the other tabs in `npm run test:whole`. */
async function look(window: Window, screen: WalkedScreen, { world, state, facts, turn }: Looked): Promise<void> {
  const { page } = window;
  await open(window, toAddress(screen, world.states[state].params));
  const sentences = await readClaims(page);
  await assertAccessibleIn(window, turn);
  for (const tab of await page.locator('main [role=tab][aria-selected=false]').all()) {
    await tab.click();
    await settle(page);
    sentences.push(...(await readClaims(page)));
    if (IS_WHOLE) await assertAccessibleIn(window, turn);
  }
  assertBacked(screen.name, sentences, facts);
  // The browser names what is not found, such as an app that was never read.
  assertQuiet(window, facts.app === undefined && screen.name === 'app' ? /status of 404/u : undefined);
}

async function open(window: Window, address: string): Promise<void> {
  window.forget();
  await follow(window.page, address);
}

/** In the look whose turn it is; in every look in `npm run test:whole`. */
async function assertAccessibleIn(window: Window, turn: number): Promise<void> {
  for (const at of IS_WHOLE ? LOOKS.keys() : [turn % LOOKS.length]) {
    await changeLook(window, at);
    await assertAccessible(window.page, 'main');
  }
  await changeLook(window, 0);
}

/** Of a domain that was never looked at, refused or could not be fetched nothing is listed, and that there is none is not known. */
async function readEmptyLists(window: Window, world: StatesWorld, facts: AllFacts): Promise<void> {
  const { page } = window;
  for (const state of ['never', 'refused', 'failed'] as const) {
    const { domain = '' } = world.states[state].params;
    const { onboard_error: error } = facts[state].summary;
    const found: string[] = [];
    for (const tab of ['summary', 'keywords', 'pages', 'links', 'anchors']) {
      await open(window, `/console/domains/${domain}?tab=${tab}`);
      found.push(...(await page.locator('main [data-empty]').allInnerTexts()));
    }
    assert.equal(found.length, 6, found.join('\n'));
    for (const text of found) {
      assert.match(text, /^Not known/u);
      const isOfOthers = text.includes('websites of your own projects only');
      assert.ok(isOfOthers || /have not been/u.test(text) === (error === null), text);
      assert.ok(isOfOthers || error === null || text.toLowerCase().includes(String(error).toLowerCase()), `${text} says why: ${error}`);
    }
  }
}

async function changeLook({ page }: Window, at: number): Promise<void> {
  const { width, height, colorScheme } = LOOKS[at] ?? LOOKS[0];
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height });
  await settle(page);
}

function assertBacked(on: string, sentences: readonly string[], facts: Facts): void {
  const judged = [...new Set(sentences)].map((sentence) => ({ sentence, ...judge({ on, sentence }, facts) }));
  const list = (which: (one: (typeof judged)[number]) => boolean): string =>
    judged
      .filter(which)
      .map(({ sentence }) => sentence)
      .join('\n');
  for (const { backing } of judged) for (const entry of backing) met.add(entry);
  assert.equal(
    list(({ isNamed }) => !isNamed),
    '',
    `${on}: name the value that it comes from in test/console/support/states/claims.ts`,
  );
  assert.equal(
    list(({ backing }) => backing.length === 0),
    '',
    `${on}: the API answers otherwise`,
  );
}

async function lookAtShares(t: TestContext, { service, states }: StatesWorld, facts: AllFacts): Promise<void> {
  for (const [turn, state] of takeTurns(STATES, 1).entries())
    await t.test(`share: ${state}`, async () => {
      const reader = await openWindow({ url: service.url, isOutside: true });
      await reader.open(states[state].sharePath);
      for (const section of await reader.page.locator('section').all())
        await section.and(reader.page.locator('[aria-busy="false"]')).waitFor();
      assertBacked('share', await readClaims(reader.page, 'body'), facts[state]);
      await changeLook(reader, turn % LOOKS.length);
      await assertAccessible(reader.page);
      assertQuiet(reader);
      await reader.context.close();
    });
}
