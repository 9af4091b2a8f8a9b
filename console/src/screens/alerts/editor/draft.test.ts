import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#data/answers/api-error.ts';
import { changeEvent, changeParameter, changeWhere, isSameEvent, NEW_RULE, takeSuggestion, toName } from './draft.ts';
import { isOfFields, readRuleProblems } from './problems.ts';

test('another event brings its own values, and leaves what only keywords have', () => {
  const branded = changeWhere({ ...NEW_RULE, confirm: 'recheck' }, { tag: 'tag_1' });
  assert.deepEqual(changeEvent(branded, 'entered_top').where, { tag: 'tag_1' });
  const { when, where, confirm } = changeEvent(branded, 'checks_failed');
  assert.deepEqual({ when, where, confirm }, { when: { event: 'checks_failed', share: 20 }, where: {}, confirm: 'none' });
});

test('a filter or value that is taken away is not sent', () => {
  assert.deepEqual(changeWhere(changeWhere(NEW_RULE, { tag: 'tag_1' }), { tag: undefined }).where, {});
  assert.deepEqual(changeParameter({ ...NEW_RULE, when: { event: 'competitor_passed', domain: 'a.com' } }, 'domain', undefined).when, {
    event: 'competitor_passed',
  });
});

test('a suggestion changes the threshold that it names', () => {
  assert.equal(takeSuggestion(changeEvent(NEW_RULE, 'dropped'), { parameter: 'by', value: 8 }).when['by'], 8);
  assert.equal(takeSuggestion(NEW_RULE, { parameter: 'min_keywords', value: 3 }).min_keywords, 3);
});

test('rules are the same by what they are about', () => {
  assert.ok(isSameEvent({ when: { n: 10, event: 'left_top' } }, NEW_RULE));
  assert.ok(!isSameEvent({ when: { n: 3, event: 'left_top' } }, NEW_RULE));
  assert.equal(toName({ when: NEW_RULE.when, where: { device: 'mobile' } }, 'Brand'), 'Leaves the top 10, Brand, mobile');
});

test('what is wrong is read by field, in the preview and when saving', () => {
  const refused = new ApiError({
    status: 400,
    body: {
      details: [
        { path: 'rule.when.n', message: 'must be at most 100' },
        { path: 'name', message: 'is missing' },
      ],
    },
  });
  const problems = readRuleProblems(null, refused);
  assert.equal(problems.of('when.n'), 'must be at most 100');
  assert.equal(problems.of('when.by'), undefined);
  assert.deepEqual(problems.others(['when.n']), ['name is missing']);
  assert.ok(isOfFields(refused) && !isOfFields(new ApiError({ status: 404, body: {} })));
});
