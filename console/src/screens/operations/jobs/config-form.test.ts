import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listConfigFields, toConfigChanges, toText } from './config-form.ts';

const config = {
  device: 'phone',
  platform: 'store_b',
  chart_types: ['topselling_free', 'topgrossing'],
  related_app_depth: 0,
  all_categories: true,
};

test('only what was changed is sent, and what was emptied becomes null', () => {
  const fields = listConfigFields('admin_catalog_refresh');
  const same = Object.fromEntries(fields.map(({ name }) => [name, toText((config as Record<string, unknown>)[name])]));
  assert.deepEqual(toConfigChanges(fields, config, same), {});
  assert.deepEqual(
    toConfigChanges(fields, config, {
      ...same,
      device: '',
      limit: '50',
      related_app_depth: '2',
      chart_types: 'topgrossing\n',
      storefront: ' de ',
    }),
    {
      device: null,
      storefront: 'de',
      limit: 50,
      related_app_depth: 2,
      chart_types: ['topgrossing'],
    },
  );
});

test('each type of job has its fields', () => {
  assert.deepEqual(listConfigFields('backlink_snapshots'), []);
  assert.deepEqual(
    listConfigFields('subscription_dispatch').map(({ name }) => name),
    ['project_id'],
  );
  assert.deepEqual(
    toConfigChanges(listConfigFields('subscription_dispatch'), {}, { project_id: '123' }),
    { project_id: '123' },
    'an id stays a text',
  );
});
