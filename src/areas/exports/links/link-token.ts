import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the link to a file says. */
export interface LinkClaim {
  readonly runId: string;
  /** Epoch seconds, in the observed world. */
  readonly endsAt: number;
  /** Of the run; another one ends the link. */
  readonly version: number;
}

const TOKEN = /^(?<runId>run_[0-9a-z]{10,64})\.(?<endsAt>[1-9]\d{0,11})\.(?<version>[1-9]\d{0,8})\.(?<signature>[\w-]{43})$/u;

export function writeToken(claim: LinkClaim, key: string): string {
  return `${toText(claim)}.${sign(claim, key)}`;
}

/** What a token claims to be; whether it is, the key says (`isSigned`). */
export function readToken(token: string): (LinkClaim & { readonly signature: string }) | undefined {
  const found = TOKEN.exec(token)?.groups;
  if (found === undefined) return undefined;
  const { runId = '', endsAt, version, signature = '' } = found;
  return { runId, endsAt: Number(endsAt), version: Number(version), signature };
}

export function isSigned(claim: LinkClaim & { readonly signature: string }, key: string): boolean {
  return timingSafeEqual(Buffer.from(claim.signature), Buffer.from(sign(claim, key)));
}

function toText({ runId, endsAt, version }: LinkClaim): string {
  return `${runId}.${endsAt}.${version}`;
}

function sign(claim: LinkClaim, key: string): string {
  return createHmac('sha256', key).update(toText(claim)).digest('base64url');
}
