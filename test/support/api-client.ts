import { Agent } from 'undici';

/** What an endpoint answered. */
export interface Answer<Body = any> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** Asks the running service over HTTP; never throws for an error status. */
export interface ApiClient {
  get<Body = any>(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer<Body>>;
  post<Body = any>(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer<Body>>;
  put<Body = any>(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer<Body>>;
  delete<Body = any>(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer<Body>>;
}

/** Gives up a connection that rests before the service does, which takes one that never sent anything for a slow client after 15 s. */
const AGENT = new Agent({ keepAliveTimeout: 4_000, keepAliveMaxTimeout: 4_000 });

/** @param key API key; left out for open endpoints and the sandbox's control endpoints */
export function makeApiClient(baseUrl: string, key?: string): ApiClient {
  const send = async (method: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> => {
    const response = await fetch(baseUrl + path, {
      method,
      dispatcher: AGENT,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, headers: response.headers, body: isJson && text !== '' ? JSON.parse(text) : text };
  };
  return {
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    delete: (path, body, headers) => send('DELETE', path, body, headers),
  };
}
