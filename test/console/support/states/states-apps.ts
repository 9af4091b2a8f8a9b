import type { TestApp } from '../../../support/app.ts';
import { sweep } from '../../../support/dispatch-run.ts';
import { listTracked, waitForEnd } from '../../../support/tracked-apps.ts';
import { waitUntil } from '../../../support/wait-until.ts';

/** The store whose readings are paid, so that a budget can refuse them. */
const PLATFORM = 'store_b';
const STOREFRONT = 'us';
const FREE = 'topselling_free';

/** Each state has its own: what one project has read of a chart answers for all. */
export const CATEGORIES = {
  never: 'DATING',
  refused: 'WEATHER',
  failed: 'EVENTS',
  partly: 'PARENTING',
  young: 'COMICS',
  once: 'BEAUTY',
} as const;

export interface AppOfState {
  readonly projectId: string;
  readonly appId: string;
}

/** Apps of the store, as many as there are states. */
export async function listPaidApps({ sandbox }: TestApp): Promise<readonly string[]> {
  const { apps } = (await sandbox.get('/_sandbox/world')).body;
  return apps.flatMap((one: any) => (one.platform === PLATFORM ? [one.app_id] : []));
}

/** Tracks an app, and waits for what has become of its first reading. */
export async function trackApp(service: TestApp, { projectId, appId }: AppOfState): Promise<void> {
  await service.api.post('/api/apps/track', { project_id: projectId, app_id: appId, platform: PLATFORM });
  const isOver = async (): Promise<boolean> => {
    await sweep(service);
    const [tracked] = await listTracked(service, projectId);
    return tracked.last_error !== null || tracked.last_run_at !== null;
  };
  await waitUntil(isOver, `${appId} to be read, or not`);
}

/** Asks for its reviews and for its places in searches of the store, and waits for what has become of it. */
export async function readMore(service: TestApp, { projectId, appId }: AppOfState, terms: readonly string[]): Promise<void> {
  const app = { project_id: projectId, platform: PLATFORM, app_id: appId };
  const { body } = await service.api.post(`/api/apps/${appId}/reviews/refresh`, { project_id: projectId, platform: PLATFORM });
  // A reading that fails makes its workflow fail.
  await waitForEnd(service, body.workflow_id).catch(() => undefined);
  if (terms.length === 0) return;
  await service.api.post('/api/apps/keywords/track', { ...app, keywords: terms });
  const isOver = async (): Promise<boolean> => {
    await sweep(service);
    const { keywords } = (await service.api.get(`/api/apps/keywords?project_id=${projectId}&app_id=${appId}`)).body;
    return keywords.length === terms.length && keywords.every(({ status }: any) => status !== 'pending');
  };
  await waitUntil(isOver, `the places of ${appId}, or that they are not known`);
}

/** Has a chart of a category read, and waits for what has become of it. */
export async function crawl(service: TestApp, categoryId: string, chart = FREE): Promise<void> {
  const order = { platform: PLATFORM, storefront: STOREFRONT, category_ids: [categoryId], chart_types: [chart], related_app_depth: 0 };
  const { body } = await service.api.post('/api/admin/start-crawl', order);
  const isOver = async (): Promise<boolean> => {
    await sweep(service);
    const { status } = (await service.api.get(`/api/admin/crawl-runs/${body.run_id}`)).body;
    return status !== 'queued' && status !== 'running';
  };
  await waitUntil(isOver, `the crawl of ${categoryId} to end`);
}

/** Where an app and a chart stand in the console and in the API. */
export function toAppParams(appId: string, categoryId: string): Readonly<Record<string, string>> {
  return { platform: PLATFORM, appId, categoryId };
}
