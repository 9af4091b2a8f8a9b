import { toTable } from '../tables.ts';
import type { Story } from './story.ts';

const LOOK_MS = 200;

interface WorldApp {
  readonly platform: string;
  readonly app_id: string;
  readonly name: string;
  readonly other_store_app_id: string | null;
}

interface TrackedApp {
  readonly app_id: string;
  readonly platform: string;
  readonly last_run_at: string | null;
  readonly last_error: string | null;
  readonly title: string | null;
  readonly rating: number | null;
  readonly rating_count: number | null;
  readonly version: string | null;
  readonly ranks: readonly { readonly category_id: string; readonly chart: string; readonly rank: number | null }[];
}

/** Tracks a product on both app stores, and waits until both were read. Returns a line for the screen. */
export async function trackApps(story: Story, onProgress: (line: string) => void): Promise<string> {
  const { apps } = await story.sandbox.get<{ apps: WorldApp[] }>('/_sandbox/world');
  const app = apps.find(({ platform, other_store_app_id: other }) => platform === 'store_a' && other !== null);
  if (app === undefined) throw new Error('The sandbox has no app that is on both stores.');
  const markets = [
    { platform: 'store_a', app_id: app.app_id },
    { platform: 'store_b', app_id: app.other_store_app_id },
  ];
  for (const market of markets) await story.api.post('/api/apps/track', { project_id: story.projectId, name: app.name, ...market });
  for (;;) {
    const tracked = await listTracked(story);
    const failed = tracked.find(({ last_error: error }) => error !== null);
    if (failed !== undefined) throw new Error(`${failed.app_id} could not be read: ${failed.last_error}`);
    const done = tracked.filter(({ last_run_at: readAt }) => readAt !== null).length;
    if (done >= markets.length) return `Track ${app.name} on both app stores`;
    onProgress(`${done} of ${markets.length} stores read`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** What the stores say of the app, side by side. */
export async function toAppsTable(story: Story): Promise<string> {
  const right = { align: 'right' } as const;
  return toTable(
    [
      { title: 'App' },
      { title: 'Store' },
      { title: 'Id' },
      { title: 'Rating', ...right },
      { title: 'Ratings', ...right },
      { title: 'Version', ...right },
      { title: 'Places in charts' },
    ],
    (await listTracked(story)).map((app) => [
      app.title ?? 'not known',
      app.platform,
      app.app_id,
      app.rating?.toFixed(1) ?? 'none',
      String(app.rating_count ?? 'none'),
      app.version ?? 'not known',
      toPositions(app),
    ]),
  );
}

function toPositions({ ranks }: TrackedApp): string {
  const held = ranks.flatMap(({ category_id: category, chart, rank }) => (rank === null ? [] : [`${rank} in ${category} (${chart})`]));
  return held.length === 0 ? 'none' : held.join(', ');
}

async function listTracked({ api, projectId }: Story): Promise<TrackedApp[]> {
  return (await api.get<{ apps: TrackedApp[] }>(`/api/apps/tracked?project_id=${projectId}`)).apps;
}
