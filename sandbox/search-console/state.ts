import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import { z } from 'zod';
import type { World } from '../world/index.ts';

export const CLIENT_ID = 'sandbox-search-console.apps.example.com';
export const CLIENT_SECRET = 'sandbox-search-console-secret';
export const SERVICE_ACCOUNT = 'reader@sandbox-search-console.iam.example.com';
const QUOTA_MINUTES = 15;
export const LIMITED_DAYS = 7;
const DAY_ROWS_MAX = 50_000;

const PERMISSIONS = ['siteOwner', 'siteFullUser', 'siteRestrictedUser', 'siteUnverifiedUser'] as const;
/** The three kinds of 403, and a sign-in that is refused. */
export const BROKEN = ['api_off', 'no_permission', 'wrong_scope', 'denied'] as const;

export const SearchConsoleBody = z.strictObject({
  properties: z
    .array(z.strictObject({ site_url: z.string().min(1), permission: z.enum(PERMISSIONS).default('siteOwner') }))
    .max(1_000)
    .optional(),
  /** Every call goes wrong in this way, until it is null. */
  broken: z.enum(BROKEN).nullish(),
  /** Refresh tokens that are given from now on end after seven days of the world. */
  limited: z.boolean().optional(),
  /** All tokens that were given end now. */
  revoke: z.literal(true).optional(),
  /** The load quota is used up: at once, or after so many queries. It comes back after 15 minutes of the world. */
  quota: z.literal(true).optional(),
  quota_after: z.int().min(1).optional(),
  /** A month, such as `2026-08`, that was counted again: clicks times 0.9, impressions times 0.95. */
  revised_month: z
    .string()
    .regex(/^\d{4}-\d\d$/u)
    .nullish(),
  /** How many rows of a day there are at most. */
  rows_max: z.int().min(1).max(DAY_ROWS_MAX).optional(),
});
export type SearchConsoleBody = z.infer<typeof SearchConsoleBody>;

export interface Property {
  readonly site_url: string;
  readonly permission: (typeof PERMISSIONS)[number];
}

export interface Code {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
}

/** What was given, and what goes wrong. */
export interface ConsoleState {
  properties: readonly Property[];
  broken: (typeof BROKEN)[number] | undefined;
  isLimited: boolean;
  /** World time, epoch milliseconds. */
  quotaUntil: number;
  /** Queries until the quota is used up. */
  quotaAfter: number | undefined;
  revisedMonth: string | undefined;
  rowsMax: number;
  readonly codes: Map<string, Code>;
  /** When each ends in world time; `Infinity`: by itself never. */
  readonly refreshTokens: Map<string, number>;
  /** When each ends in real time. */
  readonly accessTokens: Map<string, number>;
}

export interface ConsoleTable {
  readonly state: ConsoleState;
  /** The key of the service account, made when first asked for. */
  key(): { readonly privateKey: string; readonly publicKey: KeyObject };
  configure(body: SearchConsoleBody, now: Date): void;
  describe(tokenUri: string): object;
  clear(): void;
}

export function makeConsoleTable(world: World): ConsoleTable {
  const state = beginState(world);
  let key: { readonly privateKey: string; readonly publicKey: KeyObject } | undefined;
  const findKey = () => (key ??= makeKey());
  return {
    state,
    key: findKey,
    configure: (body, now) => change(state, body, now),
    describe: (tokenUri) => ({
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      properties: state.properties,
      broken: state.broken ?? null,
      limited: state.isLimited,
      quota_until: state.quotaUntil === 0 ? null : new Date(state.quotaUntil).toISOString(),
      revised_month: state.revisedMonth ?? null,
      rows_max: state.rowsMax,
      service_account: {
        type: 'service_account',
        project_id: 'sandbox-search-console',
        private_key_id: 'sandbox',
        private_key: findKey().privateKey,
        client_email: SERVICE_ACCOUNT,
        token_uri: tokenUri,
      },
    }),
    clear: () => void Object.assign(state, beginState(world)),
  };
}

/** Owned as domains: three sites; the first one as a prefix too, and one that is not proved. */
function beginState({ sites }: World): ConsoleState {
  const domains = sites.slice(0, 3).map(({ domain }) => ({ site_url: `sc-domain:${domain}`, permission: 'siteOwner' as const }));
  return {
    properties: [
      ...domains,
      { site_url: `https://${sites[0]?.host}/`, permission: 'siteFullUser' },
      { site_url: `sc-domain:${sites[3]?.domain}`, permission: 'siteUnverifiedUser' },
    ],
    broken: undefined,
    isLimited: false,
    quotaUntil: 0,
    quotaAfter: undefined,
    revisedMonth: undefined,
    rowsMax: DAY_ROWS_MAX,
    codes: new Map(),
    refreshTokens: new Map(),
    accessTokens: new Map(),
  };
}

function change(state: ConsoleState, body: SearchConsoleBody, now: Date): void {
  if (body.properties !== undefined) state.properties = body.properties;
  if (body.broken !== undefined) state.broken = body.broken ?? undefined;
  if (body.limited !== undefined) state.isLimited = body.limited;
  if (body.quota === true) useUpQuota(state, now);
  if (body.quota_after !== undefined) state.quotaAfter = body.quota_after;
  if (body.revised_month !== undefined) state.revisedMonth = body.revised_month ?? undefined;
  if (body.rows_max !== undefined) state.rowsMax = body.rows_max;
  if (body.revoke === true) for (const tokens of [state.codes, state.refreshTokens, state.accessTokens]) tokens.clear();
}

/** Counts a query against the quota; whether there is none left. */
export function isQuotaUsedUp(state: ConsoleState, now: Date): boolean {
  if (state.quotaAfter !== undefined) {
    state.quotaAfter -= 1;
    if (state.quotaAfter < 0) {
      state.quotaAfter = undefined;
      useUpQuota(state, now);
    }
  }
  return now.getTime() < state.quotaUntil;
}

function useUpQuota(state: ConsoleState, now: Date): void {
  state.quotaUntil = now.getTime() + QUOTA_MINUTES * MINUTE_MS;
}

/** When a refresh token that is given now ends. */
export function refreshEnd(state: ConsoleState, now: Date): number {
  return state.isLimited ? now.getTime() + LIMITED_DAYS * DAY_MS : Infinity;
}

export function newToken(): string {
  return randomBytes(24).toString('base64url');
}

function makeKey(): { readonly privateKey: string; readonly publicKey: KeyObject } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return { privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })), publicKey };
}
