import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'node:test';
import { HOSTILE_PAGES } from '../../../../../bench/support/hostile-pages.ts';
import { makePageReader, UnreadablePageError, type PageReaderOptions } from './page-reader.ts';

const url = 'https://hostile-page.com/';

function openReader(t: { after(end: () => Promise<void>): void }, options: PageReaderOptions = {}) {
  const reader = makePageReader({ deadlineMs: 60_000, ...options });
  t.after(() => reader.close());
  return reader;
}

test('reads pages beside the event loop, hostile ones too', async (t) => {
  const reader = openReader(t);
  const worst = ['nested elements', 'attributes of different names', 'references in text', 'deep structured data'];
  const pages = [...worst.map((name) => HOSTILE_PAGES[name] ?? ''), '<div>'.repeat(50_000), `<p>${'x'.repeat(2 * 1_024 * 1_024)}`];
  let isDone = false;
  let turns = 0;
  const counting = (async () => {
    for (; !isDone; turns += 1) await nextTurn();
  })();
  const found = await Promise.all(pages.map((html) => reader.read({ html, url })));
  isDone = true;
  await counting;
  assert.equal(found.length, pages.length);
  // A thread that reads them itself goes round a few times a page.
  assert.ok(turns > pages.length * 50, `the loop went round ${turns} times`);
});

test('gives up a page that takes too long, and reads the next one', async (t) => {
  const reader = openReader(t, { deadlineMs: 1 });
  const large = HOSTILE_PAGES['references in text'] ?? '';
  await assert.rejects(reader.read({ html: large, url }), UnreadablePageError);
  const patient = openReader(t);
  const [first, second] = await Promise.all(['<title>One</title>', '<title>Two</title>'].map((html) => patient.read({ html, url })));
  assert.deepEqual([first?.title, second?.title], ['One', 'Two']);
});

test('ends its worker when there is nothing to read, and starts another one', async (t) => {
  const reader = openReader(t, { idleMs: 0 });
  for (const title of ['One', 'Two']) {
    const signals = await reader.read({ html: `<title>${title}</title>`, url });
    assert.equal(signals.title, title);
    await nextTurn();
  }
});
