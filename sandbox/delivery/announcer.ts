import PQueue from 'p-queue';
import type { DeliveryPlan } from '../control/faults.ts';
import type { QueuedTask } from '../provider/tasks.ts';
import { DELIVERIES_MAX, makeCourier, type Courier, type CourierOptions, type Delivery, type Webhook } from './courier.ts';

export interface Announcer {
  /** Calls the webhook of a finished task, changed by the faults; undefined when a fault drops the delivery. */
  announce(task: QueuedTask, webhook: Webhook, plan: DeliveryPlan): Promise<Delivery | undefined>;
  plan: Courier['plan'];
  /** Waits in real time; for ever when everything is forgotten meanwhile. */
  wait(ms: number): Promise<void>;
  /** Deliveries that are to go out or under way. */
  pending(): number;
  /** Forgets what has not gone out. */
  clear(): void;
  /** Forgets everything and closes all connections. */
  close(): void;
}

const OK = 200;

/** Keeps what is to be delivered in line, so that only so much goes out at once. */
export function makeAnnouncer(options: CourierOptions): Announcer {
  const courier = makeCourier(options);
  const timers = new Set<NodeJS.Timeout>();
  const line = new PQueue({ concurrency: DELIVERIES_MAX });
  let late = 0;

  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        resolve();
      }, ms);
      timers.add(timer);
    });

  const delay = async (ms: number): Promise<void> => {
    late += 1;
    await wait(ms);
    late -= 1;
  };

  const clear = (): void => {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
    line.clear();
    late = 0;
  };

  return {
    async announce(task, webhook, plan) {
      if (plan.isSwallowed) return undefined;
      if (plan.delayMs > 0) await delay(plan.delayMs);
      const send = (): Promise<Delivery> => line.add(() => courier.send(task, webhook, plan));
      const deliveries = await Promise.all(plan.isDuplicate ? [send(), send()] : [send()]);
      return deliveries.find(({ status }) => status === OK) ?? deliveries[0];
    },
    plan: courier.plan,
    wait,
    pending: () => late + line.size + line.pending,
    clear,
    close() {
      clear();
      courier.close();
    },
  };
}
