import { BILLED_FAILURES, statusOf } from './codes.ts';
import { wrap, wrapFailure, type Envelope, type WireTask } from './envelope.ts';
import { findFault } from './fields.ts';
import { ACCOUNT_PER_MINUTE, type CallLimits } from './limits.ts';
import { refused, type TaskAnswer, type TaskRequest } from './answer.ts';
import type { ProviderRoute, ProviderTools } from './route.ts';
import type { TaskRecord } from './tasks.ts';
import { namesOf, toWireTask } from './wire-task.ts';

export interface ProviderRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
  /** Calls under way in the family of the path, this one included. */
  readonly openCalls: number;
}

/** What a fault makes of the answer instead of the usual. */
export interface ProviderFault {
  /** The vendor's code. */
  readonly code?: number | undefined;
  /** The code hits only the second, fourth ... task of the call. */
  readonly isPartial?: boolean | undefined;
  /** A good answer with nothing in it. */
  readonly isEmpty?: boolean | undefined;
}

export interface ProviderReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly envelope: Envelope;
}

export interface ProviderEngine {
  handle(request: ProviderRequest, fault?: ProviderFault): ProviderReply;
}

interface EngineOptions {
  readonly routes: readonly ProviderRoute[];
  readonly tools: ProviderTools;
  readonly limits: CallLimits;
}

const REFUSED_PASSWORD = 'wrong';
const CREATED = 20_100;

/** Runs the list of operations as the vendor would: who, where, how often, what, at what price. */
export function makeProviderEngine({ routes, tools, limits }: EngineOptions): ProviderEngine {
  return {
    handle(request, fault = {}) {
      if (!isAuthorized(request.authorization)) return reject(40_100, { 'www-authenticate': 'Basic realm="DataForSEO REST API"' });
      const match = findRoute(routes, request);
      if (match === undefined) return { status: 404, headers: {}, envelope: wrapFailure(40_400) };
      const { route } = match;
      if (!limits.admitRate(route.rateClass ?? route.path, route.perMinute)) return reject(40_202);
      if (!limits.admitConcurrent(request.openCalls, route.concurrencyMax)) return reject(40_209);
      const headers = { 'x-ratelimit-limit': String(ACCOUNT_PER_MINUTE), 'x-ratelimit-remaining': String(limits.remaining()) };
      if (fault.code !== undefined && fault.isPartial !== true && statusOf(fault.code).isWhole) return { ...reject(fault.code), headers };
      const parsed = route.method === 'GET' ? [{}] : parseTasks(request.body);
      if (typeof parsed === 'number') return { status: 200, headers, envelope: wrapFailure(parsed) };
      const context = { ...match, request, tools, fault };
      return { status: 200, headers, envelope: wrap(answerTasks(parsed, context)) };
    },
  };
}

/** Each task has its own fate; too many of them all have the same. */
function answerTasks(tasks: readonly TaskRequest[], context: AnswerContext): WireTask[] {
  const { route, fault } = context;
  const { tasksMax = 1 } = route;
  const tooMany = tasks.length > tasksMax ? refused(tasksMax === 1 ? 40_000 : 40_006) : undefined;
  return tasks.map((task, index) => {
    const isSpared = fault.isPartial === true && index % 2 === 0;
    const answer = tooMany ?? answerTask(task, isSpared ? { ...context, fault: {} } : context);
    return finishTask(task, answer, context);
  });
}

function reject(code: number, headers: Readonly<Record<string, string>> = {}): ProviderReply {
  return { status: statusOf(code).httpStatus, headers, envelope: wrapFailure(code) };
}

/** Any login and password will do, but for one password that is always wrong. */
function isAuthorized(authorization: string | undefined): boolean {
  const [scheme, encoded = ''] = (authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'basic') return false;
  const [login = '', ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return login !== '' && password.join(':') !== '' && password.join(':') !== REFUSED_PASSWORD;
}

interface RouteMatch {
  readonly route: ProviderRoute;
  readonly params: Readonly<Record<string, string>>;
}

function findRoute(routes: readonly ProviderRoute[], request: ProviderRequest): RouteMatch | undefined {
  const segments = request.path.split('/');
  for (const route of routes) {
    if (route.method !== request.method) continue;
    const pattern = route.path.split('/');
    if (pattern.length !== segments.length) continue;
    const fits = pattern.every((part, index) => part === segments[index] || (part.startsWith('{') && segments[index] !== ''));
    if (!fits) continue;
    const named = pattern.flatMap((part, index) => (part.startsWith('{') ? [[part.slice(1, -1), segments[index] ?? ''] as const] : []));
    return { route, params: Object.fromEntries(named) };
  }
  return undefined;
}

/** The tasks, or the code of what is wrong with the body. */
function parseTasks(body: string): readonly TaskRequest[] | number {
  if (body.trim() === '') return 40_502;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return 40_503;
  }
  if (!Array.isArray(value)) return 40_503;
  if (value.length === 0) return 40_502;
  return value.every((task) => typeof task === 'object' && task !== null && !Array.isArray(task)) ? (value as TaskRequest[]) : 40_503;
}

interface AnswerContext extends RouteMatch {
  readonly request: ProviderRequest;
  readonly tools: ProviderTools;
  readonly fault: ProviderFault;
}

function answerTask(task: TaskRequest, { route, params, tools, fault }: AnswerContext): TaskAnswer {
  const wrong = route.fields === undefined ? undefined : findFault(route.fields, task);
  if (wrong !== undefined) return refused(wrong.code, wrong.message);
  if (fault.isEmpty === true) return { code: 20_000, result: null, costUsd: 0 };
  if (fault.code !== undefined) {
    return { code: fault.code, result: null, costUsd: BILLED_FAILURES.has(fault.code) ? (route.failureCostUsd ?? 0) : 0 };
  }
  return route.answer(tools, task, params);
}

/** Gives the task its id and its echo, and keeps it when it was really worked on. */
function finishTask(task: TaskRequest, answer: TaskAnswer, context: AnswerContext): WireTask {
  const { route, params, request, tools, fault } = context;
  const path = request.path.split('/').filter((part) => part !== '');
  const posted = route.kind === 'collect' ? tools.tasks.find(params['id'] ?? '') : undefined;
  if (posted !== undefined) return toWireTask({ id: posted.id, path, data: { ...posted.data, function: 'task_get' } }, answer);
  const now = tools.vendorNow();
  const id = tools.tasks.nextId(route.path, now);
  const data = { ...namesOf(path), ...task, ...route.defaults?.(task) };
  const code = answer.outcome ?? answer.code;
  const record = {
    id,
    path: path.join('/'),
    postedAt: now,
    code,
    costUsd: answer.costUsd,
    data,
    ...(answer.asked && { asked: answer.asked }),
  };
  if (answer.code === CREATED) enqueue(record, task, context);
  else if (route.kind === 'queue') tools.failures.add({ id, at: now, path: record.path, code, message: statusOf(code).message });
  else if (route.kind === 'live' && fault.isEmpty !== true && isWorkedOn(code)) tools.tasks.add(record);
  return toWireTask({ id, path, data }, answer);
}

function enqueue(record: TaskRecord, request: TaskRequest, { route, tools }: AnswerContext): void {
  if (route.work === undefined) return;
  const task = { ...record, queued: tools.queue.ticket(request, route.work) };
  tools.tasks.add(task);
  tools.queue.take(task);
}

/** Work was done, and charged. */
function isWorkedOn(code: number): boolean {
  return code === 20_000 || BILLED_FAILURES.has(code);
}
