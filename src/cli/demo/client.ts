/** A JSON client of the running service and of its sandbox; the demo uses nothing but their public addresses. */
export interface DemoClient {
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body: unknown): Promise<Body>;
  put<Body>(path: string, body: unknown): Promise<Body>;
}

/**
 * @param baseUrl where the server listens
 * @param key API key; the sandbox's control endpoints need none
 */
export function makeDemoClient(baseUrl: string, key?: string): DemoClient {
  const headers = { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };
  const call = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const response = await fetch(baseUrl + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer as Body;
  };
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
  };
}
