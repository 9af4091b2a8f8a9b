import type { RequestContext } from '#context';
import type { Sql } from '#stores/postgres/types.ts';
import { listPasskeyRows, type Passkey } from './store/passkeys.ts';
import { countRecoveryCodes } from './store/recovery-codes.ts';
import { findTotp } from './store/totp.ts';

/** How a person can show a second factor. */
export const WAYS = ['code', 'recovery_code', 'passkey'] as const;
export type Way = (typeof WAYS)[number];

export interface Factors {
  /** Since when an app gives codes; undefined: none does. */
  readonly totpSince: Date | undefined;
  readonly passkeys: readonly Passkey[];
  /** Recovery codes that are still to be used. */
  readonly recoveryCodesLeft: number;
}

/** The second factors of a person. */
export async function listFactors(sql: Sql, userId: string): Promise<Factors> {
  const [totp, passkeys, recoveryCodesLeft] = [
    await findTotp(sql, userId, 'confirmed'),
    await listPasskeyRows(sql, userId),
    await countRecoveryCodes(sql, userId),
  ];
  return { totpSince: totp?.confirmedAt ?? undefined, passkeys, recoveryCodesLeft };
}

export function hasFactor({ totpSince, passkeys }: Factors): boolean {
  return totpSince !== undefined || passkeys.length > 0;
}

/** How the person can show one now; empty for who has none. */
export function listWays(factors: Factors): Way[] {
  const { totpSince, passkeys, recoveryCodesLeft } = factors;
  const can = { code: totpSince !== undefined, passkey: passkeys.length > 0, recovery_code: recoveryCodesLeft > 0 && hasFactor(factors) };
  return WAYS.filter((way) => can[way]);
}

/** The factors of the person who asks. */
export async function getOwnFactors({ postgres, caller }: Pick<RequestContext, 'postgres' | 'caller'>): Promise<Factors> {
  return await listFactors(postgres, caller.id);
}
