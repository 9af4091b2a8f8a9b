import assert from 'node:assert/strict';
import type { ApiClient } from './api-client.ts';

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly period: { readonly from: string; readonly to: string };
  readonly is_quiet: boolean;
}

/** A digest, as a caller makes it; switched off unless said otherwise, so that none is sent. */
export async function makeDigest(by: ApiClient, body: object, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const { status, body: made } = await by.post('/api/digests', { name: 'Digest', every: 'week', enabled: false, ...body }, headers);
  assert.equal(status, 201, JSON.stringify(made));
  return made.digest.id as string;
}

/** @param day of the period */
export async function previewDigest(by: ApiClient, id: string, day: string, more = ''): Promise<MailText> {
  const { status, body } = await by.get(`/api/digests/${id}/preview?period=${day}${more}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body as MailText;
}

/** Each of these stands in the mail as it is. */
export function assertSays({ text }: Pick<MailText, 'text'>, lines: readonly string[]): void {
  for (const line of lines) assert.ok(text.includes(line), `${line}\n---\n${text}`);
}

const NOT_KNOWN = 'not known';

/** How a figure of a day reads, with its change against another day; by hand, from the numbers of the API. */
export function sayFigure(now: Figures, then: Figures, name: string, digits = 0): string {
  const [value, before] = [now.keywords === 0 ? null : now[name], then.keywords === 0 ? null : then[name]];
  if (value === null || value === undefined) return NOT_KNOWN;
  if (before === null || before === undefined) return String(value);
  return `${value} (${sign(Number(value.toFixed(digits)) - Number(before.toFixed(digits)), digits)})`;
}

/** The same of the share of voice: percent with one digit, and points of what is shown. */
export function sayShare(now: Figures, then: Figures): string {
  const [value, before] = [now.keywords === 0 ? null : now['share_of_voice'], then.keywords === 0 ? null : then['share_of_voice']];
  if (value === null || value === undefined) return NOT_KNOWN;
  const shown = (share: number): number => Number((share * 100).toFixed(1));
  const percent = `${shown(value).toFixed(1)} %`;
  return before === null || before === undefined ? percent : `${percent} (${sign(shown(value) - shown(before), 1)})`;
}

export type Figures = Readonly<Record<string, number | null>>;

function sign(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return Number(text) > 0 ? `+${text}` : Number(text) === 0 ? '±0' : text;
}
