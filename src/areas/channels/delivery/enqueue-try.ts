import { hashId } from '#kernel/ids.ts';
import type { StartOptions } from '#workflows/types.ts';
import type { Notification } from '../notification.ts';

export interface NotifyInput {
  readonly notification_id: string;
  readonly round: number;
  /** Tries of the round before it. */
  readonly tries: number;
  /** How often it has waited for its turn since. */
  readonly waits: number;
}

/** One try as a workflow: the same one has the same id, so that it is begun once. */
export function toTry(input: NotifyInput, delayMs?: number): [NotifyInput, StartOptions] {
  const id = hashId('wf_', ['notify', input.notification_id, input.round, input.tries, input.waits]);
  return [input, { id, ...(delayMs === undefined ? {} : { delayMs: Math.ceil(delayMs) }) }];
}

export function toFirstTry({ id, round }: Pick<Notification, 'id' | 'round'>): [NotifyInput, StartOptions] {
  return toTry({ notification_id: id, round, tries: 0, waits: 0 });
}
