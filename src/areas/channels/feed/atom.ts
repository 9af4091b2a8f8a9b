import type { Notice } from '../notice.ts';

/** A message as an entry of a feed. */
export interface FeedEntry {
  readonly id: string;
  readonly at: Date;
  readonly notice: Pick<Notice, 'title' | 'text' | 'items' | 'itemsTotal' | 'path' | 'severity' | 'event'>;
}

export interface Feed {
  readonly id: string;
  readonly title: string;
  /** When it last changed. */
  readonly updatedAt: Date;
  /** The whole address of a path of the console. */
  readonly toUrl: (path: string) => string;
  readonly entries: readonly FeedEntry[];
}

const ITEMS_SHOWN = 50;

/** A feed as Atom (RFC 4287). Texts are plain, so nothing in them is markup. */
export function toAtom({ id, title, updatedAt, toUrl, entries }: Feed): string {
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>urn:sightline:${escape(id)}</id>`,
    `<title>${escape(title)}</title>`,
    `<updated>${updatedAt.toISOString()}</updated>`,
    '<author><name>Sightline</name></author>',
    `<link rel="alternate" type="text/html" href="${escape(toUrl('/console/'))}"/>`,
    ...entries.map((entry) => toEntry(entry, toUrl)),
    '</feed>',
  ];
  return `${lines.join('\n')}\n`;
}

function toEntry({ id, at, notice }: FeedEntry, toUrl: Feed['toUrl']): string {
  const rest = notice.itemsTotal - Math.min(notice.items.length, ITEMS_SHOWN);
  const items = notice.items.slice(0, ITEMS_SHOWN).map(({ title, text }) => `${title}: ${text}`);
  const text = [notice.text, ...items, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n');
  return [
    '<entry>',
    `<id>urn:sightline:${escape(id)}</id>`,
    `<title>${escape(notice.title)}</title>`,
    `<updated>${at.toISOString()}</updated>`,
    `<link rel="alternate" type="text/html" href="${escape(toUrl(notice.path))}"/>`,
    `<category term="${escape(notice.event)}"/><category term="${notice.severity}"/>`,
    `<content type="text">${escape(text)}</content>`,
    '</entry>',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
/** What XML 1.0 cannot say, in any spelling. */
const UNSAYABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(UNSAYABLE, '\u{FFFD}')
    .replaceAll(/[&<>"']/gu, (sign) => ENTITIES[sign] ?? sign);
}
