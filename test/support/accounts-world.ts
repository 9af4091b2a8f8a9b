import { makeApiClient, type Answer, type ApiClient } from './api-client.ts';

/** The cookie that an answer sets, as a browser sends it; empty when it clears it. */
export function cookieOf({ headers }: Pick<Answer, 'headers'>): string {
  const [pair = ''] = (headers.get('set-cookie') ?? '').split(';');
  return pair.endsWith('=') ? '' : pair;
}

/** What `GET /api/session` answers without one; the sandbox takes mail. */
export const SIGNED_OUT = { success: true, authenticated: false, kind: null, session: null, factor: null, sends_mail: true };

/** A browser at a page of the service that has the cookie of this answer. */
export function openSignedIn(url: string, answer: Pick<Answer, 'headers'>): ApiClient {
  return makeBrowser(url, { cookie: cookieOf(answer), 'sec-fetch-site': 'same-origin' });
}

/** Sends the same headers with every request. */
export function makeBrowser(url: string, always: Readonly<Record<string, string>>): ApiClient {
  const api = makeApiClient(url);
  return {
    get: (path, headers) => api.get(path, { ...always, ...headers }),
    post: (path, body, headers) => api.post(path, body, { ...always, ...headers }),
    put: (path, body, headers) => api.put(path, body, { ...always, ...headers }),
    delete: (path, body, headers) => api.delete(path, body, { ...always, ...headers }),
  };
}
