import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_KINDS } from '../../src/areas/alerts/events/index.ts';

/** Rules of the service itself; a project has none of them. */
const OF_OPERATORS = ['dead_letters', 'source_down', 'channel_failing', 'key_expiring', 'store_full'];

/** Other ways to say how much, where the sentence has one, and what narrows a rule further. */
const BY_API_ALONE = ['metric.above', 'metric.below', 'app_position.top', 'app_chart.top', 'app_listing.fields', 'budget.name'];

interface Words {
  readonly event: string;
  readonly parameters: readonly { readonly name: string; readonly choices?: readonly { readonly value: string }[] }[];
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
    assert.deepEqual(
      words.parameters.map(({ name }) => name).toSorted(),
      Object.keys((kind.params as unknown as { readonly shape: object }).shape)
        .filter((name) => !BY_API_ALONE.includes(`${kind.event}.${name}`))
        .toSorted(),
      `values of ${kind.event}`,
    );
    for (const { name, choices = [] } of words.parameters)
      for (const { value } of choices.filter((choice) => !['', 'true', 'false'].includes(choice.value)))
        assert.ok(kind.params.safeParse({ ...words.defaults, [name]: value }).success, `${kind.event}: ${name} ${value}`);
  }
});
