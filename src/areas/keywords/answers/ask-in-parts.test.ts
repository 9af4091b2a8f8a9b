import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BudgetExceededError } from '#kernel/errors.ts';
import { askInParts, toCalls, type AskedKeyword, type Parts } from './ask-in-parts.ts';

const PER_CALL = 8;

interface Bench {
  readonly parts: Parts<AskedKeyword, string>;
  readonly calls: (readonly string[])[];
}

/** A provider that refuses some keywords, and may say which. */
function makeBench({ bad = [], isNamed = false }: { bad?: readonly string[]; isNamed?: boolean } = {}): Bench {
  const calls: (readonly string[])[] = [];
  return {
    calls,
    parts: {
      perCall: PER_CALL,
      ask: async (items) => {
        const keywords = items.map(({ keyword }) => keyword);
        calls.push(keywords);
        const refused = keywords.filter((keyword) => bad.includes(keyword));
        if (refused.length > 0) return { state: 'refused', what: 'keywords', named: isNamed ? refused : [], reason: 'not taken' };
        return { state: 'answered', costUsd: 0.01, answers: new Map(items.map(({ id }) => [id, 'known'])) };
      },
      refuse: async (items, reason) => new Map(items.map(({ id }) => [id, reason])),
    },
  };
}

const toItems = (count: number): AskedKeyword[] =>
  Array.from({ length: count }, (_none, at) => ({ id: `id_${at}`, keyword: `word ${at}` }));

test('keywords are asked in full calls', async () => {
  const { parts, calls } = makeBench();
  const { answers, costUsd } = await askInParts(toItems(20), parts);
  assert.deepEqual(
    calls.map((keywords) => keywords.length),
    [8, 8, 4],
  );
  assert.deepEqual([answers.size, costUsd], [20, 0.03]);
});

test('a keyword that voids its call is found by halves, and alone', async () => {
  const { parts, calls } = makeBench({ bad: ['word 5'] });
  const { answers } = await askInParts(toItems(8), parts);
  assert.deepEqual([answers.get('id_5'), answers.size], ['not taken', 8]);
  assert.equal([...answers.values()].filter((answer) => answer === 'known').length, 7);
  assert.deepEqual(
    calls.map((keywords) => keywords.length).toSorted((one, other) => other - one),
    [8, 4, 4, 2, 2, 1, 1],
  );
});

test('one that the provider names is left out at once', async () => {
  const { parts, calls } = makeBench({ bad: ['word 2', 'word 6'], isNamed: true });
  const { answers } = await askInParts(toItems(8), parts);
  assert.deepEqual(
    calls.map((keywords) => keywords.length),
    [8, 6],
  );
  assert.deepEqual([answers.get('id_2'), answers.get('id_6'), answers.get('id_3')], ['not taken', 'not taken', 'known']);
});

test('unusual signs are asked apart', () => {
  const keywords = ['shoes', 'what?', "men's shoes", 'c++', '50% off', 'schuhe größe 42', 'shoes 👟'];
  assert.deepEqual(
    toCalls(keywords, PER_CALL, (keyword) => keyword),
    [
      ['shoes', "men's shoes", 'c++', 'schuhe größe 42'],
      ['what?', '50% off', 'shoes 👟'],
    ],
  );
});

test('a budget leaves out what it has no room for, any other failure is thrown when all calls have ended', async () => {
  const { parts } = makeBench();
  const error = new BudgetExceededError('daily_usd', 'spent');
  const failing = (failure: Error): typeof parts => ({
    ...parts,
    ask: async (items) => (items.some(({ id }) => id === 'id_9') ? await Promise.reject(failure) : await parts.ask(items)),
  });
  const stopped = await askInParts(toItems(20), failing(error));
  assert.deepEqual([stopped.stoppedBy, stopped.answers.size], [error, 12]);
  await assert.rejects(askInParts(toItems(20), failing(new Error('away'))), /away/u);
});
