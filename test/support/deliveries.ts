import { createHmac } from 'node:crypto';
import type { TestApp } from './app.ts';
import { startDispatch, clearFaults, setFault, waitForStatuses } from './queue-run.ts';
import { advanceDay } from './rankings-api.ts';

/** Deliveries of the provider, sent by the test in its stead. */

const POSTBACK = '/webhooks/provider/postback';

/** A task that the provider has. */
export interface OpenTask {
  readonly id: string;
  readonly tag: string;
}

/** The secret that tokens are made with now. */
export async function readSecret({ app }: TestApp): Promise<string> {
  const { rows } = await app.context.postgres.query<{ current: string }>(
    `select value ->> 'current' as current from settings where name = 'provider_delivery_secret'`,
  );
  return rows[0]?.current ?? '';
}

/** The token of a post, as documented (SECURITY.md). */
export function makeToken(secret: string, tag: string): string {
  return `sld_${createHmac('sha256', secret).update(tag).digest('base64url')}`;
}

/** Answers that are no evidence of a run (yet), and what they are kept as. */
export async function listAnswers({ app }: TestApp): Promise<{ tag: string | null; status: string }[]> {
  const { rows } = await app.context.postgres.query<{ tag: string | null; status: string }>(
    `select tag, status from serp_answers where status <> 'evidence' order by id`,
  );
  return rows;
}

/** Tasks of a new day that the provider has and does not deliver. */
export async function postSilently(app: TestApp, keywords: number): Promise<{ dispatchId: string; tasks: OpenTask[] }> {
  await advanceDay(app);
  await setFault(app, { kind: 'swallowed_postback' });
  const dispatchId = await startDispatch(app);
  await waitForStatuses(app, ({ posted }) => posted === keywords);
  await clearFaults(app);
  const { rows } = await app.app.context.postgres.query<OpenTask>(
    `select task_id as id, id || '.' || round || '.' || post as tag from queued_checks where status = 'posted' order by id`,
  );
  return { dispatchId, tasks: rows };
}

/** The answer of a task as the provider gives it on request. */
export async function fetchAnswer({ app }: TestApp, { id }: OpenTask): Promise<string> {
  const { config, searchData } = app.context;
  const url = config.dataforseo.baseUrl + searchData.toTaskEndpoint({ engine: 'engine_a', kind: 'organic' }, id);
  const headers = { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` };
  for (;;) {
    const text = await (await fetch(url, { headers })).text();
    if (!text.includes('"status_code":4060')) return text;
  }
}

/** A token that is left out is the right one for the tag. */
export type Delivered = Partial<OpenTask> & { readonly token?: string; readonly body?: string | Buffer; readonly isPing?: boolean };

/** @returns the status of the answer */
export async function deliver(app: TestApp, { id = '', tag = '', token, body = '{}', isPing = false }: Delivered): Promise<number> {
  const proof = token ?? makeToken(await readSecret(app), tag);
  const query = new URLSearchParams({ kind: 'serp', id, tag, token: proof }).toString();
  const response = isPing
    ? await fetch(`${app.url}/webhooks/provider/pingback?${query}`)
    : await fetch(`${app.url}${POSTBACK}?${query}`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  await response.arrayBuffer();
  return response.status;
}
