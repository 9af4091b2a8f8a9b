import { fitPieces, type MailBlock } from './look/blocks.ts';
import { escapeMarkup, toLine, toPlain, toWebUrl } from '#kernel/text.ts';
import { toFooter, toFrame, toHtmlPiece, toParagraphs } from './look/to-html.ts';
import { toTextPiece } from './look/to-text.ts';

export type { MailBlock, MailFact, MailRow } from './look/blocks.ts';

/** Mail programs cut what is longer than 102 KB, and then show no foot. */
export const MAIL_BYTES_MAX = 100_000;
const SUBJECT_LENGTH_MAX = 200;
const TITLE_LENGTH_MAX = 300;
const LEAD_LENGTH_MAX = 2_000;
const REASON_LENGTH_MAX = 1_000;
const PREVIEW_LENGTH_MAX = 150;
const BRAND_LENGTH_MAX = 80;
const BRAND_DEFAULT = 'Sightline';
const COLOR_DEFAULT = '#1a5fb4';
const COLOR = /^#[0-9a-f]{6}$/iu;
const REST = 'There is more than a mail can show: the rest is left out here.';

/** Plain texts; all of them may come from outside. */
export interface MailContent {
  readonly subject: string;
  /** The first line that one reads. */
  readonly title: string;
  /** What it is about, in a sentence or some. */
  readonly lead: string;
  readonly blocks: readonly MailBlock[];
  readonly footer: {
    /** Why the person gets this mail. */
    readonly reason: string;
    readonly unsubscribeUrl?: string | undefined;
  };
  readonly brand?: { readonly name?: string | undefined; /** `#rrggbb` */ readonly color?: string | undefined } | undefined;
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * The one look of all mails: HTML and the same as text, each at most 100,000 bytes. Rows that have no room are counted in a line "and n more".
 * Texts are never markup; only web addresses become links; nothing is loaded when the mail is opened.
 */
export function renderMail(content: MailContent): RenderedMail {
  return { subject: toLine(content.subject, SUBJECT_LENGTH_MAX), text: toText(content), html: toHtml(content) };
}

function toHtml({ title, lead, blocks, footer, brand }: MailContent): string {
  const color = brand?.color !== undefined && COLOR.test(brand.color) ? brand.color : COLOR_DEFAULT;
  const [before, after] = toFrame({
    title: escapeMarkup(toLine(title, TITLE_LENGTH_MAX)),
    preview: escapeMarkup(toLine(lead, PREVIEW_LENGTH_MAX)),
    brand: escapeMarkup(toBrandName(brand)),
    color,
    lead: toParagraphs(toPlain(lead, LEAD_LENGTH_MAX), 'font-size:15px;line-height:23px;color:#1c2530', 'ink'),
    footer: toFooter(toPlain(footer.reason, REASON_LENGTH_MAX), toUnsubscribeUrl(footer)),
  });
  const room = MAIL_BYTES_MAX - Buffer.byteLength(before + after);
  const rest = toParagraphs(REST, 'font-size:13px;line-height:20px;color:#5b6672', 'soft');
  return before + fitPieces(blocks.map(toHtmlPiece), room, rest) + after;
}

function toText({ title, lead, blocks, footer, brand }: MailContent): string {
  const opening = [toLine(title, TITLE_LENGTH_MAX), toPlain(lead, LEAD_LENGTH_MAX)].filter((part) => part !== '');
  const before = opening.map((part) => `${part}\n\n`).join('');
  const url = toUnsubscribeUrl(footer);
  const closing = [toPlain(footer.reason, REASON_LENGTH_MAX), ...(url === undefined ? [] : [`Unsubscribe: ${url}`])];
  // Two hyphens and a blank: mail programs know that what follows is no part of the message.
  const after = `-- \n${toBrandName(brand)}\n${closing.filter((part) => part !== '').join('\n')}\n`;
  const room = MAIL_BYTES_MAX - Buffer.byteLength(before + after);
  return before + fitPieces(blocks.map(toTextPiece), room, `${REST}\n\n`) + after;
}

function toBrandName(brand: MailContent['brand']): string {
  const name = toLine(brand?.name ?? '', BRAND_LENGTH_MAX);
  return name === '' ? BRAND_DEFAULT : name;
}

function toUnsubscribeUrl({ unsubscribeUrl }: MailContent['footer']): string | undefined {
  return unsubscribeUrl === undefined ? undefined : toWebUrl(unsubscribeUrl);
}
