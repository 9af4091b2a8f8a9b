import { z } from 'zod';
import { dayOf } from '../provider/search-request.ts';
import type { WorldClock } from '../world-clock.ts';
import { makeFall } from './fall.ts';
import { FaultBody } from './faults.ts';
import { IdentityBody } from '../identity/table.ts';
import { answerTruth, configureConsole, describeConsole } from '../search-console/control.ts';
import { trueApp, trueAppChanges, trueAppSearch, trueChart } from './app-truth.ts';
import { assistantControls } from './assistants.ts';
import { badRequest, parseJson } from './problem.ts';
import { trueClusters, trueResearch } from './research-truth.ts';
import { sampleWorld } from './samples.ts';
import { findKnownSite, tellStory } from './story.ts';
import type { ControlRequest, ControlRoute, ControlTools } from './tools.ts';
import { trueClassification, trueDomain, trueKeyword, trueSerp, type TruthTools } from './truth.ts';

const ADVANCE_DAYS_MAX = 3_650;
const DELAY_MS_MAX = 600_000;
const SKEW_MS_MAX = 86_400_000;
/** The year 2200. */
const INSTANT_MAX = 7_258_118_400_000;

const ClockBody = z.union([
  z.strictObject({ now: z.union([z.iso.datetime({ offset: true }), z.iso.date(), z.int().min(0).max(INSTANT_MAX)]) }),
  z.strictObject({ advance_days: z.int().min(0).max(ADVANCE_DAYS_MAX) }),
  z.strictObject({ skew_ms: z.int().min(-SKEW_MS_MAX).max(SKEW_MS_MAX) }),
]);

const EntityStoreBody = z.strictObject({
  keywords: z.array(z.string()).optional(),
  relations: z.array(z.string()).optional(),
  token: z.string().min(1).optional(),
});

/** How long tasks that are posted from now on take. */
const QueueBody = z.strictObject({ delay_ms: z.number().min(0).max(DELAY_MS_MAX) });

export const controlRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/',
    answer: () => ({
      sandbox: true,
      about: 'An invented world: nothing here is real.',
      endpoints: controlRoutes.map(({ method, path }) => `${method} ${path}`),
    }),
  },
  {
    method: 'GET',
    path: '/_sandbox/world',
    answer: ({ world, serp, smtpUrl, clock }) => ({ ...sampleWorld(world, serp, dayOf(clock.now())), smtp_url: smtpUrl }),
  },
  { method: 'GET', path: '/_sandbox/world/story', answer: ({ world }, { query }) => tellStory(world, query) },
  { method: 'POST', path: '/_sandbox/world/fall', answer: (tools, { body }) => makeFall(tools, parseJson(body)) },
  { method: 'DELETE', path: '/_sandbox/world/fall', answer: endFalls },
  { method: 'GET', path: '/_sandbox/world/site', answer: ({ world }, { query }) => findKnownSite(world, query) },
  { method: 'GET', path: '/_sandbox/truth/serp', answer: (tools, { query }) => trueSerp(truthTools(tools), query) },
  { method: 'GET', path: '/_sandbox/truth/domain', answer: (tools, { query }) => trueDomain(truthTools(tools), query) },
  { method: 'GET', path: '/_sandbox/truth/app', answer: (tools, { query }) => trueApp(truthTools(tools), query) },
  { method: 'GET', path: '/_sandbox/truth/chart', answer: (tools, { query }) => trueChart(truthTools(tools), query) },
  { method: 'GET', path: '/_sandbox/truth/app-search', answer: (tools, { query }) => trueAppSearch(truthTools(tools), query) },
  { method: 'GET', path: '/_sandbox/truth/app-changes', answer: (tools, { query }) => trueAppChanges(truthTools(tools), query) },
  { method: 'GET', path: '/_sandbox/truth/keyword', answer: (tools, { query }) => trueKeyword(truthTools(tools), query) },
  { method: 'GET', path: '/_sandbox/truth/classification', answer: ({ world }, { query }) => trueClassification(world, query) },
  { method: 'GET', path: '/_sandbox/truth/research', answer: ({ world }, { query }) => trueResearch(world, query) },
  { method: 'POST', path: '/_sandbox/truth/research', answer: ({ world }, { body }) => trueClusters(world, parseJson(body)) },
  ...assistantControls,
  {
    method: 'GET',
    path: '/_sandbox/calls',
    answer: ({ calls }, { query }) => calls.report(parseSince(query['since']), parseLimit(query['limit'])),
  },
  { method: 'GET', path: '/_sandbox/clock', answer: ({ clock }) => clockBody(clock) },
  { method: 'POST', path: '/_sandbox/clock', answer: moveClock },
  { method: 'GET', path: '/_sandbox/faults', answer: ({ faults }) => ({ faults: faults.list() }) },
  { method: 'POST', path: '/_sandbox/faults', answer: addFault },
  { method: 'GET', path: '/_sandbox/queue', answer: ({ queue }) => queue.state() },
  { method: 'POST', path: '/_sandbox/queue', answer: setQueue },
  { method: 'GET', path: '/_sandbox/entity-store', answer: ({ entities }) => entities.list() },
  { method: 'POST', path: '/_sandbox/entity-store', answer: configureEntities },
  {
    method: 'GET',
    path: '/_sandbox/mail',
    answer: ({ mailbox, smtpUrl }, { query }) => ({
      smtp_url: smtpUrl,
      messages: mailbox.list({ to: query['to'], since: parseSince(query['since']) }),
    }),
  },
  { method: 'DELETE', path: '/_sandbox/mail', answer: emptyMailbox },
  {
    method: 'GET',
    path: '/_sandbox/receivers',
    answer: ({ receivers }, { query: { kind, name, since } }) => receivers.list({ kind, name, since: parseSince(since) }),
  },
  { method: 'DELETE', path: '/_sandbox/receivers', answer: emptyReceivers },
  { method: 'GET', path: '/_sandbox/buckets', answer: ({ buckets }, { query: { bucket } }) => ({ objects: buckets.list(bucket) }) },
  { method: 'GET', path: '/_sandbox/names', answer: ({ names }, { query }) => ({ texts: names.find(query['name'] ?? '') }) },
  { method: 'POST', path: '/_sandbox/names', answer: ({ names }, { body }) => names.set(parseJson(body)) },
  { method: 'GET', path: '/_sandbox/identity', answer: ({ identities }) => ({ tenants: identities.list() }) },
  { method: 'POST', path: '/_sandbox/identity', answer: configureIdentity },
  { method: 'GET', path: '/_sandbox/truth/search-console', answer: (tools, { query }) => answerTruth(tools, query) },
  { method: 'GET', path: '/_sandbox/search-console', answer: (tools) => describeConsole(tools) },
  { method: 'POST', path: '/_sandbox/search-console', answer: (tools, { body }) => configureConsole(tools, parseJson(body)) },
  { method: 'POST', path: '/_sandbox/reset', answer: reset },
];

