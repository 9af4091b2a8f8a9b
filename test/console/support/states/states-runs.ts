import type { TestApp } from '../../../support/app.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';
import { waitUntil } from '../../../support/wait-until.ts';

const KEYWORDS_MAX = 40;
const CATEGORIES = 1;

/** Begins a research run, which ends when the website was read or could not be. Returns its id. */
export async function beginResearch({ api }: TestApp, projectId: string, url: string): Promise<string> {
  const { body } = await api.post('/run', { url, project_id: projectId, limits: { keywords_max: KEYWORDS_MAX } });
  return body.run_id;
}

/** Confirms what a run is about, and waits for what has become of its harvest. */
export async function harvest({ api, app }: TestApp, runId: string): Promise<void> {
  const { enrichment } = (await api.get(`/run/${runId}/status`)).body;
  const { body } = await api.post(`/run/${runId}/confirm-categories`, {
    categories: enrichment.high_level_categories.slice(0, CATEGORIES).map(({ id }: any) => ({ id })),
    locations: [{ location_code: 2840 }],
  });
  if (body.workflow_id !== undefined) await app.context.workflows.waitFor(body.workflow_id, PATIENCE_MS).catch(() => undefined);
}

/** Begins to classify a list, and returns its id. */
export async function beginList({ api }: TestApp, name: string, items: readonly string[], more: object = {}): Promise<string> {
  const { body } = await api.post('/api/classify', { name, items, skip_fetch: true, ...more });
  return body.list_id;
}

/** Classifies a list, and waits for its end. */
export async function classify(service: TestApp, name: string, items: readonly string[], more: object = {}): Promise<string> {
  const listId = await beginList(service, name, items, more);
  const isOver = async (): Promise<boolean> => {
    const { status } = (await service.api.get(`/api/classify/${listId}`)).body;
    return status !== 'queued' && status !== 'running';
  };
  await waitUntil(isOver, `${name} to end`);
  return listId;
}
