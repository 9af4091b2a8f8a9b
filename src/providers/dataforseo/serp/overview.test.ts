import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { toOverview } from './overview.ts';

const DEFERRED = { type: 'ai_overview', asynchronous_ai_overview: true, markdown: null, items: null, references: null };
const reference = (url: string, title = 'T') => ({ type: 'ai_overview_reference', source: 'S', domain: 'a.com', url, title, text: '...' });

test('an overview that was to arrive after the page and was not loaded is none that cites nothing', () => {
  assert.equal(toOverview(DEFERRED), null);
  assert.deepEqual(toOverview({ ...DEFERRED, markdown: 'Words' }), { text: 'Words', references: [] });
  assert.deepEqual(toOverview({ ...DEFERRED, references: [] }), { text: null, references: [] });
});

test('references of elements follow those of the whole, each page once', () => {
  const overview = toOverview({
    references: [reference('https://a.com/1#:~:text=quoted'), reference('https://b.com/')],
    items: [
      { text: 'One', references: [reference('https://b.com/'), reference('https://c.com/')] },
      { text: 'Two', components: [{ references: [reference('https://d.com/#part')] }] },
      'nonsense',
    ],
  });
  assert.deepEqual(
    overview?.references.map(({ url }) => url),
    ['https://a.com/1', 'https://b.com/', 'https://c.com/', 'https://d.com/#part'],
  );
  assert.equal(overview?.text, 'One\n\nTwo');
});

test('a reference needs an address or a domain, and nothing else', () => {
  const overview = toOverview({
    markdown: 'x\0y',
    references: [{ domain: 'a.com' }, { title: 'No address' }, null, { url: 'https://b.com/' }],
  });
  assert.deepEqual(overview, {
    text: 'xy',
    references: [
      { url: 'https://a.com/', title: null, source: null },
      { url: 'https://b.com/', title: null, source: null },
    ],
  });
});

test('a recorded overview is read with the references of its elements', () => {
  const recorded = JSON.parse(readFileSync('test/fixtures/dataforseo/serp.google.organic.task_get.advanced.json', 'utf8')) as unknown;
  const wire = findItem(recorded);
  assert.ok(wire);
  const overview = toOverview(wire);
  assert.ok(overview !== null && overview.text?.includes('6-speed manual'));
  assert.ok(overview.references.length > 0 && overview.references.every(({ url }) => url.startsWith('https://')));
  assert.ok(!JSON.stringify(overview.references).includes(':~:text='));
});

function findItem(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('type' in value && value.type === 'ai_overview') return value as Record<string, unknown>;
  for (const part of Object.values(value)) {
    const found = findItem(part);
    if (found !== undefined) return found;
  }
  return undefined;
}
