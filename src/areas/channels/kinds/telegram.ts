import { z } from 'zod';
import { SECOND_MS } from '#kernel/durations.ts';
import { escapeMarkup } from '#kernel/text.ts';
import type { Notice } from '../notice.ts';
import { defineChannelKind, type ChannelAnswer, type Sending, type Verdict } from './channel-kind.ts';
import { judgeAnswer, withReason } from './judge-answer.ts';
import { readJson } from './read-json.ts';
import { fitItems, sayMore, toShown, type ShownItem } from './shown.ts';
import { webAddressField } from './web-address.ts';

/** As people see it, without the markup. */
const TEXT_MAX = 4_096;
const ITEMS_MAX = 40;
const API_DEFAULT = 'https://api.telegram.org';

const Config = z.strictObject({
  token: z
    .string()
    .trim()
    .regex(/^\d{3,20}:[\w-]{10,100}$/u, 'must be the token of a bot (123456:ABC…)')
    .meta({ description: 'Of the bot, from @BotFather. Never answered' }),
  chat_id: z
    .string()
    .trim()
    .regex(/^(?:-?\d{1,20}|@[A-Za-z]\w{3,31})$/u, 'must be the id of a chat, or the @name of a channel')
    .meta({ description: 'Of the chat (groups begin with `-`), or the `@name` of a public channel' }),
  api_url: webAddressField().default(API_DEFAULT).meta({ description: 'Of a Bot API server of your own' }),
});

export const telegramKind = defineChannelKind({
  kind: 'telegram',
  summary: 'A chat, group or channel of Telegram, by a bot that is in it.',
  config: Config,
  secretFields: ['token'],
  // Of groups; other chats take one a second.
  limits: { perSecond: 1, perMinute: 20, burst: 1 },
  mask: ({ token, chat_id: chat }) => `chat ${chat}, bot ${token.slice(0, token.indexOf(':'))}`,
  listAddresses: ({ api_url: url }) => ({ api_url: url }),
  toRequest: (notice, { token, chat_id, api_url: url }, sending) => ({
    url: `${url.replace(/\/+$/u, '')}/bot${token}/sendMessage`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chat_id, text: toText(notice, sending), parse_mode: 'HTML', link_preview_options: { is_disabled: true } }),
  }),
  judgeAnswer: judge,
});

/** A text with the same as it is shown. */
interface Piece {
  readonly html: string;
  readonly length: number;
}

function toText(notice: Notice, sending: Sending): string {
  const { title, text, link, items, total } = toShown(notice, sending, ITEMS_MAX);
  const write = (count: number): Piece[] => [
    bold(title),
    ...(text === '' ? [] : [plain(''), plain(text)]),
    ...(count === 0 ? [] : [plain('')]),
    ...items.slice(0, count).map(toItem),
    ...sayMore(total - count).map(plain),
    ...(link === undefined ? [] : [plain(''), anchor('Open in Sightline', link)]),
  ];
  const fits = (pieces: readonly Piece[]): boolean => pieces.reduce((sum, { length }) => sum + length + 1, 0) <= TEXT_MAX;
  return fitItems(items.length, write, fits)
    .map(({ html }) => html)
    .join('\n');
}

function plain(text: string): Piece {
  return { html: escapeMarkup(text), length: text.length };
}

function bold(text: string): Piece {
  const { html, length } = plain(text);
  return { html: `<b>${html}</b>`, length };
}

function anchor(text: string, url: string): Piece {
  const { html, length } = plain(text);
  return { html: `<a href="${escapeMarkup(url)}">${html}</a>`, length };
}

function toItem({ title, text, link }: ShownItem): Piece {
  const [name, rest] = [link === undefined ? bold(title) : anchor(title, link), plain(text)];
  return { html: `• ${name.html}: ${rest.html}`, length: name.length + rest.length + 4 };
}

/** Telegram says in the body how long to wait, what is wrong, and where a group has moved. */
function judge(answer: ChannelAnswer): Verdict {
  const { description, parameters } = readJson(answer.text);
  const { retry_after: seconds, migrate_to_chat_id: movedTo } = (parameters ?? {}) as Readonly<Record<string, unknown>>;
  const verdict = judgeAnswer(answer);
  if (verdict.is === 'again' && typeof seconds === 'number') return { ...verdict, retryAfterMs: seconds * SECOND_MS };
  if (verdict.is === 'never' && typeof movedTo === 'number') return { is: 'never', error: `the group has another id now: ${movedTo}` };
  return withReason(verdict, typeof description === 'string' ? description : undefined);
}
