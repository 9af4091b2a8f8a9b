import { makeApiClient, type Answer, type ApiClient } from './api-client.ts';

const HOPS_MAX = 10;

/** Where a browser ended up. */
export interface Visit {
  /** Every address that it asked for, in order. */
  readonly hops: readonly string[];
  /** The console's page that it was led to, with what stands behind `?` and `#`. */
  readonly page: string;
}

/** A browser without scripts: keeps cookies, follows redirects, and asks as a page of the service does. */
export interface JarBrowser {
  /** Follows redirects until a page of the console. */
  visit(address: string): Promise<Visit>;
  /** Asks for one address and follows nothing. @returns where it leads */
  step(address: string): Promise<string>;
  readonly api: ApiClient;
  cookie(name: string): string | undefined;
}

export function openJarBrowser(url: string): JarBrowser {
  const jar = new Map<string, string>();
  const asked = makeApiClient(url);
  const keep = (headers: Headers): void => {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
  };
  const cookies = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const step = async (address: string): Promise<string> => {
    const isOurs = address.startsWith(url);
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'cross-site', ...(isOurs && jar.size > 0 ? { cookie: cookies() } : {}) },
    });
    if (isOurs) keep(answer.headers);
    if (answer.status !== 302) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
    return new URL(answer.headers.get('location') ?? '', address).href;
  };
  const always = (headers?: Readonly<Record<string, string>>) => ({
    'sec-fetch-site': 'same-origin',
    ...(jar.size > 0 ? { cookie: cookies() } : {}),
    ...headers,
  });
  const kept = async <Body>(answer: Promise<Answer<Body>>): Promise<Answer<Body>> => {
    const given = await answer;
    keep(given.headers);
    return given;
  };
  return {
    step,
    async visit(address) {
      const hops = [address];
      for (;;) {
        const next = await step(hops.at(-1) ?? '');
        if (next.startsWith(`${url}/console`)) return { hops, page: next.slice(url.length) };
        if (hops.push(next) > HOPS_MAX) throw new Error(`no end of redirects: ${hops.join(' -> ')}`);
      }
    },
    api: {
      get: (path, headers) => kept(asked.get(path, always(headers))),
      post: (path, body, headers) => kept(asked.post(path, body, always(headers))),
      put: (path, body, headers) => kept(asked.put(path, body, always(headers))),
      delete: (path, body, headers) => kept(asked.delete(path, body, always(headers))),
    },
    cookie: (name) => jar.get(name),
  };
}
