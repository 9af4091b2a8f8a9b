import assert from 'node:assert/strict';
import type { ApiClient } from './api-client.ts';
import { waitUntil } from './wait-until.ts';

export interface RunAnswer {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly rows: number;
  readonly total: number | null;
  readonly bytes: number | null;
  readonly sha256: string | null;
  readonly file_name: string | null;
  readonly has_file: boolean;
  readonly missed: number;
  readonly delivered_to: string | null;
  readonly started_by: string;
}

/** An export, as a caller makes it. */
export async function makeExport(by: ApiClient, body: object, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const { status, body: made } = await by.post('/api/exports', { name: 'Export', ...body }, headers);
  assert.equal(status, 201, JSON.stringify(made));
  return made.export.id as string;
}

/** Begins it, and waits until it has ended. */
export async function runExport(by: ApiClient, id: string, headers: Readonly<Record<string, string>> = {}): Promise<RunAnswer> {
  const { status, body } = await by.post(`/api/exports/${id}/run`, undefined, headers);
  assert.equal(status, 202, JSON.stringify(body));
  return await waitForRun(by, id, body.run.id);
}

/** @param runId the newest one unless given */
export async function waitForRun(by: ApiClient, id: string, runId?: string): Promise<RunAnswer> {
  let ended: RunAnswer | undefined;
  await waitUntil(
    async () => {
      const { runs } = (await by.get(`/api/exports/${id}/runs`)).body;
      ended = runs.find((run: RunAnswer) => (runId === undefined || run.id === runId) && !['queued', 'running'].includes(run.status));
      return ended !== undefined;
    },
    `the run ${runId ?? ''} of ${id}`,
  );
  return ended ?? assert.fail();
}
