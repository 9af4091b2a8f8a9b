import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Delivery, DeliveryStatus, DeliveryTry, WebhookEvent } from './delivery.ts';

const COLUMNS = `id, event, url, body, status, attempts, response_status, error, created_at,
  delivered_at`;

/** Writes an event that waits for its first try. @returns false when it is there already */
export async function insertDelivery(sql: Sql, delivery: Pick<Delivery, 'id' | 'event' | 'url' | 'body' | 'createdAt'>): Promise<boolean> {
  const { id, event, url, body, createdAt } = delivery;
  const { rowCount } = await sql.query(
    'insert into webhook_deliveries (id, event, url, body, created_at) values ($1, $2, $3, $4, $5) on conflict do nothing',
    [id, event, url, body, createdAt],
  );
  return rowCount === 1;
}

export async function findDelivery(sql: Sql, id: string): Promise<Delivery | undefined> {
  const { rows } = await sql.query<Delivery>(`select ${COLUMNS} from webhook_deliveries where id = $1`, [id]);
  return rows[0];
}

export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined;
  readonly event?: WebhookEvent | undefined;
}

const WHERE = '($1::text is null or status = $1) and ($2::text is null or event = $2)';

/** Newest first. */
export const deliveryList = defineList<Delivery, DeliveryFilter>({
  columns: COLUMNS,
  from: `from webhook_deliveries where ${WHERE}`,
  order: 'created_at desc, id desc',
  values: ({ status, event }) => [status, event],
});

/** The newest tries of a delivery, the last one first. */
export async function listTries(sql: Sql, deliveryId: string, limit: number): Promise<DeliveryTry[]> {
  const { rows } = await sql.query<DeliveryTry>(
    `select number, began_at, duration_ms, response_status, error
       from webhook_tries where delivery_id = $1 order by number desc limit $2`,
    [deliveryId, limit],
  );
  return rows;
}

/** How a try ended, and what the delivery is after it. */
export interface EndedTry extends Omit<DeliveryTry, 'number'> {
  readonly deliveryId: string;
  readonly status: DeliveryStatus;
}

/** Adds a try to its delivery, in one statement, so that neither is written without the other. */
export async function recordTry(sql: Sql, ended: EndedTry): Promise<void> {
  const { deliveryId, status, beganAt, durationMs, responseStatus, error } = ended;
  await sql.query(
    `with delivery as (
       update webhook_deliveries set attempts = attempts + 1, status = $2, response_status = $5, error = $6,
              delivered_at = case $2 when 'delivered' then $3::timestamptz end
        where id = $1 returning id, attempts)
     insert into webhook_tries (delivery_id, number, began_at, duration_ms, response_status, error)
     select id, attempts, $3, $4, $5, $6 from delivery`,
    [deliveryId, status, beganAt, durationMs, responseStatus, error],
  );
}

/** An event that was sent before waits for a try again, at the receiver's address of today. @returns whether there is such an event */
export async function reopenDelivery(sql: Sql, id: string, url: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update webhook_deliveries set status = 'pending', url = $2, error = null, delivered_at = null where id = $1`,
    [id, url],
  );
  return rowCount === 1;
}
