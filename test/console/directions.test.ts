import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { makeProject } from '../support/rankings-api.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { openWindow } from './support/browser.ts';
import { follow, listScreens, settle, toAddress } from './support/walk.ts';

/** From right to left first, and from left to right first, each with both and with digits. */
const HEBREW = 'חשבונית Pro 3';
const ARABIC = 'iPhone 17 جديد 5';
const PROJECT = 'חנות Shop 24';
const TAG = 'מבצע Sale 7';
const NAMES = [HEBREW, ARABIC, PROJECT, TAG];
const PARAMS = ['projectId', 'keywordId', 'runId'];
const LOOKS = [
  { width: 1400, height: 900 },
  { width: 390, height: 844 },
] as const;

/**
 * Where a name is drawn otherwise than its own letters say, or moves what stands beside it; and tooltips that name it within other text.
 * Positions are those of the letters on the screen: a name is judged where it stands on one line.
 */
const MISDRAWN = `(names) => {
  const isRight = (letter) => /[\u0590-\u08ff]/.test(letter);
  const rectOf = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  const wrong = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let seen = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data;
    for (const name of names) {
      const at = text.indexOf(name);
      if (at === -1 || !node.parentElement.checkVisibility() || node.parentElement.closest('.sr-only')) continue;
      const rects = Array.from(name, (_letter, place) => rectOf(node, at + place)).filter(({ width }) => width > 0);
      const [first, last] = [rects[0], rects.at(-1)];
      if (!first || Math.abs(first.top - last.top) > 2) continue;
      seen += 1;
      // A text that others wrote around it takes its way as a whole: it is not ours to order.
      const isTheirs = getComputedStyle(node.parentElement).unicodeBidi === 'plaintext' && text !== name && text[at - 1] !== '\u2068';
      if (isTheirs) continue;
      const isOwnWay = isRight(name[0]) ? first.left > last.left : first.left < last.left;
      if (!isOwnWay) wrong.push(name + ' is drawn the wrong way in: ' + text);
      const [left, right] = [Math.min(...rects.map((rect) => rect.left)), Math.max(...rects.map((rect) => rect.right))];
      const beside = (place) => (/[\\p{L}\\p{N}]/u.test(text[place] ?? '') ? rectOf(node, place) : undefined);
      const next = [1, 2, 3, 4].map((step) => beside(at + name.length - 1 + step)).find((rect) => rect);
      const former = [1, 2, 3, 4].map((step) => beside(at - step)).find((rect) => rect);
      if (next && Math.abs(next.top - last.top) <= 2 && next.left < right - 1) wrong.push(name + ' moves what follows it in: ' + text);
      if (former && Math.abs(former.top - first.top) <= 2 && former.right > left + 1) wrong.push(name + ' moves what stands before it in: ' + text);
    }
  }
  for (const one of document.querySelectorAll('[title]'))
    for (const name of names)
      if (isRight(name[0]) && one.title.includes(name) && !one.title.includes('\u2068' + name)) wrong.push('tooltip: ' + one.title);
  return { wrong, seen };
}`;

test('names and keywords from right to left are drawn as their letters say, and move nothing beside them', async (t) => {
  await ensureConsole();
  const { url, api, app } = await startTestApp(t);
  const projectId = await makeProject(api, ['invoicenest.com'], 'org_right');
  await api.put(`/api/projects/${projectId}`, { name: PROJECT });
  const { body: tag } = await api.post('/api/tags', { project_id: projectId, name: TAG });
  const keywords = [HEBREW, ARABIC].map((text) => ({ keyword_text: text, check_interval: 'daily', tags: [tag.tag_id ?? tag.id] }));
  const tracked = await api.post('/api/keywords/track', { project_id: projectId, keywords });
  assert.equal(tracked.status, 200, JSON.stringify(tracked.body));
  await app.context.workflows.waitFor(tracked.body.serp_tracking.workflow_id, PATIENCE_MS);
  const { rankings } = (await api.get(`/api/rankings?project_id=${projectId}&limit=10`)).body;
  const of = rankings.find(({ keyword }: any) => keyword === HEBREW) ?? rankings[0];
  const params = { projectId, keywordId: of.keyword_id, runId: of.run_id };
  const { page, open, context } = await openWindow({ url, key: TEST_ADMIN_KEY });
  await open('/console/');
  const screens = (await listScreens()).filter(({ path, isOpen }) => {
    const names = [...path.matchAll(/\$(\w+)/gu)].map(([, name]) => name ?? '');
    return isOpen !== true && names.every((name) => PARAMS.includes(name)) && (names.length > 0 || path === '/');
  });
  const seen = new Map<string, number>();
  const look = async (name: string, address: string): Promise<void> => {
    await t.test(name, async () => {
      await follow(page, address);
      for (const size of LOOKS) {
        await page.setViewportSize(size);
        await settle(page);
        const found = await page.evaluate<{ wrong: string[]; seen: number }>(`(${MISDRAWN})(${JSON.stringify(NAMES)})`);
        assert.deepEqual(found.wrong, []);
        seen.set(name, (seen.get(name) ?? 0) + found.seen);
      }
    });
  };
  for (const screen of screens) await look(screen.name, toAddress(screen, params));
  const filters = new URLSearchParams({ q: HEBREW, tag: JSON.stringify([tag.tag_id ?? tag.id]) });
  await look('chips of filters', `/console/p/${projectId}/keywords?${filters.toString()}`);
  for (const name of ['projects', 'overview', 'keywords', 'keyword', 'run', 'heat-map', 'checks', 'chips of filters'])
    assert.ok((seen.get(name) ?? 0) > 0, `${name} shows none of the names: ${JSON.stringify([...seen])}`);
  await t.test('a file is named by the letters of the project, and holds keywords as they are', async () => {
    await page.setViewportSize(LOOKS[0]);
    await follow(page, `/console/p/${projectId}/keywords`);
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('e')]);
    assert.match(file.suggestedFilename(), /^keywords-חנות-shop-24-[\d-]+\.csv$/u);
    const lines = await readFile(await file.path(), 'utf8');
    assert.ok(lines.includes(`\n${HEBREW},`) && lines.includes(`\n${ARABIC},`), lines);
    assert.doesNotMatch(lines, /[\u2066-\u2069]/u);
  });
  await context.close();
});
