import { HOUR_MS } from '#kernel/durations.ts';
import { OutsideError } from '#kernel/errors.ts';
import { makeSecureUrlCheck } from '../address-check.ts';
import type { HttpClient } from '../http-client.ts';
import type { BucketDoor } from './index.ts';

const SERVICE = 'bucket';
const ANSWER_BYTES_MAX = 64 * 1_024;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const;

export interface BucketDoorOptions {
  readonly http: Pick<HttpClient, 'request'>;
  /** The one private origin that buckets may be at, without TLS too. */
  readonly sandboxUrl: string | undefined;
}

export function makeBucketDoor({ http, sandboxUrl }: BucketDoorOptions): BucketDoor {
  const findProblem = makeSecureUrlCheck(sandboxUrl);
  return {
    findProblem,
    send: async ({ method: asked, url, headers, body, signal }) => {
      const problem = findProblem(url);
      const method = METHODS.find((known) => known === asked);
      if (problem !== undefined || method === undefined)
        throw new OutsideError({
          service: SERVICE,
          kind: 'blocked_address',
          message: `the address of the bucket ${problem ?? 'is asked oddly'}`,
        });
      const answer = await http.request({
        service: SERVICE,
        endpoint: 'object',
        url,
        method,
        headers,
        body,
        timeoutMs: HOUR_MS,
        responseBytesMax: ANSWER_BYTES_MAX,
        cutsBody: true,
        readsFailures: true,
        isOthers: true,
        signal,
      });
      const named = Object.entries(answer.headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
      return { status: answer.status, headers: Object.fromEntries(named), body: answer.body };
    },
  };
}
