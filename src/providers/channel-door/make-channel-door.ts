import { OutsideError } from '#kernel/errors.ts';
import { makeSecureUrlCheck } from '../address-check.ts';
import type { HttpClient } from '../http-client.ts';
import type { ChannelDoor } from './index.ts';

const SERVICE = 'channel';
const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 16 * 1_024;

export interface ChannelDoorOptions {
  readonly http: Pick<HttpClient, 'request'>;
  /** The one private origin that channels may lead to, without TLS too. */
  readonly sandboxUrl: string | undefined;
}

export function makeChannelDoor({ http, sandboxUrl }: ChannelDoorOptions): ChannelDoor {
  const findProblem = makeSecureUrlCheck(sandboxUrl);
  return {
    findProblem,
    post: async ({ kind, url, headers, body, signal }) => {
      const problem = findProblem(url);
      if (problem !== undefined)
        throw new OutsideError({ service: SERVICE, kind: 'blocked_address', message: `the address of the channel ${problem}` });
      const response = await http.request({
        service: SERVICE,
        endpoint: kind,
        url,
        method: 'POST',
        headers,
        body,
        timeoutMs: TIMEOUT_MS,
        responseBytesMax: ANSWER_BYTES_MAX,
        cutsBody: true,
        readsFailures: true,
        isOthers: true,
        signal,
      });
      return { status: response.status, headers: response.headers, text: response.body.toString('utf8') };
    },
  };
}
