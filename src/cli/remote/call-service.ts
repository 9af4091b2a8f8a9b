import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig, type Config } from '#config';
import { messageOf } from '#kernel/errors.ts';

/** One call of the service's API. */
export interface ServiceRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
}

/** Where the service is and who asks; what is not given comes from the configuration. */
export interface ServiceAddress {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

/** The service refused; `answer` is its body. */
export class RefusedError extends Error {
  readonly answer: unknown;

  constructor(status: number, answer: unknown) {
    super(toSentence(status, answer));
    this.name = 'RefusedError';
    this.answer = answer;
  }
}

const TIMEOUT_MS = 60_000;

/**
 * Asks the running service.
 * @returns the body of its answer
 * @throws RefusedError for every status of 400 and above
 * @throws Error that says what to do, when the service does not answer or there is no key
 */
export async function callService(request: ServiceRequest, address: ServiceAddress = {}): Promise<unknown> {
  const { text, origin } = await ask(request, address);
  const answer = readJson(text);
  if (answer === undefined) throw new Error(`What answers at ${origin} is no Sightline: it sent no JSON.`);
  return answer;
}

/** The same for what is answered as text. */
export async function callServiceForText(request: ServiceRequest, address: ServiceAddress = {}): Promise<string> {
  return (await ask(request, address)).text;
}

async function ask(
  { method, path, query = {}, body }: ServiceRequest,
  address: ServiceAddress,
): Promise<{ readonly text: string; readonly origin: string }> {
  const config = readConfig();
  const url = new URL(`${(address.url ?? config.serviceUrl).replace(/\/+$/u, '')}${path}`);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  const key = address.key ?? (await findKey(config));
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': typeOf(body) }) },
    ...(body === undefined ? {} : { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new Error(
      `Nothing answers at ${url.origin} (${reasonOf(cause)}). Start the service with npm start, or say where it is: --url, SIGHTLINE_URL.`,
      {
        cause,
      },
    );
  });
  const text = await response.text();
  if (!response.ok) throw new RefusedError(response.status, readJson(text) ?? { message: text.slice(0, 200) });
  return { text, origin: url.origin };
}

function typeOf(body: unknown): string {
  return body instanceof Uint8Array ? 'application/octet-stream' : 'application/json';
}

/** @throws Error saying where a key may come from */
export async function findKey({ adminKey, dataDir }: Pick<Config, 'adminKey' | 'dataDir'>): Promise<string> {
  if (adminKey !== undefined) return adminKey;
  const file = join(dataDir, 'admin-key');
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (cause) {
    throw new Error(
      `There is no admin key: ${file} cannot be read. Give one with SIGHTLINE_ADMIN_KEY or --key, or name the folder with DATA_DIR.`,
      {
        cause,
      },
    );
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause as { code?: string }).code ?? messageOf(cause);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toFieldLine(detail: unknown): string[] {
  const { path, message } = (detail ?? {}) as { path?: string; message?: string };
  return path === undefined || message === undefined ? [] : [`\n  ${path}: ${message}`];
}

/** The message, every wrong field, and the hint. */
function toSentence(status: number, answer: unknown): string {
  const { message, error, details, hint } = (answer ?? {}) as { message?: string; error?: string; details?: unknown; hint?: string };
  const fields = Array.isArray(details) ? details.flatMap(toFieldLine) : [];
  return `The service answered ${status}: ${message ?? error ?? ''}${fields.join('')}${hint === undefined ? '' : `\n${hint}`}`;
}
