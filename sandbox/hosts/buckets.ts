import { findSignatureFault } from '../buckets/signature.ts';
import { emptyReply, type Reply } from '../reply.ts';
import type { OutsideHost } from './host.ts';

const PATH = /^\/s3\/(?<bucket>[a-z0-9][a-z0-9.-]+)\/(?<key>.+)$/u;

/** A server that speaks as much of S3 as writing whole objects takes: buckets by the path, one key, signatures of version 4. */
export const buckets: OutsideHost = {
  name: 'buckets',
  loggedAs: 's3.sandbox',
  matches: (_world, { path }) => path.startsWith('/s3/'),
  answer: ({ buckets: table }, { method, path, search, headers, body }) => {
    const { bucket, key } = PATH.exec(path)?.groups ?? {};
    const fault = findSignatureFault({ method, path, search, headers, body });
    if (fault !== undefined) return toFault(403, fault);
    if (bucket === undefined || key === undefined) return toFault(404, 'NoSuchBucket');
    if (bucket.startsWith('no-')) return toFault(404, 'NoSuchBucket');
    if (method !== 'PUT') return toFault(405, 'MethodNotAllowed');
    table.put({ bucket, key: decodeURIComponent(key), text: body, contentType: headers['content-type'] });
    return { ...emptyReply(200), headers: { etag: '"sandbox"' } };
  },
  answerEmpty: () => emptyReply(200),
  refuse: (_tools, status) => toFault(status === 429 ? 503 : 500, status === 429 ? 'SlowDown' : 'InternalError'),
};

function toFault(status: number, code: string): Reply {
  const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body: text };
}
