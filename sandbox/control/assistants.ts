import { DAY_MS } from '#kernel/durations.ts';
import { AssistantsBody, SETTINGS_AT_START, type Settings } from '../assistants/settings.ts';
import { dayOf } from '../provider/search-request.ts';
import { trueAnswer, trueAnswers } from './answer-truth.ts';
import { trueOverview } from './overview-truth.ts';
import { badRequest, parseJson, unknownThing } from './problem.ts';
import type { ControlRequest, ControlRoute, ControlTools } from './tools.ts';

const FOR_EVER = Number.MAX_SAFE_INTEGER;

/** What assistants answer, what they answered, and how they are changed. */
export const assistantControls: readonly ControlRoute[] = [
  { method: 'GET', path: '/_sandbox/truth/answers', answer: (tools, { query }) => trueAnswers(tools, query) },
  {
    method: 'GET',
    path: '/_sandbox/truth/ai-overview',
    answer: ({ world, serp, clock }, { query }) => trueOverview({ world, serp, now: () => clock.now() }, query),
  },
  { method: 'GET', path: '/_sandbox/truth/answer', answer: (tools, { query }) => trueAnswer(tools, query) },
  { method: 'GET', path: '/_sandbox/assistants', answer: ({ assistants }) => toWire(assistants.settings()) },
  { method: 'POST', path: '/_sandbox/assistants', answer: configure },
  { method: 'DELETE', path: '/_sandbox/assistants', answer: restore },
];

/** Adds a change. Answers of before stay as they were drawn. */
function configure({ world, assistants, clock }: ControlTools, { body }: ControlRequest): unknown {
  const parsed = AssistantsBody.safeParse(parseJson(body) ?? {});
  if (!parsed.success)
    throw badRequest(parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; '));
  const { surface, model, drift, refusal_rate: rate, shift, from, until } = parsed.data;
  const span = {
    surface,
    from: dayOf(from === undefined ? clock.now() : new Date(from)),
    until: until === undefined ? FOR_EVER : dayOf(new Date(until)),
  };
  if (span.until <= span.from) throw badRequest('until: must be after from');
  const site = shift === undefined ? undefined : world.findSite(shift.domain);
  if (shift !== undefined && site === undefined) throw unknownThing('shift.domain');
  const before = assistants.settings();
  assistants.configure({
    drift: drift ?? before.drift,
    models: model === undefined ? before.models : [...before.models, { ...span, model }],
    refusals: rate === undefined ? before.refusals : [...before.refusals, { ...span, rate }],
    shifts: shift === undefined || site === undefined ? before.shifts : [...before.shifts, { ...span, ...shift, domain: site.domain }],
  });
  return toWire(assistants.settings());
}

function restore({ assistants }: ControlTools): unknown {
  assistants.configure(SETTINGS_AT_START);
  return toWire(assistants.settings());
}

function toWire({ drift, models, refusals, shifts }: Settings): Record<string, unknown> {
  return { drift, models: models.map(dated), refusals: refusals.map(dated), shifts: shifts.map(dated) };
}

function dated<Change extends Settings['models' | 'refusals' | 'shifts'][number]>(change: Change): Record<string, unknown> {
  const { surface, from, until } = change;
  return { ...change, surface: surface ?? null, from: dateOf(from), until: until === FOR_EVER ? null : dateOf(until) };
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
