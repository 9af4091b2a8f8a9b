import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
test('x', async (t) => {
  const { api, anonymous } = await startTestApp(t);
  console.log(
    await anonymous.get('/health'),
    await api.get('/api/admin/config'),
    await api.post('/api/admin/api-keys', { name: 'a', scopes: ['read'] }),
  );
});
