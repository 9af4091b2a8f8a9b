/** Where models answer and how they are spoken to. */
export interface ModelAddress {
  /** The vendor's own format where the address names the vendor, else that of OpenAI. */
  readonly format: 'anthropic' | 'openai';
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** What shows the key; none without one. */
  readonly headers: Readonly<Record<string, string>>;
}

const ANTHROPIC_VERSION = '2023-06-01';

/**
 * Reads the format from the address: the vendor's host, or a path that names it, as other vendors have one
 * (`https://api.example.com/anthropic`).
 */
export function parseAddress(baseUrl: string, apiKey: string | undefined): ModelAddress {
  const url = new URL(baseUrl);
  const isAnthropic = /(^|\.)anthropic\.com$/u.test(url.hostname) || /\/anthropic(\/|$)/u.test(url.pathname);
  const bare = baseUrl.replace(/\/+$/u, '');
  if (!isAnthropic) return { format: 'openai', baseUrl: bare, headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` } };
  return {
    format: 'anthropic',
    baseUrl: /\/v\d+$/u.test(bare) ? bare : `${bare}/v1`,
    headers: { 'anthropic-version': ANTHROPIC_VERSION, ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }) },
  };
}
