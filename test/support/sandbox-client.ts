import type { TestContext } from 'node:test';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.ts';
import { PATIENCE_MS } from './patience.ts';

/** What a test reads of a provider's answer. */
export interface ProviderAnswer {
  readonly status_code: number;
  readonly cost: number;
  readonly tasks_error: number;
  readonly tasks: readonly ProviderTask[] | null;
}

export interface ProviderTask {
  readonly id: string;
  readonly status_code: number;
  readonly status_message: string;
  readonly cost: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly result: readonly Readonly<Record<string, unknown>>[] | null;
}

export interface SerpItemWire {
  readonly type: string;
  readonly rank_group: number;
  readonly rank_absolute: number;
  readonly page: number;
  readonly domain: string | null;
  readonly url: string | null;
  readonly is_featured_snippet?: boolean;
  readonly [field: string]: unknown;
}

export interface SandboxClient {
  readonly sandbox: Sandbox;
  /** A control call: GET without a body, POST with one. */
  control<Answer = Readonly<Record<string, unknown>>>(
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly body: Answer }>;
  /** The raw HTTP answer of the provider. */
  send(path: string, tasks?: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** The parsed answer of the provider. */
  ask(path: string, tasks?: unknown): Promise<ProviderAnswer>;
  /** One task of an operation that gives a result page. */
  search(task: Readonly<Record<string, unknown>>, path?: string): Promise<ProviderTask>;
  /** Resolves when every queued task is done and announced, with the state of the queue. */
  settle(): Promise<Readonly<Record<string, number>>>;
}

const SETTLE_POLL_MS = 10;

export const ORGANIC = '/v3/serp/google/organic/live/advanced';
export const BING = '/v3/serp/bing/organic/live/advanced';
export const US_ENGLISH = { location_code: 2840, language_code: 'en' } as const;

const CREDENTIALS = `Basic ${Buffer.from('somebody:secret').toString('base64')}`;

/** A sandbox on a free port, closed after the test. */
export async function openSandbox(t: TestContext, options: Partial<SandboxOptions> = {}): Promise<SandboxClient> {
  const client = await startSandboxClient(options);
  t.after(() => client.sandbox.close());
  return client;
}

/** The same for a suite, which closes it itself. */
export async function startSandboxClient(options: Partial<SandboxOptions> = {}): Promise<SandboxClient> {
  const sandbox = await startSandbox({ port: 0, ...options });
  const send: SandboxClient['send'] = (path, tasks, headers = {}) =>
    fetch(sandbox.url + path, {
      method: tasks === undefined ? 'GET' : 'POST',
      headers: { authorization: CREDENTIALS, 'content-type': 'application/json', ...headers },
      ...(tasks === undefined ? {} : { body: typeof tasks === 'string' ? tasks : JSON.stringify(tasks) }),
    });
  const ask: SandboxClient['ask'] = async (path, tasks) => (await (await send(path, tasks)).json()) as ProviderAnswer;
  const control: SandboxClient['control'] = async <Answer>(path: string, body?: unknown) => {
    const response = await fetch(
      sandbox.url + path,
      body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
    );
    return { status: response.status, body: (await response.json()) as Answer };
  };

  return {
    sandbox,
    send,
    ask,
    control,
    async search(task, path = ORGANIC) {
      const [only] = (await ask(path, [{ ...US_ENGLISH, ...task }])).tasks ?? [];
      if (only === undefined) throw new Error('the answer holds no task');
      return only;
    },
    async settle() {
      const deadline = performance.now() + PATIENCE_MS;
      for (;;) {
        const { body } = await control<Record<string, number>>('/_sandbox/queue');
        if (body['waiting'] === 0 && body['delivering'] === 0) return body;
        if (performance.now() > deadline) throw new Error(`the queue does not settle: ${JSON.stringify(body)}`);
        await new Promise((resolve) => setTimeout(resolve, SETTLE_POLL_MS));
      }
    },
  };
}

/** The elements of a result page. */
export function itemsOf(task: ProviderTask): readonly SerpItemWire[] {
  return (task.result?.[0]?.['items'] ?? []) as readonly SerpItemWire[];
}
