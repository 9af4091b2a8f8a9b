import { z } from 'zod';
import type { Notice, Severity } from '../notice.ts';
import { defineChannelKind, type ChannelAnswer, type Sending, type Verdict } from './channel-kind.ts';
import { judgeAnswer } from './judge-answer.ts';
import { fitItems, sayMore, toShown } from './shown.ts';
import { toShownAddress, webAddressField } from './web-address.ts';

/** Half of what the server takes; what it hands on to may take less, and cuts. */
const LENGTH_MAX = 16_000;
const ITEMS_MAX = 40;
const TYPES: Readonly<Record<Severity, string>> = { info: 'info', warning: 'warning', critical: 'failure' };

const Config = z.strictObject({
  url: webAddressField().meta({
    description: 'Of your apprise server, with the key of its receivers (`https://apprise.acme.com/notify/KEY`). Only its host is answered',
  }),
  tag: z.string().trim().min(1).max(100).optional().meta({ description: 'Only receivers with this tag' }),
});

export const appriseKind = defineChannelKind({
  kind: 'apprise',
  summary: 'An apprise server of yours, which hands messages on to some hundred other services.',
  config: Config,
  secretFields: ['url'],
  limits: { perSecond: 2, burst: 1 },
  mask: ({ url }) => toShownAddress(url),
  listAddresses: ({ url }) => ({ url }),
  toRequest: (notice, { url, tag }, sending) => ({
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...toMessage(notice, sending), ...(tag === undefined ? {} : { tag }) }),
  }),
  judgeAnswer: judge,
});

/** Plain text: what the receivers behind it read as markup, only they know. */
function toMessage(notice: Notice, sending: Sending) {
  const { title, text, link, items, total } = toShown(notice, sending, ITEMS_MAX);
  const body = fitItems(
    items.length,
    (count) =>
      [
        ...(text === '' ? [] : [text, '']),
        ...items.slice(0, count).map((item) => `- ${item.title}: ${item.text}`),
        ...sayMore(total - count),
        ...(link === undefined ? [] : [link]),
      ].join('\n'),
    (made) => made.length <= LENGTH_MAX,
  );
  const type = notice.event === 'alert.resolved' ? 'success' : TYPES[notice.severity];
  return { title, body: body === '' ? title : body, type, format: 'text' };
}

const NO_CONTENT = 204;
const SOME_FAILED = 424;

function judge(answer: ChannelAnswer): Verdict {
  if (answer.status === NO_CONTENT) return { is: 'never', error: 'the apprise server has no receivers under this key (204)' };
  if (answer.status === SOME_FAILED) return { is: 'never', error: 'the apprise server could not reach all of its receivers (424)' };
  return judgeAnswer(answer);
}
