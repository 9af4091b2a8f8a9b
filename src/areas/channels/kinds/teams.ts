import { z } from 'zod';
import type { Notice, Severity } from '../notice.ts';
import { defineChannelKind, type Sending } from './channel-kind.ts';
import { fitItems, sayMore, toShown, type ShownItem } from './shown.ts';
import { toShownAddress, webAddressField } from './web-address.ts';

const BYTES_MAX = 28 * 1_024;
const ITEMS_MAX = 40;
const LINES_MAX = 20;
const COLORS: Readonly<Record<Severity, string>> = { info: 'Default', warning: 'Warning', critical: 'Attention' };
/** Addresses of connectors of Office 365, which have ended. */
const CONNECTOR = /(?:^|\.)webhook\.office(?:365)?\.com$|^outlook\.office(?:365)?\.com$/iu;

const Config = z.strictObject({
  url: webAddressField()
    .refine(
      (text) => !CONNECTOR.test(URL.parse(text)?.hostname ?? ''),
      'must be the address of a workflow: connectors of Office 365 have ended',
    )
    .meta({ description: 'The address of a workflow that posts to a channel. Only its host is answered' }),
});

export const teamsKind = defineChannelKind({
  kind: 'teams',
  summary: 'A channel or chat of Microsoft Teams, by the address of a workflow. That it took a message does not say that it posted it.',
  config: Config,
  secretFields: ['url'],
  limits: { perSecond: 1, burst: 1 },
  mask: ({ url }) => toShownAddress(url),
  listAddresses: ({ url }) => ({ url }),
  toRequest: (notice, { url }, sending) => ({ url, headers: { 'content-type': 'application/json' }, body: toBody(notice, sending) }),
});

function toBody(notice: Notice, sending: Sending): string {
  const { title, text, link, items, total } = toShown(notice, sending, ITEMS_MAX);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return fitItems(
    items.length,
    (count) =>
      toMessage({
        body: [
          toRich([{ text: title, weight: 'Bolder', size: 'Large', color: COLORS[notice.severity] }]),
          ...[...lines.slice(0, LINES_MAX - 1), lines.slice(LINES_MAX - 1).join(' ')]
            .filter((line) => line !== '')
            .map((line) => toRich([{ text: line }])),
          ...items.slice(0, count).map(toItem),
          ...sayMore(total - count).map((more) => toRich([{ text: more, isSubtle: true }])),
        ],
        actions: link === undefined ? [] : [{ type: 'Action.OpenUrl', title: 'Open in Sightline', url: link }],
      }),
    (body) => Buffer.byteLength(body) <= BYTES_MAX,
  );
}

function toMessage(parts: { readonly body: readonly object[]; readonly actions: readonly object[] }): string {
  const schema = { $schema: 'http://adaptivecards.io/schemas/adaptive-card.json', type: 'AdaptiveCard', version: '1.4' };
  const content = { ...schema, msteams: { width: 'Full' }, ...parts };
  return JSON.stringify({
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  });
}

/** Runs of text are never read as Markdown, so nothing has to be escaped. */
function toRich(runs: readonly object[]) {
  return { type: 'RichTextBlock', inlines: runs.map((run) => ({ type: 'TextRun', ...run })) };
}

function toItem({ title, text, link }: ShownItem) {
  const action = link === undefined ? {} : { selectAction: { type: 'Action.OpenUrl', url: link } };
  return toRich([{ text: title, weight: 'Bolder', ...action }, { text: `  ${text}` }]);
}
