import type { ApiClient } from './api-client.ts';
import { makeExport, runExport } from './export-world.ts';
import type { Ids } from './openapi-walk-send.ts';

/** An export of a small list, and a run of it that has a file. */
export async function makeWalkedExport(api: ApiClient, projectId: string): Promise<Ids> {
  const id = await makeExport(api, { name: 'Walked', list: '/api/shares', query: { project_id: projectId } });
  return { export_id: id, export_run_id: (await runExport(api, id)).id };
}
