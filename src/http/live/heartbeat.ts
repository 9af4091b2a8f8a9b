import { defineCounter } from '#kernel/measure.ts';
import { CLOSE } from './client-message.ts';
import type { Client } from './clients.ts';

const dropped = defineCounter('sightline_live_socket_dropped_total', 'Clients of the live socket that read too slowly or did not answer');

/**
 * Asks all clients whether they are still there, and lets those go that did not answer the last time
 * or whose key is no longer good.
 */
export function beat(clients: ReadonlySet<Client>, sayPing: (client: Client) => void): void {
  const alive = [...clients].filter(({ isAlive }) => isAlive);
  for (const client of clients) if (!client.isAlive) drop(client, 'it does not answer');
  for (const client of alive) {
    Object.assign(client, { isAlive: false, messages: 0 });
    client.ws.ping();
    sayPing(client);
  }
  void closeUnwelcome(alive);
}

/** Closes the connections whose key is no longer good. A key is looked up once, however many clients have it. */
export async function closeUnwelcome(clients: readonly Client[]): Promise<void> {
  const byKey = Map.groupBy(clients, ({ callerId }) => callerId);
  await Promise.all(
    [...byKey.values()].map(async (own) => {
      if (await own[0]?.isWelcome()) return;
      for (const { ws } of own) ws.close(CLOSE.policy, 'the key is no longer valid');
    }),
  );
}

/** What waits for it is let go; a goodbye would only wait behind it. */
export function drop({ ws, log, callerId }: Client, because: string): void {
  if (ws.readyState === ws.OPEN) {
    dropped.add(1);
    log.warn({ caller: callerId, because }, 'a client of the live socket was dropped');
  }
  ws.terminate();
}
