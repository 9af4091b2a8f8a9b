import { createHash, createHmac, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** What a page and an authenticator may do wrong. */
export interface Misuse {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly isVerified?: boolean;
  readonly isPresent?: boolean;
  readonly counter?: number;
  readonly crossOrigin?: boolean;
  readonly type?: string;
  readonly userHandle?: string | null;
  /** Signs with the key of another authenticator. */
  readonly key?: KeyObject;
}

interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

/** A passkey in software, at a page of an origin: ES256, no attestation, as browsers hand it on (`PublicKeyCredential.toJSON()`). */
export interface Authenticator {
  readonly id: string;
  readonly key: KeyObject;
  create(options: Options, misuse?: Misuse): object;
  get(options: Options, misuse?: Misuse): object;
}

const FLAGS = { present: 0x01, verified: 0x04, hasCredential: 0x40 };
const AAGUID_BYTES = 16;

/** @param counts whether it counts how often it signs; those that lie in accounts do not */
export function makeAuthenticator(origin: string, { counts = false } = {}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rawId = randomBytes(32);
  const id = rawId.toString('base64url');
  let counter = 0;
  let userHandle: string | undefined;

  const toClientData = (options: Options, type: string, misuse: Misuse): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: misuse.type ?? type,
        challenge: misuse.challenge ?? options.challenge,
        origin: misuse.origin ?? origin,
        crossOrigin: misuse.crossOrigin ?? false,
      }),
    );
  const toData = (options: Options, misuse: Misuse, credential?: Buffer): Buffer => {
    if (counts) counter += 1;
    const rpId = misuse.rpId ?? options.rpId ?? options.rp?.id ?? '';
    const flags =
      ((misuse.isPresent ?? true) ? FLAGS.present : 0) +
      ((misuse.isVerified ?? true) ? FLAGS.verified : 0) +
      (credential ? FLAGS.hasCredential : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(misuse.counter ?? counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential ?? Buffer.alloc(0)]);
  };
  const wrap = (response: object): object => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });

  return {
    id,
    key: privateKey,
    create(options, misuse = {}) {
      userHandle = options.user?.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = toCbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const authData = toData(options, misuse, Buffer.concat([Buffer.alloc(AAGUID_BYTES), length, rawId, key]));
      const attestationObject = toCbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      const clientData = toClientData(options, 'webauthn.create', misuse);
      return wrap({
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      });
    },
    get(options, misuse = {}) {
      const data = toData(options, misuse);
      const clientData = toClientData(options, 'webauthn.get', misuse);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), misuse.key ?? privateKey);
      return wrap({
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: misuse.userHandle === undefined ? userHandle : misuse.userHandle,
      });
    },
  };
}

type Cbor = string | number | Buffer | ReadonlyMap<string | number, Cbor>;

/** RFC 8949, as much of it as an authenticator writes. */
function toCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? toHead(1, -1 - value) : toHead(0, value);
  if (typeof value === 'string') return Buffer.concat([toHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([toHead(2, value.length), value]);
  const entries = [...(value as ReadonlyMap<string | number, Cbor>)];
  return Buffer.concat([toHead(5, entries.length), ...entries.flatMap(([name, inner]) => [toCbor(name), toCbor(inner)])]);
}

function toHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

const STEP_MS = 30_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an app shows for a secret in Base32: six digits of RFC 6238. @param away steps from now */
export function showCode(secret: string, away = 0): string {
  const bits = Array.from(secret, (character) => ALPHABET.indexOf(character).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + away));
  const mac = createHmac('sha1', key).update(counter).digest();
  const code = (mac.readUInt32BE((mac[19] ?? 0) & 0x0f) & 0x7fff_ffff) % 1_000_000;
  return String(code).padStart(6, '0');
}
