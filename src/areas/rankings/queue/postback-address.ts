import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '#context';
import type { Postgres } from '#stores/postgres/types.ts';
import { findOrCreateSecret } from '../store/settings.ts';

const PATHS = { postback: '/webhooks/provider/postback', pingback: '/webhooks/provider/pingback' } as const;
const SECRET_NAME = 'provider_postback_token';
const SECRET_BYTES = 24;

/**
 * Where the provider delivers an answer: it fills in `$id` and `$tag`. The secret stands in the
 * address, because deliveries are not signed (decisions, section 6 "Provider postback"). `undefined`
 * when this service cannot be reached: then answers are only collected.
 */
export async function toPostbackUrl(ctx: Pick<AppContext, 'postgres' | 'publicUrl'>): Promise<string | undefined> {
  const base = ctx.publicUrl();
  if (base === undefined) return undefined;
  return `${base.replace(/\/+$/u, '')}${PATHS.postback}?kind=serp&id=$id&tag=$tag&token=${await readToken(ctx.postgres)}`;
}

/** Whether a delivery knows the secret; compared in constant time. */
export async function isPostbackToken(postgres: Postgres, token: string | undefined): Promise<boolean> {
  if (token === undefined) return false;
  return timingSafeEqual(digest(token), digest(await readToken(postgres)));
}

/** The secret of a database never changes: every process reads it once. */
const tokens = new WeakMap<Postgres, Promise<string>>();

function readToken(postgres: Postgres): Promise<string> {
  const known = tokens.get(postgres) ?? findOrCreateSecret(postgres, SECRET_NAME, randomBytes(SECRET_BYTES).toString('base64url'));
  tokens.set(postgres, known);
  known.catch(() => tokens.delete(postgres));
  return known;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
