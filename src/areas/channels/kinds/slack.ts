import { z } from 'zod';
import type { Notice } from '../notice.ts';
import { defineChannelKind, type Sending } from './channel-kind.ts';
import { judgeAnswer, withReason } from './judge-answer.ts';
import { escapeWithin, fitItems, sayMore, toShown, type ShownItem } from './shown.ts';
import { toShownAddress, webAddressField } from './web-address.ts';

/** What Slack takes. */
const BLOCKS_MAX = 50;
const TEXT_MAX = 3_000;
const HEADER_MAX = 150;
/** Of an item: what its title and its address may take of a text. */
const NAME_MAX = 500;
const TARGET_MAX = 1_500;
/** Beside the items: header, text, how many more there are, and the link. */
const FRAME_BLOCKS = 4;

const Config = z.strictObject({
  url: webAddressField().meta({ description: 'An incoming webhook (`https://hooks.slack.com/services/…`). Only its host is answered' }),
});

/** A channel of Slack, by an incoming webhook; also of what takes the same, such as Mattermost. */
export const slackKind = defineChannelKind({
  kind: 'slack',
  summary: 'A channel of Slack, by the address of an incoming webhook.',
  config: Config,
  secretFields: ['url'],
  limits: { perSecond: 1, burst: 1 },
  mask: ({ url }) => toShownAddress(url),
  listAddresses: ({ url }) => ({ url }),
  toRequest: (notice, { url }, sending) => ({
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(toMessage(notice, sending)),
  }),
  // Slack says in one word what is wrong, such as `no_service`.
  judgeAnswer: (answer) => withReason(judgeAnswer(answer), /^[a-z_]{2,60}$/u.exec(answer.text.trim())?.[0]),
});

function toMessage(notice: Notice, sending: Sending) {
  const { title, text, link, items, total } = toShown(notice, sending, BLOCKS_MAX - FRAME_BLOCKS);
  const blocks = fitItems(
    items.length,
    (count) => [
      { type: 'header', text: { type: 'plain_text', text: escapeWithin(title, HEADER_MAX, (character) => character), emoji: false } },
      ...(text === '' ? [] : [toSection(escape(text, TEXT_MAX))]),
      ...items.slice(0, count).map((item) => toSection(toItem(item))),
      ...[...sayMore(total - count), ...(link === undefined ? [] : [`<${toTarget(link)}|Open in Sightline>`])].map(toSection),
    ],
    (made) => made.length <= BLOCKS_MAX,
  );
  // What notifications of the system show.
  return { text: escape(title, TEXT_MAX), blocks, unfurl_links: false, unfurl_media: false };
}

/** `verbatim`: nothing but what is written as a link becomes one. */
function toSection(text: string) {
  return { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } };
}

function toItem({ title, text, link }: ShownItem): string {
  const name = escape(link === undefined ? title : title.replaceAll('|', '¦'), NAME_MAX);
  const target = link === undefined ? undefined : toTarget(link);
  const first = target === undefined || target.length > TARGET_MAX ? name : `<${target}|${name}>`;
  return `${first}\n${escape(text, TEXT_MAX - first.length - 1)}`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** What stands between angle brackets would be a link, or wake a whole channel. */
function escape(text: string, lengthMax: number): string {
  return escapeWithin(text, lengthMax, (character) => ENTITIES[character] ?? character);
}

function toTarget(url: string): string {
  return url.replaceAll('|', '%7C').replaceAll('>', '%3E').replaceAll('<', '%3C').replaceAll('&', '&amp;');
}
