import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

export interface StoredObject {
  readonly bytes: Buffer;
  readonly contentType: string | undefined;
}

/** A server that speaks as much of S3 as storing whole objects takes: buckets by the path, signed requests. */
export interface S3Server {
  readonly url: string;
  /** By `bucket/key`. */
  readonly objects: ReadonlyMap<string, StoredObject>;
  /** Method and path of each request, and who signed it. */
  readonly requests: readonly { readonly method: string; readonly path: string; readonly signer: string | undefined }[];
  /** What it does from now on in place of its own answer: a status, none at all, half of one and then nothing. */
  failWith(failure: S3Failure | undefined): void;
}

export type S3Failure = number | 'silence' | 'half';

export async function startS3Server(t: TestContext): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  const requests: { method: string; path: string; signer: string | undefined }[] = [];
  let failure: S3Failure | undefined;
  const answer = async (request: IncomingMessage): Promise<{ status: number; type?: string; body?: Buffer | string }> => {
    const { method = '', url = '', headers } = request;
    const path = decodeURIComponent(new URL(url, 'http://host').pathname.slice(1));
    requests.push({ method, path, signer: /^AWS4-HMAC-SHA256 Credential=([^/]+)\//u.exec(headers.authorization ?? '')?.[1] });
    const body = await buffer(request);
    if (typeof failure === 'number') return { status: failure };
    if (method === 'PUT') {
      objects.set(path, { bytes: body, contentType: headers['content-type'] });
      return { status: 200 };
    }
    if (method === 'DELETE') {
      objects.delete(path);
      return { status: 204 };
    }
    const found = objects.get(path);
    if (found === undefined)
      return { status: 404, type: 'application/xml', body: '<Error><Code>NoSuchKey</Code><Message>no such key</Message></Error>' };
    return { status: 200, type: found.contentType ?? 'binary/octet-stream', body: found.bytes };
  };
  const server = createServer((request, response) => {
    void answer(request).then(({ status, type, body = '' }) => {
      if (failure === 'silence') return;
      const headers = { ...(type === undefined ? {} : { 'content-type': type }), etag: '"1"', 'content-length': Buffer.byteLength(body) };
      response.writeHead(status, headers);
      if (failure === 'half') response.write(body.slice(0, body.length / 2));
      else response.end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    requests,
    failWith(wanted) {
      failure = wanted;
    },
  };
}
