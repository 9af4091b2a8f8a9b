import { randomBytes } from 'node:crypto';
import { hashKey } from '#http/auth.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { replaceRecoveryCodes } from './store/recovery-codes.ts';
import { toBase32 } from './totp.ts';

const CODES = 10;
/** 80 random bits: a code cannot be guessed, from its hash either. */
const CODE_BYTES = 10;

/** Makes ten codes for a person in the place of those before. They exist in the result only. */
export async function renewRecoveryCodes(tx: Transaction, userId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
  return codes;
}

/** @example newCode() // 'K7QD-2ZRM-V5XA-PW3E' */
function newCode(): string {
  return (toBase32(randomBytes(CODE_BYTES)).match(/.{4}/gu) ?? []).join('-');
}

/** What is stored of a code, which people may write in any case, with or without lines between. */
export function hashRecoveryCode(code: string): Buffer {
  return hashKey(code.replaceAll(/[\s-]/gu, '').toUpperCase());
}
