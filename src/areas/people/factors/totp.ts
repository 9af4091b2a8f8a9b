import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SECOND_MS } from '#kernel/durations.ts';

/** Codes of an authenticator app: RFC 6238 with SHA-1, six digits and steps of 30 seconds, which is what every app knows. */
const STEP_MS = 30 * SECOND_MS;
const DIGITS = 6;
const CODE = /^[0-9]{6}$/u;
const SECRET_BYTES = 20;
/** Steps before and after the one of now whose codes are taken: clocks differ, and typing takes time. */
const TOLERANCE = 1;
const ISSUER = 'Sightline';

/** A new shared secret of 160 random bits, in Base32 as apps take it. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES));
}

/** The address that the QR code holds. */
export function toOtpauth(secret: string, email: string): string {
  const query = new URLSearchParams({
    secret,
    issuer: ISSUER,
    algorithm: 'SHA1',
    digits: String(DIGITS),
    period: String(STEP_MS / SECOND_MS),
  });
  return `otpauth://totp/${encodeURIComponent(`${ISSUER}:${email}`)}?${query.toString()}`;
}

/**
 * The step that a code belongs to, at most one away from that of now.
 * @param now epoch milliseconds of real time
 * @returns undefined for a code of no such step
 */
export function findStep(secret: string, code: string, now: number): number | undefined {
  if (!CODE.test(code)) return undefined;
  const key = fromBase32(secret);
  const given = Buffer.from(code);
  const current = Math.floor(now / STEP_MS);
  const steps = Array.from({ length: 2 * TOLERANCE + 1 }, (_none, at) => current - TOLERANCE + at);
  return steps.findLast((step) => timingSafeEqual(given, Buffer.from(toCode(key, step))));
}

/** The code of a step. */
function toCode(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;

/** RFC 4648, without filling: of 5 bytes 8 characters. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/gu) ?? []).map((part) => ALPHABET.charAt(Number.parseInt(part.padEnd(BITS, '0'), 2))).join('');
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (character) => ALPHABET.indexOf(character).toString(2).padStart(BITS, '0')).join('');
  return Buffer.from((bits.match(/.{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
