import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setScene } from '../support/crash-run.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { killService, startService } from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';
import { CRASH_TURNS, skipOutOfTurn } from '../support/test-width.ts';

const ITEMS = 45;
const CHAT = '/v1/chat/completions';

test(
  'a kill in the middle of a list loses no item, and the language model is asked about each once',
  { skip: skipOutOfTurn(0, CRASH_TURNS) },
  async (t) => {
    const { world, place } = await setScene(t);
    const { api } = place;
    let service = await startService(place, PATIENCE_MS);
    t.after(() => service.kill('SIGKILL'));
    await world.post('/_sandbox/faults', { match: CHAT, kind: 'slow', rate: 1, delay_ms: 80 });
    const items = Array.from({ length: ITEMS }, (_, at) => `qzvxlane-${at}.com`);
    const { body: begun } = await api.post('/api/classify', { items, skip_fetch: true });
    const read = async () => (await api.get(`/api/classify/${begun.list_id}`)).body;
    await waitUntil(async () => (await read()).done > 0, 'the first items to be done');
    await killService(service);
    service = await startService(place, PATIENCE_MS);
    await waitUntil(async () => (await read()).status === 'complete', 'the list to end');
    const list = await read();
    assert.equal(list.done, ITEMS);
    const { body: calls } = await world.get('/_sandbox/calls');
    const questions: string[] = calls.entries
      .filter(({ path, body }: { path: string; body: string }) => path === CHAT && !body.includes('"role":"assistant"'))
      .map(({ body }: { body: string }) => items.find((item) => body.includes(`\\n${item}\\n`)) ?? body);
    assert.equal(new Set(questions).size, questions.length, 'no question is asked twice');
    assert.ok(questions.length > 0 && questions.length <= ITEMS, `${questions.length} questions`);
  },
);
