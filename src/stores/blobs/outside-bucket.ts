import { Readable } from 'node:stream';
import { messageOf } from '#kernel/errors.ts';
import { StoreError } from '../errors.ts';
import type { OutsideBucket, OutsideObject, SendToBucket } from './types.ts';

/** Of the SDK: a request that it has signed. */
interface SignedRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Readable | Buffer | string;
}

/**
 * Writes one object, also over one that is there: it is there whole, or not at all. One try.
 * @throws StoreError with what the bucket said
 */
export async function putOutside(
  bucket: OutsideBucket,
  object: OutsideObject & { readonly bytes: Readable },
  send: SendToBucket,
): Promise<void> {
  const [{ Disk }, { S3Driver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/s3')]);
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket;
  const disk = new Disk(
    new S3Driver({
      bucket: bucket.bucket,
      visibility: 'private',
      supportsACL: false,
      region,
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      credentials: { accessKeyId, secretAccessKey },
      // It would warn on the console of what is said by the error.
      logger: SILENT,
      // A stream can be read once.
      maxAttempts: 1,
      requestHandler: { handle: (request: SignedRequest) => handle(request, send), metadata: { handlerProtocol: 'http/1.1' } } as never,
    }),
  );
  try {
    await disk.putStream(object.key, object.bytes, { contentType: object.contentType, contentLength: object.size });
  } catch (cause) {
    object.bytes.destroy();
    throw new StoreError('unreachable', `The bucket ${bucket.bucket} did not take the file: ${messageOf(deepestOf(cause))}`, { cause });
  }
}

async function handle(request: SignedRequest, send: SendToBucket): Promise<{ response: object }> {
  const { method, headers, body } = request;
  const answer = await send({ method, url: toUrl(request), headers: withoutHost(headers), body });
  return { response: { statusCode: answer.status, headers: answer.headers, body: Readable.from([answer.body]) } };
}

/** The client names the host itself, and it is the one that was signed. */
function withoutHost(headers: SignedRequest['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'host'));
}

function toUrl({ protocol, hostname, port, path, query = {} }: SignedRequest): string {
  const asked = Object.entries(query)
    .flatMap(([name, value]) => (value === null ? [encode(name)] : [value].flat().map((one) => `${encode(name)}=${encode(one)}`)))
    .join('&');
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${asked === '' ? '' : `?${asked}`}`;
}

/** As signatures of AWS want it. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/gu, (sign) => `%${sign.codePointAt(0)?.toString(16).toUpperCase()}`);
}

const ignore = (): void => undefined;
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };
const CAUSES_MAX = 5;

function deepestOf(error: unknown): unknown {
  let deepest = error;
  for (let depth = 0; deepest instanceof Error && deepest.cause instanceof Error && depth < CAUSES_MAX; depth += 1) deepest = deepest.cause;
  return deepest;
}
