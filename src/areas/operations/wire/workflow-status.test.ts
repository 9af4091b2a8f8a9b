import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toStepFields } from './workflow-status.ts';

test('an answer has the last thousand steps of a workflow, and says how many there are', () => {
  const steps = Array.from({ length: 1_203 }, (_, at) => `step ${at}`);
  const fields = toStepFields(steps, (name) => ({ name }));
  assert.equal(fields.steps_total, 1_203);
  assert.deepEqual([fields.steps.length, fields.steps[0], fields.steps.at(-1)], [1_000, { name: 'step 203' }, { name: 'step 1202' }]);
  assert.deepEqual(
    toStepFields(['one'], (name) => name),
    { steps: ['one'], steps_total: 1 },
  );
});
