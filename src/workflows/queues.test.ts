import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkMessageQueues, MESSAGES } from './messages.ts';
import { countPlaces, findQueue, listConsumed, QUEUES, toRetryWaits } from './queues.ts';

/** Specification 4.10, "Internal queues". */
const INTERNAL = [
  'general-tasks',
  'url-classification',
  'keyword-classification',
  'domain-classification',
  'domain-onboarding',
  'llm-reverification',
  'app-info-fetch',
  'app-keyword-search',
  'social-scrape',
  'app-details-fetch',
  'analytics-ingestion',
  'keyword-harvest',
  'dead-letter',
];

test('has the thirteen internal queues, each name once', () => {
  const names: string[] = QUEUES.map(({ name }) => name);
  assert.deepEqual(names.slice(0, INTERNAL.length), INTERNAL);
  assert.equal(new Set(names).size, names.length);
});

test('has the figures of section 8', () => {
  const figures = (name: string) => {
    const queue = findQueue(name);
    return queue && [queue.concurrency, queue.batch, queue.maxRetries];
  };
  assert.deepEqual(figures('general-tasks'), [20, 1, 3]);
  assert.deepEqual(figures('app-details-fetch'), [3, 5, 2]);
  assert.deepEqual(figures('url-classification'), [10, 1, 3]);
  assert.equal(figures('nothing'), undefined);
  assert.equal(countPlaces({ concurrency: 3, batch: 5 }), 15);
});

test('a queue takes as many waits as it has retries', () => {
  const waits = [5_000, 10_000, 20_000];
  assert.deepEqual(toRetryWaits('general-tasks', waits), waits);
  assert.deepEqual(toRetryWaits('app-details-fetch', waits), [5_000, 10_000]);
  assert.deepEqual(toRetryWaits('dead-letter', waits), []);
  assert.deepEqual(toRetryWaits('general-tasks', [10]), [10, 10, 10]);
  assert.deepEqual(toRetryWaits('general-tasks', []), []);
});

test('takes work off the queues of its workflows only', () => {
  const names = listConsumed([{ queue: 'serp-checks' }, { queue: 'general-tasks' }, { queue: 'serp-checks' }]).map(({ name }) => name);
  assert.deepEqual(names, ['general-tasks', 'serp-checks']);
});

test('refuses a workflow on another queue than its messages', () => {
  for (const kind of ['serp_tracking', 'crawl_category', 'harvest_keywords', 'classify_referring_domain', 'classify_url'])
    assert.ok(
      MESSAGES.some((message) => message.kind === kind),
      kind,
    );
  checkMessageQueues([{ name: 'url-classify', queue: 'url-classification' }]);
  assert.throws(
    () => checkMessageQueues([{ name: 'url-classify', queue: 'general-tasks' }]),
    /url-classify must run on url-classification/u,
  );
});
