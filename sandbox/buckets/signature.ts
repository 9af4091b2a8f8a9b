import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The one key that the sandbox's buckets know. */
export const BUCKET_KEY = { id: 'AKSANDBOX', secret: 'sandbox-bucket-secret' } as const;

export interface SignedCall {
  readonly method: string;
  /** As they were sent, escapes included. */
  readonly path: string;
  readonly search: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

const SHAPE =
  /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/(?<day>\d{8})\/(?<region>[^/]+)\/s3\/aws4_request, ?SignedHeaders=(?<names>[^,]+), ?Signature=(?<signature>[0-9a-f]{64})$/u;
const UNSIGNED = 'UNSIGNED-PAYLOAD';

/** What is wrong with the signature of a call (AWS Signature Version 4, by its description); undefined: nothing. */
export function findSignatureFault({ method, path, search, headers, body }: SignedCall): string | undefined {
  const found = SHAPE.exec(headers['authorization'] ?? '')?.groups;
  if (found === undefined) return 'AccessDenied';
  const { id = '', day = '', region = '', names = '', signature = '' } = found;
  if (id !== BUCKET_KEY.id) return 'InvalidAccessKeyId';
  const hash = headers['x-amz-content-sha256'] ?? '';
  if (hash !== UNSIGNED && hash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  if (!names.split(';').includes('host')) return 'AccessDenied';
  const signed = names.split(';').map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/gu, ' ')}\n`);
  const canonical = [method, path, sortQuery(search), signed.join(''), names, hash].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'] ?? '', scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>((made, part) => hmac(made, part), `AWS4${BUCKET_KEY.secret}`);
  const expected = hmac(key, text);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}

function sortQuery(search: string): string {
  const parts = search.replace(/^\?/u, '').split('&').filter(Boolean);
  return parts
    .map((part) => (part.includes('=') ? part : `${part}=`))
    .toSorted()
    .join('&');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
