import { z } from 'zod';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Notice, Severity } from '../notice.ts';
import { defineChannelKind, type ChannelAnswer, type Sending, type Verdict } from './channel-kind.ts';
import { judgeAnswer, withReason } from './judge-answer.ts';
import { readJson } from './read-json.ts';
import { escapeWithin, fitItems, sayMore, toShown, type ShownItem } from './shown.ts';
import { toShownAddress, webAddressField } from './web-address.ts';

/** What Discord takes; the last of all texts of a message together. */
const ITEMS_MAX = 24;
const TITLE_MAX = 256;
const DESCRIPTION_MAX = 2_000;
const NAME_MAX = 256;
const VALUE_MAX = 1_024;
const ALL_MAX = 6_000;
const COLORS: Readonly<Record<Severity, number>> = { info: 0x3b_82_f6, warning: 0xf5_9e_0b, critical: 0xdc_26_26 };
/** The webhook was removed: Discord asks to call it no more. */
const UNKNOWN_WEBHOOK = 10_015;

const Config = z.strictObject({
  url: webAddressField().meta({ description: 'A webhook of a channel (`https://discord.com/api/webhooks/…`). Only its host is answered' }),
});

export const discordKind = defineChannelKind({
  kind: 'discord',
  summary: 'A channel of Discord, by the address of a webhook.',
  config: Config,
  secretFields: ['url'],
  limits: { perMinute: 30, burst: 4 },
  mask: ({ url }) => toShownAddress(url),
  listAddresses: ({ url }) => ({ url }),
  toRequest: (notice, { url }, sending) => ({
    url: toWaitingUrl(url),
    headers: { 'content-type': 'application/json' },
    // Whatever stands in it wakes no one.
    body: JSON.stringify({ embeds: [toEmbed(notice, sending)], allowed_mentions: { parse: [] } }),
  }),
  judgeAnswer: judge,
});

/** Without `wait` a message that was not kept is answered as if it were. */
function toWaitingUrl(address: string): string {
  const url = new URL(address);
  url.searchParams.set('wait', 'true');
  return url.href;
}

function toEmbed(notice: Notice, sending: Sending) {
  const { title, text, link, items, total } = toShown(notice, sending, ITEMS_MAX);
  return fitItems(
    items.length,
    (count) => ({
      title: escape(title, TITLE_MAX),
      ...(link === undefined ? {} : { url: link }),
      ...(text === '' ? {} : { description: escape(text, DESCRIPTION_MAX) }),
      color: COLORS[notice.severity],
      fields: items.slice(0, count).map(toField),
      ...sayMore(total - count).reduce((_, more) => ({ footer: { text: more } }), {}),
    }),
    ({ color: _color, url: _url, ...texts }) => JSON.stringify(texts).length <= ALL_MAX,
  );
}

function toField({ title, text, link }: ShownItem) {
  const after = link === undefined ? '' : ` [Open](${link.replaceAll('(', '%28').replaceAll(')', '%29')})`;
  const room = VALUE_MAX - after.length;
  return { name: escape(title, NAME_MAX), value: room > 1 ? escape(text, room) + after : escape(text, VALUE_MAX) };
}

const MARKS = /[\\*_~`|>#[\]<]/u;

/** Discord shows what stands behind a backslash as it is. */
function escape(text: string, lengthMax: number): string {
  return escapeWithin(text, lengthMax, (character) => (MARKS.test(character) ? `\\${character}` : character));
}

function judge(answer: ChannelAnswer): Verdict {
  const { code, message, retry_after: seconds } = readJson(answer.text);
  const verdict = judgeAnswer(answer);
  if (answer.status === 404 && code === UNKNOWN_WEBHOOK) return { is: 'gone', error: 'the webhook was removed from its channel (404)' };
  // The body is finer than the header.
  if (verdict.is === 'again' && typeof seconds === 'number' && seconds >= 0)
    return { ...verdict, retryAfterMs: Math.ceil(seconds * SECOND_MS) };
  return withReason(verdict, typeof message === 'string' ? message : undefined);
}
