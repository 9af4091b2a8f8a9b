import { renderMail, type MailBlock, type RenderedMail } from '#areas/mail/index.ts';
import type { Notice } from '../notice.ts';
import type { OwnSending } from './channel-kind.ts';
import { sayMore, toLink } from './shown.ts';

/** The mail of a notice; one that is made already goes out as it is. */
export function writeNoticeMail(notice: Notice, sending: Pick<OwnSending, 'toUrl' | 'channel'>, unsubscribeUrl: string): RenderedMail {
  if (notice.mail !== undefined) return notice.mail;
  const { title, text, items, itemsTotal, path } = notice;
  const rows = items.map((item) => ({
    cells: [item.title, item.text],
    url: item.path === null ? undefined : toLink(sending, item.path),
  }));
  const url = toLink(sending, path);
  const blocks: MailBlock[] = [
    ...(rows.length === 0 ? [] : [{ kind: 'table', columns: ['What', 'Change'], rows } as const]),
    ...sayMore(itemsTotal - items.length).map((more) => ({ kind: 'note', text: more }) as const),
    ...(url === undefined ? [] : [{ kind: 'link', text: 'Open in Sightline', url } as const]),
  ];
  const footer = { reason: `You get this because your address is in the channel “${sending.channel.name}”.`, unsubscribeUrl };
  return renderMail({ subject: title, title, lead: text, blocks, footer });
}
