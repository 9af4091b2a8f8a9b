import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Sql } from '#stores/postgres/types.ts';
import type { ApiClient } from './api-client.ts';
import type { Ids } from './openapi-walk-send.ts';

/** A file that was looked at and mapped, and can be committed, and a template. */
export async function makeWalkedImport(
  api: ApiClient,
  { projectId, organization }: { projectId: string; organization: string },
): Promise<Ids> {
  const text = 'keyword,date,position\nwalked,2024-01-03,4\n';
  const id: string = (await made(api.post('/api/imports', { project_id: projectId, name: 'walked.csv', bytes: text.length }))).import.id;
  const query = `offset=0&sha256=${createHash('sha256').update(text).digest('hex')}`;
  await made(api.put(`/api/imports/${id}/parts/0?${query}`, text, { 'content-type': 'application/octet-stream' }));
  const found = await made(api.post(`/api/imports/${id}/detect`));
  await made(api.put(`/api/imports/${id}/mapping`, found.import.mapping));
  const read = { name: 'Walked', kind: 'csv', mapping: { layout: 'long' } };
  const kept = await made(api.post('/api/import-templates', { organization_id: organization, ...read }));
  return { import_id: id, template_id: kept.template.id };
}

/** One that was committed, without points. */
export async function makeCommittedImport({ api, sql }: { readonly api: ApiClient; readonly sql: Sql }, projectId: string): Promise<Ids> {
  const { id } = (await made(api.post('/api/imports', { project_id: projectId, name: 'written.csv', bytes: 1 }))).import;
  await sql.query(`update imports set status = 'committed', kind = 'csv', committed_at = now() where id = $1`, [id]);
  return { committed_import_id: id };
}

async function made(asked: ReturnType<ApiClient['post']>): Promise<any> {
  const { status, body } = await asked;
  assert.ok(status < 300, JSON.stringify(body));
  return body;
}
