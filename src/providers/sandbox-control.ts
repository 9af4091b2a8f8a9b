import { invalid } from '#kernel/errors.ts';
import type { HttpClient } from './http-client.ts';

/** In errors and log lines. */
const SERVICE = 'sandbox';
const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 8 * 1_024 * 1_024;
const REFUSED = 400;

/** The control interface of the sandbox that stands in for every outside source (docs/sandbox.md). */
export interface SandboxControl {
  /** @throws OutsideError when it does not answer */
  get(path: string): Promise<unknown>;
  /** @throws AppError 400 with the sandbox's own words; OutsideError when it does not answer */
  post(path: string, body: object): Promise<unknown>;
}

export function makeSandboxControl(http: Pick<HttpClient, 'request'>, url: string): SandboxControl {
  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    const response = await http.request({
      service: SERVICE,
      url: `${url}/_sandbox/${path}`,
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs: TIMEOUT_MS,
      responseBytesMax: ANSWER_BYTES_MAX,
      readsFailures: true,
    });
    const answer: unknown = JSON.parse(response.body.toString('utf8'));
    if (response.status >= REFUSED) throw invalid([{ path: 'body', message: messageIn(answer) }]);
    return answer;
  };
  return { get: (path) => ask('GET', path), post: (path, body) => ask('POST', path, body) };
}

function messageIn(answer: unknown): string {
  const { message, error } = answer as { readonly message?: string; readonly error?: string };
  return message ?? error ?? 'the sandbox refuses it';
}
