import type { ApiClient } from './api-client.ts';
import { makeExport, runExport } from './export-world.ts';
import type { Ids } from './openapi-walk-send.ts';

/** An export of a small list, a run of it that has a file, and a link to that. */
export async function makeWalkedExport(api: ApiClient, projectId: string): Promise<Ids> {
  const id = await makeExport(api, { name: 'Walked', list: '/api/shares', query: { project_id: projectId } });
  const run = await runExport(api, id);
  const { url } = (await api.post(`/api/exports/${id}/runs/${run.id}/link`, {})).body;
  return { export_id: id, export_run_id: run.id, export_token: new URL(url).pathname.split('/').at(-1) ?? '' };
}
