import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';

/** A key that an identity provider signs with. */
export interface SigningKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  /** As the provider publishes it. */
  readonly jwk: Readonly<Record<string, unknown>>;
}

export function makeSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomUUID();
  return { id, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid: id, alg: 'ES256', use: 'sig' } };
}

/** @param key undefined: the token says that it is not signed, and is not */
export function writeToken(claims: object, key: SigningKey | undefined): string {
  const header = key === undefined ? { alg: 'none', typ: 'JWT' } : { alg: 'ES256', typ: 'JWT', kid: key.id };
  const signed = `${toPart(header)}.${toPart(claims)}`;
  if (key === undefined) return `${signed}.`;
  return `${signed}.${sign('sha256', Buffer.from(signed), { key: key.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

function toPart(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
