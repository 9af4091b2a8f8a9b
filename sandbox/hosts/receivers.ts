import { jsonReply } from '../reply.ts';
import { RECEIVERS, RECEIVERS_PATH, toDelivery } from '../receivers/board.ts';
import type { Receiver } from '../receivers/receiver.ts';
import type { OutsideHost } from './host.ts';

/** Rooms, channels and chats where messages are posted, each kind in its own format and with its own limits. */
export const receivers: readonly OutsideHost[] = RECEIVERS.map(toHost);

const WAIT_SECONDS = 1;

function toHost(receiver: Receiver): OutsideHost {
  return {
    name: `${receiver.kind} receiver`,
    loggedAs: `${receiver.kind}.sandbox`,
    matches: (_world, { path }) => path.startsWith(`${RECEIVERS_PATH}${receiver.kind}/`),
    answer: ({ receivers: board, clock }, request) =>
      request.method === 'POST'
        ? board.take(receiver, toDelivery(request), clock.realNow())
        : jsonReply(405, { error: 'POST only' }, { allow: 'POST' }),
    answerEmpty: () => jsonReply(200, {}),
    refuse: ({ receivers: board, clock }, status, { request, waitSeconds = WAIT_SECONDS }) =>
      status === 500 ? receiver.fail() : board.refuse(receiver, toDelivery(request), { now: clock.realNow(), waitMs: waitSeconds * 1_000 }),
  };
}
