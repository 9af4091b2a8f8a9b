import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { packEvidence } from '#areas/rankings/evidence/pack-evidence.ts';
import { listSecrets, readConfig } from '#config';
import { makeLogger } from '#kernel/logger.ts';
import { makeRedact } from '#kernel/telemetry/redact.ts';
import { startTestApp, TEST_ADMIN_KEY, type TestApp } from './app.ts';
import { fetchAnswer, makeToken, readSecret, type OpenTask } from './deliveries.ts';
import { trackStory } from './dispatch-run.ts';
import { openTestStores } from './index.ts';
import { makeThings } from './openapi-walk-world.ts';
import type { Ids } from './openapi-walk-send.ts';
import { openOtlpReceiver } from './otlp-receiver.ts';
import { startDispatch, clearFaults, endDispatch, setFault } from './queue-run.ts';
import { advanceDay } from './rankings-api.ts';

/** A service that knows one of every kind of secret, and has had to do with each. */
export interface SecretWorld {
  readonly app: TestApp;
  /** By what it is. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The token that a release before this one put into all addresses; the service does not know it any more. */
  readonly sharedToken: string;
  readonly keys: Readonly<Record<'unbound' | 'organization' | 'project', string>>;
  /** A project whose checks came by deliveries. */
  readonly projectId: string;
  /** Everything that requests can name: of another project, and of this one. */
  readonly things: readonly Ids[];
  /** A task of the provider's queue. */
  readonly task: OpenTask;
  readonly log: readonly string[];
  readonly spans: () => string;
}

const KEYWORDS = 3;
const PROXY_PASSWORD = 'proxy-pass@word-8135';

/** The secrets of the environment, by variable. */
const SETTINGS = {
  DATAFORSEO_LOGIN: 'somebody@login.example',
  DATAFORSEO_PASSWORD: 'provider/password+0123',
  SIGHTLINE_OWNER_PASSWORD: 'owner+password/8846',
  JWT_SECRET: 'a jwt secret 7Qm2Xv9Lr4Tz8Kp1Wn6Bd3Hs5Yf',
  WEBHOOK_SECRET: 'whsec-of-the-receiver-7391',
  LLM_API_KEY: 'the-key-of-the-model-5527',
  EMBEDDINGS_API_KEY: 'the-key-of-embeddings-9913',
  ENTITY_STORE_TOKEN: 'the-token-of-entities-4406',
  SEARCH_CONSOLE_CLIENT_SECRET: 'the-client-of-search-console-4407',
} as const;

export async function openSecretWorld(t: TestContext): Promise<SecretWorld> {
  const collector = await openOtlpReceiver(t);
  const stores = await openTestStores(t);
  const { DATAFORSEO_LOGIN: login, ...given } = SETTINGS;
  const databasePassword = new URL(stores.connectionString).password;
  const environment = {
    ...SETTINGS,
    SIGHTLINE_OWNER_EMAIL: 'ada@example.com',
    SEARCH_CONSOLE_CLIENT_ID: 'a-client-of-search-console',
    SCRAPER_PROXY_URL: `http://proxy:${encodeURIComponent(PROXY_PASSWORD)}@127.0.0.1:9`,
  };
  const config = readConfig({ ...environment, DATABASE_URL: stores.connectionString, SIGHTLINE_ADMIN_KEY: TEST_ADMIN_KEY });
  const log: string[] = [];
  const app = await startTestApp(t, {
    stores,
    environment: { ...environment, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    logger: makeLogger('trace', {
      redact: makeRedact(listSecrets(config)),
      destination: { write: (line: string) => void log.push(line) },
    }),
  });

  const story = await trackStory(app, KEYWORDS);
  const { runId, task, shared } = await deliverAnswers(app);
  const { body: key } = await app.api.post('/api/admin/api-keys', {
    name: 'shown once',
    scopes: ['read'],
    organization_id: 'org_rankings',
  });
  const things = await makeThings(app.api, stores.postgres, { organization: 'org_rankings' });
  const { body: token } = await app.api.post('/api/admin/tokens', { sub: 'somebody', org: 'org_rankings' });
  const makeKey = async (properties: object): Promise<string> => {
    const made = await app.api.post('/api/admin/api-keys', { name: 'walker', scopes: ['admin'], tier: 'enterprise', ...properties });
    return made.body.key;
  };
  const keys = {
    unbound: await makeKey({}),
    organization: await makeKey({ organization_id: 'org_rankings' }),
    project: await makeKey({ project_id: story.projectId }),
  };
  const secret = await readSecret(app);
  return {
    app,
    projectId: story.projectId,
    keys,
    secrets: {
      ...given,
      'the credentials of the provider': Buffer.from(`${login}:${given.DATAFORSEO_PASSWORD}`).toString('base64'),
      'the password of the database': databasePassword,
      'the password of the proxy': PROXY_PASSWORD,
      'the first key': TEST_ADMIN_KEY,
      'a key': key.key,
      'a key that asks': keys.project,
      'a signed token': token.token,
      'the secret of deliveries': secret,
      'the token of a delivery': makeToken(secret, task.tag),
    },
    sharedToken: shared,
    things: [things, { ...things, project_id: story.projectId, run_id: runId, provider_task_id: task.id }],
    task,
    log,
    spans: collector.readText,
  };
}

/** A day by deliveries, one of them damaged, and what a release before this one left behind. */
async function deliverAnswers(app: TestApp): Promise<{ runId: string; task: OpenTask; shared: string }> {
  await advanceDay(app);
  await setFault(app, { match: '/webhooks/provider', kind: 'truncated', count: 1 });
  const dispatchId = await startDispatch(app);
  assert.equal((await endDispatch(app, dispatchId)).checked, KEYWORDS);
  await clearFaults(app);
  const { postgres } = app.app.context;
  const { rows } = await postgres.query<OpenTask & { runId: string }>(
    `select q.task_id as id, q.id || '.' || q.round || '.' || q.post as tag, r.id as run_id
     from queued_checks q join serp_runs r on r.workflow_id = q.dispatch_id and r.keyword_id = q.keyword_id order by q.id`,
  );
  const [task] = rows;
  assert.ok(task);
  const shared = randomBytes(24).toString('base64url');
  const answer = await fetchAnswer(app, task);
  const token = makeToken(await readSecret(app), task.tag);
  assert.ok(answer.includes(token), 'the provider repeats the token');
  const old = answer.replaceAll(token, shared);
  const keepAsBefore = async (answers: readonly Buffer[]): Promise<void> => {
    await postgres.query(
      `insert into serp_evidence (run_id, digest, answer, created_at)
       select $1, sha256(old), old, (select created_at from serp_runs where id = $1) from unnest($2::bytea[]) as old`,
      [task.runId, answers],
    );
  };
  await keepAsBefore([Buffer.from(old), gzipSync(answer)]);
  while ((await packEvidence(app.app.context)) > 0);
  await keepAsBefore([gzipSync(old)]);
  await postgres.query(
    `insert into serp_answers (kind, tag, task_id, status, body, received_at) select 'postback', 'qc_old', 'old', 'unreadable', old, now()
     from unnest($1::bytea[]) as old`,
    [[Buffer.from(old), gzipSync(old), gzipSync(answer).subarray(0, 2_000), gzipSync(answer)]],
  );
  return { runId: task.runId, task, shared };
}
