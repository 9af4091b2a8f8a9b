import type { RunPage } from '../runs/serp-run.ts';
import { listCompletedRuns } from '../runs/store/runs.ts';
import { readResults, type ResultStores } from './read-results.ts';

/** A completed run with all its results. @throws as `readResults` */
export async function findResultPage(stores: ResultStores, runId: string): Promise<RunPage | undefined> {
  return (await listResultPages(stores, [runId])).get(runId);
}

/** The same for many runs, by id; those that are not there are left out. */
export async function listResultPages(stores: ResultStores, runIds: readonly string[]): Promise<ReadonlyMap<string, RunPage>> {
  const runs = await listCompletedRuns(stores.postgres, runIds);
  const items = await readResults(
    stores,
    runs.map(({ place }) => place),
  );
  return new Map(runs.map(({ run }) => [run.id, { run, items: items.get(run.id) ?? [] }]));
}
