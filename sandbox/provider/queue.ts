import type { DeliveryPlan } from '../control/faults.ts';
import type { Announcer } from '../delivery/announcer.ts';
import type { Webhook } from '../delivery/courier.ts';
import type { FailureList } from './failures.ts';
import { makeReadyList } from './ready-list.ts';
import type { QueueFunction, TaskRequest } from './answer.ts';
import type { WorldClock } from '../world-clock.ts';
import { textOf } from './search-request.ts';
import { statusOfTask, type QueuedPart, type QueuedTask, type TaskRecord } from './tasks.ts';

/** What the control endpoints show of the queue. */
export interface QueueState {
  readonly delay_ms: number;
  /** Tasks that are not done yet. */
  readonly waiting: number;
  /** Deliveries to be made or under way. */
  readonly delivering: number;
  /** Finished tasks whose result is not fetched yet. */
  readonly ready: number;
  readonly delivered: number;
  readonly failed: number;
}

export interface TaskQueue {
  /** When a task taken now will be done. */
  ticket(request: TaskRequest, work: QueueFunction): QueuedPart;
  /** Accepts a task. It is done after its delay, and is then announced by webhook. */
  take(task: QueuedTask): void;
  statusOf(record: TaskRecord): number;
  /** Marks a result as fetched. */
  collect(task: QueuedTask): void;
  /** Uncollected tasks of three days whose path begins so, oldest first, 1,000 at most. */
  listReady(prefix: string): readonly QueuedTask[];
  /** Announces a finished task again; false when it has no webhook. */
  resend(task: QueuedTask): boolean;
  /** Waits for the deliveries that are to arrive before the answer to the post. */
  settleEarly(): Promise<void>;
  setDelay(delayMs: number): void;
  state(): QueueState;
  /** Forgets every task; deliveries under way go into the void. */
  clear(): void;
}

export interface QueueOptions {
  readonly clock: WorldClock;
  readonly announcer: Announcer;
  readonly failures: FailureList;
  /** Real time from the post to the result; half of it at high priority. */
  readonly delayMs: number;
}

const OK = 200;

/** The vendor's workers: results are there after a delay, and tasks with a webhook are announced. */
export function makeTaskQueue({ clock, announcer, failures, delayMs: delayAtStart }: QueueOptions): TaskQueue {
  const ready = makeReadyList(clock.vendor);
  let delayMs = delayAtStart;
  let counts = { waiting: 0, delivered: 0, failed: 0 };
  let early: Promise<unknown>[] = [];
  /** Grows with every reset: work that began before one has no effect afterwards and is not waited for. */
  let age = 0;
  let reset = Promise.withResolvers<void>();

  /** A receiver who answers 200 has collected; of one who does not, the task is in the list. */
  const notify = async (task: QueuedTask, { webhook, plan }: Notice): Promise<void> => {
    const begun = age;
    const delivery = await announcer.announce(task, webhook, plan);
    if (begun !== age || delivery === undefined) return;
    if (delivery.status === OK) {
      counts.delivered += 1;
      if (webhook.kind === 'postback') ready.remove(task.id);
      return;
    }
    counts.failed += 1;
    ready.add(task);
    failures.add({
      id: task.id,
      at: clock.vendor.now(),
      path: task.path,
      code: delivery.status,
      message: delivery.response,
      http: delivery,
    });
  };

  const finish = (task: QueuedTask, notices: readonly Notice[]): Promise<unknown> => {
    task.queued.doneAt = clock.vendor.now();
    counts.waiting -= 1;
    if (notices.every(({ webhook }) => webhook.kind === 'pingback')) ready.add(task);
    return Promise.all(notices.map((notice) => notify(task, notice)));
  };

  const noticesOf = (task: QueuedTask): Notice[] => webhooksOf(task).map((webhook) => ({ webhook, plan: announcer.plan(task, webhook) }));

  return {
    ticket: (request, work) => {
      const [postedMs, orderedAt] = [clock.realNow(), clock.now()];
      return { request, work, postedMs, dueMs: postedMs + delayMs / (request['priority'] === 2 ? 2 : 1), orderedAt, doneAt: undefined };
    },
    take(task) {
      counts.waiting += 1;
      const notices = noticesOf(task);
      if (notices.some(({ plan }) => plan.isEarly)) early.push(finish(task, notices));
      else void announcer.wait(task.queued.dueMs - task.queued.postedMs).then(() => finish(task, notices));
    },
    statusOf: (record) => statusOfTask(record, clock.realNow()),
    collect: ({ id }) => ready.remove(id),
    listReady: (prefix) => ready.list(prefix),
    resend(task) {
      const notices = noticesOf(task);
      for (const notice of notices) void notify(task, notice);
      return notices.length > 0;
    },
    async settleEarly() {
      const begun = early;
      early = [];
      if (begun.length > 0) await Promise.race([Promise.all(begun), reset.promise]);
    },
    setDelay: (ms) => {
      delayMs = ms;
    },
    state: () => ({ delay_ms: delayMs, ...counts, delivering: announcer.pending(), ready: ready.count() }),
    clear() {
      age += 1;
      reset.resolve();
      reset = Promise.withResolvers();
      announcer.clear();
      ready.clear();
      early = [];
      counts = { waiting: 0, delivered: 0, failed: 0 };
      delayMs = delayAtStart;
    },
  };
}

/** A webhook of a task, and what the faults make of its delivery. */
interface Notice {
  readonly webhook: Webhook;
  readonly plan: DeliveryPlan;
}

function webhooksOf({ queued }: QueuedTask): readonly Webhook[] {
  const postback = textOf(queued.request, 'postback_url');
  const pingback = textOf(queued.request, 'pingback_url');
  return [
    ...(postback === undefined ? [] : [{ kind: 'postback' as const, url: postback }]),
    ...(pingback === undefined ? [] : [{ kind: 'pingback' as const, url: pingback }]),
  ];
}
