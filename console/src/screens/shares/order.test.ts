import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeFilter, isWhole, listUnfiltered, listUnknownParts, toExpiry, toHosts, type Order } from './order.ts';

const ORDER: Order = { project_id: 'proj_1', name: 'For the client', sections: ['overview', 'keywords'] };

test('a share needs a name, a section, a whole password and days in their order', () => {
  assert.equal(isWhole(ORDER), true);
  assert.equal(isWhole({ ...ORDER, name: ' ' }), false);
  assert.equal(isWhole({ ...ORDER, sections: [] }), false);
  assert.equal(isWhole({ ...ORDER, password: 'seven77' }), false);
  assert.equal(isWhole({ ...ORDER, from: '2026-11-02', to: '2026-11-01' }), false);
});

test('names the sections that the filter cannot narrow, and by what', () => {
  assert.deepEqual(listUnfiltered({ ...ORDER, filter: { device: 'mobile' } }), []);
  assert.deepEqual(listUnfiltered({ ...ORDER, filter: { tag: 'brand' } }), ['overview']);
  assert.equal(isWhole({ ...ORDER, filter: { language_code: 'de' } }), false);
  const answers: Order = { ...ORDER, sections: ['answers'], filter: { language_code: 'de', location_code: 2276 } };
  assert.deepEqual(listUnfiltered(answers), []);
  assert.deepEqual(listUnknownParts({ ...answers, filter: { ...answers.filter, device: 'mobile', engine: 'engine_a' } }), [
    'device',
    'search engine',
  ]);
});

test('reads days, hosts and parts of a filter', () => {
  assert.deepEqual([toExpiry('2026-12-31'), toExpiry('')], ['2026-12-31T23:59:59Z', null]);
  assert.deepEqual(toHosts(' Example.com, *.example.com:8443\nexample.com '), ['example.com', '*.example.com:8443']);
  assert.deepEqual(changeFilter({ device: 'mobile', tag: 'brand' }, { tag: undefined }), { device: 'mobile' });
});