async function moveClock({ clock }: ControlTools, { body }: ControlRequest): Promise<unknown> {
  const parsed = ClockBody.safeParse(parseJson(body));
  if (!parsed.success)
    throw badRequest(
      'the body is { "now": <ISO date or instant, or epoch milliseconds> }, { "advance_days": <whole number, 0 to 3650> } ' +
        'or { "skew_ms": <whole number, a day at most> }',
    );
  if ('now' in parsed.data) await clock.moveTo(new Date(parsed.data.now));
  else if ('skew_ms' in parsed.data) clock.skew(parsed.data.skew_ms);
  else await clock.advanceDays(parsed.data.advance_days);
  return clockBody(clock);
}

function addFault({ faults }: ControlTools, { body }: ControlRequest): unknown {
  const value = parseJson(body);
  if (value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)) {
    faults.clear();
    return { success: true, faults: [] };
  }
  const parsed = FaultBody.safeParse(value);
  if (!parsed.success) throw badRequest(sayIssues(parsed.error));
  faults.add(parsed.data);
  return { success: true, faults: faults.list() };
}

function setQueue({ queue }: ControlTools, { body }: ControlRequest): unknown {
  const parsed = QueueBody.safeParse(parseJson(body));
  if (!parsed.success) throw badRequest(`the body is { "delay_ms": <number, 0 to ${DELAY_MS_MAX}> }`);
  queue.setDelay(parsed.data.delay_ms);
  return queue.state();
}

function configureEntities({ entities }: ControlTools, { body }: ControlRequest): unknown {
  const parsed = EntityStoreBody.safeParse(parseJson(body) ?? {});
  if (!parsed.success) throw badRequest('the body is { "keywords": [<texts>], "relations": [<texts>], "token": <text> }');
  entities.configure(parsed.data);
  return { success: true };
}

function emptyMailbox({ mailbox }: ControlTools): unknown {
  mailbox.clear();
  return { success: true };
}

function emptyReceivers({ receivers }: ControlTools): unknown {
  receivers.clear();
  return { success: true };
}

function configureIdentity({ identities }: ControlTools, { body }: ControlRequest): unknown {
  const parsed = IdentityBody.safeParse(parseJson(body) ?? {});
  if (!parsed.success) throw badRequest(sayIssues(parsed.error));
  identities.configure(parsed.data);
  return { tenants: identities.list() };
}

function endFalls({ serp }: ControlTools): unknown {
  serp.clearFalls();
  return { success: true };
}

async function reset({
  serp,
  assistants,
  clock,
  faults,
  calls,
  tasks,
  queue,
  failures,
  entities,
  identities,
  receivers,
  searchConsole,
  buckets,
  mailbox,
  names,
}: ControlTools): Promise<unknown> {
  serp.clearFalls();
  assistants.clear();
  faults.clear();
  calls.clear();
  queue.clear();
  tasks.clear();
  failures.clear();
  entities.clear();
  mailbox.clear();
  names.clear();
  identities.clear();
  receivers.clear();
  searchConsole.clear();
  buckets.clear();
  await clock.reset();
  return { success: true };
}

function sayIssues({ issues }: z.ZodError): string {
  return issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`).join('; ');
}

function clockBody(clock: WorldClock): unknown {
  return { now: clock.now().toISOString(), offset_ms: clock.offsetMs(), skew_ms: clock.skewMs() };
}

function truthTools({ world, serp, clock }: ControlTools): TruthTools {
  return { world, serp, now: () => clock.now() };
}

/** Epoch milliseconds or an ISO instant. */
function parseSince(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const ms = /^\d+(\.\d+)?$/u.test(text) ? Number(text) : new Date(text).getTime();
  if (Number.isNaN(ms)) throw badRequest('since: must be epoch milliseconds or an ISO instant');
  return ms;
}

function parseLimit(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,9}$/u.test(text)) throw badRequest('limit: must be a whole number');
  return Number(text);
}
