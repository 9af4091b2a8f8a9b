import { toVendorTime } from '../envelope.ts';
import type { FieldRule, FieldRules } from '../fields.ts';
import type { PriceMode } from '../prices.ts';
import { invalidField, ok, refused, type Form, type QueueFunction, type TaskAnswer, type TaskRequest } from '../answer.ts';
import type { ProviderRoute, ProviderTools } from '../route.ts';
import { searchDefaults, textOf } from '../search-request.ts';
import { isQueued, type QueuedTask, type TaskRecord } from '../tasks.ts';
import { answerQueued } from '../wire-task.ts';

const TASKS_MAX = 100;
const KEPT_MS = 30 * 86_400_000;
const readyLimit = { perMinute: 20, rateClass: 'tasks_ready' };

/** What every operation that takes tasks into the queue understands beside its own fields. */
const queueFields: Readonly<Record<string, FieldRule>> = {
  priority: { type: 'integer', min: 1, max: 2 },
  postback_url: { type: 'text' },
  postback_data: { type: 'text' },
  pingback_url: { type: 'text' },
};

/** At which price a queued task is worked on. */
export function queueMode(task: TaskRequest): PriceMode {
  return task['priority'] === 2 ? 'priority' : 'standard';
}

interface QueueTraits {
  /** What a task echoes beside its own fields. */
  readonly defaults: (task: TaskRequest) => TaskRequest;
  /** Whether it lists tasks that the vendor has repaired. */
  readonly hasFixed: boolean;
}

/** The operations of a function that works in the queue. */
export function queueRoutes(
  work: QueueFunction,
  rules: FieldRules,
  { defaults, hasFixed }: QueueTraits = { defaults: searchDefaults, hasFixed: true },
): readonly ProviderRoute[] {
  return [
    {
      method: 'POST',
      path: `${work.path}/task_post`,
      kind: 'queue',
      tasksMax: TASKS_MAX,
      fields: { ...rules, fields: { ...rules.fields, ...queueFields } },
      defaults,
      work,
      answer: (tools, task) => acceptTask(tools, task, work),
    },
    readyRoute(work.path),
    ...(hasFixed ? [fixedRoute(work.path)] : []),
    ...work.forms.map((form): ProviderRoute => ({
      method: 'GET',
      path: `${work.path}/task_get/${form}/{id}`,
      kind: 'collect',
      answer: (tools, _task, params) => collectTask(tools, tools.tasks.find(params['id'] ?? ''), { work, form }),
    })),
  ];
}

function fixedRoute(path: string): ProviderRoute {
  return { method: 'GET', path: `${path}/tasks_fixed`, kind: 'reference', ...readyLimit, answer: () => ok([]) };
}

/** Finished tasks that are not fetched yet, of a function or of a family. */
export function readyRoute(path: string): ProviderRoute {
  return {
    method: 'GET',
    path: `${path}/tasks_ready`,
    kind: 'reference',
    ...readyLimit,
    answer: (tools) => ok(tools.queue.listReady(`${path.slice(1)}/`).map(toReadyRow)),
  };
}

/** The whole price is charged now: what the engine cannot deliver is left out of it at once. */
function acceptTask(tools: ProviderTools, task: TaskRequest, work: QueueFunction): TaskAnswer {
  const form = textOf(task, 'postback_data');
  if (textOf(task, 'postback_url') !== undefined && !work.forms.some((known) => known === form)) return invalidField('postback_data');
  for (const name of ['postback_url', 'pingback_url']) if (!isWebAddress(textOf(task, name))) return invalidField(name);
  const priced = work.price(tools, task);
  if (priced.code !== 20_000 && priced.costUsd === 0) return priced;
  return { code: 20_100, result: null, costUsd: priced.costUsd, outcome: priced.code, ...(priced.asked && { asked: priced.asked }) };
}

interface Collection {
  readonly work: QueueFunction;
  readonly form: Form;
}

function collectTask(tools: ProviderTools, task: TaskRecord | undefined, { work, form }: Collection): TaskAnswer {
  if (task === undefined) return refused(40_400);
  if (!isQueued(task) || task.queued.work !== work) return refused(codeOfStranger(task.path, work.path.slice(1)));
  const code = tools.queue.statusOf(task);
  if (code === 40_601 || code === 40_602) return refused(code);
  if (tools.vendorNow().getTime() - task.postedAt.getTime() > KEPT_MS) return refused(40_403);
  tools.queue.collect(task);
  return answerQueued(tools, task, form);
}

/** The id is known, but not here: another engine, another kind of search, another function. */
function codeOfStranger(posted: string, asked: string): number {
  const [left, right] = [posted.split('/'), asked.split('/')];
  if (left[2] !== right[2]) return 40_002;
  return left[3] === right[3] ? 40_004 : 40_003;
}

function toReadyRow(task: QueuedTask): Record<string, unknown> {
  const { work } = task.queued;
  const endpoint = (form: Form): string | null => (work.forms.includes(form) ? `${work.path}/task_get/${form}/${task.id}` : null);
  return {
    id: task.id,
    se: task.data['se'],
    se_type: task.data['se_type'],
    date_posted: toVendorTime(task.postedAt),
    tag: task.data['tag'] ?? null,
    endpoint_regular: endpoint('regular'),
    endpoint_advanced: endpoint('advanced'),
    endpoint_html: null,
  };
}

function isWebAddress(text: string | undefined): boolean {
  return text === undefined || (URL.canParse(text) && /^https?:\/\//iu.test(text));
}
