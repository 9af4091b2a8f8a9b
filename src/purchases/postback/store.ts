import { z } from 'zod';
import type { Postgres, Sql } from '#stores/postgres/types.ts';
import type { PostKey } from '../question.ts';

/** What tokens of deliveries are made with. */
export interface DeliverySecrets {
  readonly current: string;
  /** The one before. Null: there was none. */
  readonly previous: string | null;
  /** The token that releases up to 0.1.0 put into every address. Null: there was none, or the secret was changed since. */
  readonly shared: string | null;
  /** Real time. */
  readonly changedAt: Date;
}

const NAME = 'provider_delivery_secret';
const SHARED_NAME = 'provider_postback_token';

const Stored = z.object({
  current: z.string(),
  previous: z.string().nullish(),
  shared: z.string().nullish(),
  changed_at: z.coerce.date(),
});

/** The secrets that are kept; else `fresh` becomes the current one. One for all processes. */
export async function findOrCreateSecrets(postgres: Postgres, fresh: string, now: Date): Promise<DeliverySecrets> {
  const found = await findSecrets(postgres);
  if (found !== undefined) return found;
  await postgres.transaction(async (tx) => {
    await tx.query(
      `insert into settings (name, value)
       select $1, jsonb_build_object('current', $2::text, 'shared', (select value from settings where name = $4), 'changed_at', $3::text)
       on conflict (name) do nothing`,
      [NAME, fresh, now.toISOString(), SHARED_NAME],
    );
    await tx.query('delete from settings where name = $1', [SHARED_NAME]);
  });
  const made = await findSecrets(postgres);
  if (made === undefined) throw new Error(`the setting ${NAME} was removed while it was read`);
  return made;
}

/** Makes `fresh` the current secret and the current one the previous. */
export async function updateSecret(sql: Sql, fresh: string, now: Date): Promise<void> {
  await sql.query(
    `update settings set updated_at = now(),
       value = jsonb_build_object('current', $2::text, 'previous', value -> 'current', 'changed_at', $3::text)
     where name = $1`,
    [NAME, fresh, now.toISOString()],
  );
}

async function findSecrets(sql: Sql): Promise<DeliverySecrets | undefined> {
  const { rows } = await sql.query<{ value: unknown }>('select value from settings where name = $1', [NAME]);
  if (rows[0] === undefined) return undefined;
  const { current, previous = null, shared = null, changed_at: changedAt } = Stored.parse(rows[0].value);
  return { current, previous, shared, changedAt };
}

/** Whether that is the task that is recorded for a post, the newest of its task. */
export async function isRecordedTask(sql: Sql, { id, round, post }: PostKey, taskId: string): Promise<boolean> {
  const { rows } = await sql.query(
    'select from queued_checks where id = $1 and round = $2 and post = $3 and not is_doubtful and task_id = $4',
    [id, round, post, taskId],
  );
  return rows.length > 0;
}
