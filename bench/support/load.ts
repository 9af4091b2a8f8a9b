import { Pool } from 'undici';

/**
 * Asks one address over and over on a number of connections for a time.
 * @returns answered requests a second; throws on any answer that is not 200
 */
export async function measureRequestsPerSecond(options: {
  readonly origin: string;
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly durationMs: number;
}): Promise<number> {
  const pool = new Pool(options.origin, { connections: options.connections, pipelining: 1 });
  const end = performance.now() + options.durationMs;
  let answered = 0;
  const ask = async (): Promise<void> => {
    for (let at = 0; performance.now() < end; at += 1) {
      const path = options.paths[at % options.paths.length] ?? '/';
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers: options.headers });
      const bytes = await body.arrayBuffer();
      if (statusCode !== 200) throw new Error(`GET ${path} answered ${statusCode}: ${Buffer.from(bytes).toString().slice(0, 300)}`);
      answered += 1;
    }
  };
  const start = performance.now();
  try {
    await Promise.all(Array.from({ length: options.connections }, ask));
  } finally {
    await pool.destroy();
  }
  return answered / ((performance.now() - start) / 1000);
}
