import type { RequestContext } from '#context';
import { OutsideError, type OutsideFailure } from '#kernel/errors.ts';
import { within } from '#kernel/within.ts';
import type { Health } from '#area/health-check.ts';

/** The provider allows the question ten times a minute, of all processes together. */
const FRESH_WELL_MS = 60_000;
/** A failing service is checked more often, so that its recovery shows soon. */
const FRESH_ILL_MS = 15_000;
/** A health request waits no longer than this; the next one gets the answer. */
const WAIT_MS = 2_000;
const ASK_TIMEOUT_MS = 10_000;

type ProviderContext = Pick<RequestContext, 'searchData' | 'config' | 'clock' | 'postgres'>;

interface Answer {
  readonly check: Health;
  readonly at: number;
}

interface Probe {
  last?: Answer;
  running?: Promise<void> | undefined;
}

const makeProbe = (): Probe => ({});

/** Whether the provider serves us, by a free question of its own, at most a minute old. */
export async function checkProvider(ctx: ProviderContext): Promise<Health> {
  if (!ctx.searchData.isConfigured) return { status: 'not_configured', detail: `set ${nameCredentials(ctx)}` };
  const probe = ctx.postgres.recall(makeProbe);
  if (!isFresh(probe.last, ctx.clock.realNow())) {
    probe.running ??= ask(ctx).then((check) => {
      probe.last = { check, at: ctx.clock.realNow() };
      probe.running = undefined;
    });
    await within(WAIT_MS, probe.running).catch(() => undefined);
  }
  return probe.last?.check ?? { status: 'degraded', detail: 'has not answered yet' };
}

function isFresh(answer: Answer | undefined, now: number): boolean {
  if (answer === undefined) return false;
  return now - answer.at < (answer.check.status === 'ok' ? FRESH_WELL_MS : FRESH_ILL_MS);
}

/** Never throws: what it finds is the answer. */
async function ask(ctx: ProviderContext): Promise<Health> {
  const { searchData, config } = ctx;
  const startedAt = performance.now();
  try {
    const troubles = await searchData.fetchTroubles(AbortSignal.timeout(ASK_TIMEOUT_MS));
    const latencyMs = Math.round((performance.now() - startedAt) * 10) / 10;
    if (troubles.length > 0) return { status: 'degraded', latencyMs, detail: `reports problems of its own with ${troubles.join(', ')}` };
    if (config.sandbox !== undefined) return { status: 'ok', latencyMs, detail: 'sandbox: every outside source is simulated' };
    return { status: 'ok', latencyMs };
  } catch (error) {
    // `/health` needs no key: further details of the error are not answered.
    return {
      status: 'down',
      detail: error instanceof OutsideError ? describeFailure(error.kind, nameCredentials(ctx)) : 'does not answer',
    };
  }
}

function nameCredentials({ searchData }: Pick<ProviderContext, 'searchData'>): string {
  return searchData.provider.credentials.join(' and ');
}

/**
 * What a failure of an outside service is to an operator.
 * @param credentials the settings that hold them
 */
export function describeFailure(kind: OutsideFailure, credentials: string): string {
  if (kind === 'credentials_missing') return `set ${credentials}`;
  if (kind === 'credentials_refused') return `refuses ${credentials}`;
  return DETAILS[kind];
}

const DETAILS: Readonly<Record<Exclude<OutsideFailure, 'credentials_missing' | 'credentials_refused'>, string>> = {
  network: 'does not answer',
  timeout: 'does not answer',
  http: 'answers with an error',
  parse: 'answers with something unreadable',
  provider: 'answers with an error',
  rate_limited: 'refuses because of too many calls',
  payment_refused: 'refuses because the account has no money',
  request_refused: 'refuses the question',
  blocked_address: 'its address is not public',
};
