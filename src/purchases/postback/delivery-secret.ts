import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import type { TaskFamily } from '#providers/search-data/index.ts';
import { findOrCreateSecrets, isRecordedTask, updateSecret, type DeliverySecrets } from './store.ts';
import { parseTag } from '../tasks/queued.ts';

type SecretContext = Pick<AppContext, 'postgres' | 'clock'>;

const PATH = '/webhooks/provider/postback';
const SECRET_BYTES = 32;
/** Another process may have changed the secret. */
const FRESH_MS = 3_000;

/** The parameters of a delivery's address. */
export interface DeliveryClaim {
  readonly id: string | undefined;
  readonly tag: string | undefined;
  readonly token: string | undefined;
}

/**
 * Where the provider delivers the answer to a post, by its tag; the provider fills in `$id` and `$tag`.
 * Deliveries are not signed: a token in the address takes that place. `undefined` when this service has no
 * public address: then answers are only collected.
 */
export async function makePostbackAddresses(
  ctx: Pick<AppContext, 'postgres' | 'clock' | 'publicUrl'>,
  family: TaskFamily,
): Promise<((tag: string) => string) | undefined> {
  const base = ctx.publicUrl()?.replace(/\/+$/u, '');
  if (base === undefined) return undefined;
  const { current } = await readSecrets(ctx);
  return (tag) => `${base}${PATH}?kind=${family}&id=$id&tag=$tag&token=${toDeliveryToken(current, tag)}`;
}

/** The token of the post that a tag names: it is valid for that post alone. `kernel/redact.ts` knows its shape. */
export function toDeliveryToken(secret: string, tag: string): string {
  return `sld_${createHmac('sha256', secret).update(tag).digest('base64url')}`;
}

/**
 * Whether a delivery proves that it comes from the provider; compared in constant time. For a day after the
 * secret was changed, tokens of the previous secret are valid too, and so is the token that all addresses of
 * older releases shared: only with the recorded task id of the post, which only the provider knows.
 */
export async function isDeliveryToken(ctx: SecretContext, { id, tag = '', token = '' }: DeliveryClaim): Promise<boolean> {
  const { current, previous, shared, changedAt } = await readSecrets(ctx);
  if (isSame(token, toDeliveryToken(current, tag))) return true;
  const isOld = [previous === null ? null : toDeliveryToken(previous, tag), shared].some((old) => old !== null && isSame(token, old));
  if (!isOld || ctx.clock.realNow() > changedAt.getTime() + DAY_MS) return false;
  const post = parseTag(tag);
  return post !== undefined && id !== undefined && (await isRecordedTask(ctx.postgres, post, id));
}

/** Changes the secret. @returns until when the previous one is valid for earlier posts */
export async function changeDeliverySecret(ctx: SecretContext): Promise<{ readonly changedAt: Date; readonly oldServesUntil: Date }> {
  await readSecrets(ctx);
  const changedAt = new Date(ctx.clock.realNow());
  await updateSecret(ctx.postgres, makeSecret(), changedAt);
  delete ctx.postgres.recall(makeKnown).secrets;
  return { changedAt, oldServesUntil: new Date(changedAt.getTime() + DAY_MS) };
}

/** The secrets, at most three seconds old. */
export async function readSecrets({ postgres, clock }: SecretContext): Promise<DeliverySecrets> {
  const now = clock.realNow();
  const known = postgres.recall(makeKnown);
  if (known.secrets !== undefined && now - known.secrets.readAt < FRESH_MS) return await known.secrets.read;
  const read = findOrCreateSecrets(postgres, makeSecret(), new Date(now));
  known.secrets = { readAt: now, read };
  read.catch(() => delete known.secrets);
  return await read;
}

const makeKnown = (): { secrets?: { readonly readAt: number; readonly read: Promise<DeliverySecrets> } } => ({});

function makeSecret(): string {
  return `sls_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

function isSame(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
