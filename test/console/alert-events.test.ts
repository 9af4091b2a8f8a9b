import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_KINDS } from '../../src/areas/alerts/events/index.ts';

/** Rules of the service itself; a project has none of them. */
const OF_OPERATORS = ['dead_letters', 'source_down', 'channel_failing', 'key_expiring', 'store_full'];

interface Words {
  readonly event: string;
  readonly isMovement: boolean;
  readonly defaults: Readonly<Record<string, unknown>>;
}

test('the sentence has words for every event that rules of a project can name, and begins with values that it takes', async () => {
  const { EVENTS } = (await import(String(new URL('../../console/src/screens/alerts/editor/events.ts', import.meta.url)))) as {
    readonly EVENTS: readonly Words[];
  };
  for (const kind of EVENT_KINDS.filter(({ event }) => !OF_OPERATORS.includes(event))) {
    const words = EVENTS.find(({ event }) => event === kind.event);
    assert.ok(words, `${kind.event}: add it to console/src/screens/alerts/editor/events.ts`);
    const parsed = kind.params.safeParse(words.defaults);
    assert.ok(parsed.success, `${kind.event}: ${parsed.error?.message}`);
    assert.equal(words.isMovement, kind.family === 'movement', `${kind.event} is a ${kind.family}`);
  }
});
