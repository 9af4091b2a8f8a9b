import { LINE_LENGTH_MAX, TEXT_LENGTH_MAX, toCells, type MailBlock, type Piece } from './blocks.ts';
import { escapeMarkup, toLine, toPlain, toWebUrl } from '#kernel/text.ts';

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const INK = 'color:#1c2530';
const SOFT = 'color:#5b6672';
const LINE = 'border-bottom:1px solid #e3e7ec';
const LINK = 'color:#1a5fb4';
const CELL = 'padding:8px 10px 8px 0;vertical-align:top;font-size:14px;line-height:20px';
const FIGURE = /^[\s\d.,+\-−–%$€£#]*\d[\s\d.,+\-−–%$€£#]*$/u;

const line = (text: string): string => escapeMarkup(toLine(text, LINE_LENGTH_MAX));

/** Text of several lines; blank lines part paragraphs. */
export function toParagraphs(text: string, style: string, className: string): string {
  return toPlain(text, TEXT_LENGTH_MAX)
    .split(/\n\s*\n/u)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p class="${className}" style="margin:0 0 12px;${style}">${escapeMarkup(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');
}

export function toHtmlPiece(block: MailBlock): Piece {
  switch (block.kind) {
    case 'heading':
      return whole(
        `<h2 class="ink" style="margin:22px 0 8px;font-size:16px;line-height:23px;font-weight:700;${INK}">${line(block.text)}</h2>`,
      );
    case 'text':
      return whole(toParagraphs(block.text, `font-size:15px;line-height:23px;${INK}`, 'ink'));
    case 'note':
      return whole(
        toParagraphs(block.text, `padding-left:10px;border-left:3px solid #c9d1da;font-size:13px;line-height:20px;${SOFT}`, 'soft'),
      );
    case 'link':
      return whole(toButton(block.text, toWebUrl(block.url)));
    case 'facts':
      return toFacts(block);
    case 'table':
      return toTable(block);
  }
}

function whole(html: string): Piece {
  return { head: '', rows: html === '' ? [] : [html], tail: '', more: () => '' };
}

function toButton(text: string, url: string | undefined): string {
  if (url === undefined) return `<p class="ink" style="margin:0 0 12px;font-size:15px;line-height:23px;${INK}">${line(text)}</p>`;
  const style =
    'display:inline-block;padding:10px 18px;border-radius:6px;background-color:#1a5fb4;color:#ffffff;font-size:15px;font-weight:600';
  return `<p style="margin:16px 0 20px"><a href="${escapeMarkup(url)}" style="${style};text-decoration:none">${line(text)}</a></p>`;
}

const TABLE = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:4px 0 18px;border-collapse:collapse">';

function toFacts({ rows }: Extract<MailBlock, { kind: 'facts' }>): Piece {
  return {
    head: TABLE,
    rows: rows.map(({ label, value, change }) => {
      const after = change === undefined ? '' : ` <span class="soft" style="font-weight:400;${SOFT}">${line(change)}</span>`;
      const name = `<td class="soft line" style="${CELL};${LINE};${SOFT}">${line(label)}</td>`;
      return `<tr>${name}<td class="ink line" align="right" style="${CELL};${LINE};${INK};padding-right:0;font-weight:600">${line(value)}${after}</td></tr>`;
    }),
    tail: '</table>',
    more: (count) => toMoreRow(count, 2),
  };
}

function toTable({ columns, rows }: Extract<MailBlock, { kind: 'table' }>): Piece {
  const table = rows.map(({ cells, url }) => ({ cells: toCells(columns, cells), url: url === undefined ? undefined : toWebUrl(url) }));
  const headings = toCells(columns, columns);
  const sides = headings.map((_, at) => (at > 0 && table.every(({ cells }) => isFigure(cells[at] ?? '')) ? 'right' : 'left'));
  const heading = (text: string, at: number): string =>
    `<th class="soft line" align="${sides[at]}" style="${CELL};${LINE};${SOFT};font-weight:600;font-size:12px">${line(text)}</th>`;
  const cell = (html: string, at: number): string =>
    `<td class="ink line" align="${sides[at]}" style="${CELL};${LINE};${INK}">${html}</td>`;
  return {
    head: `${TABLE.replace(' role="presentation"', '')}<tr>${headings.map(heading).join('')}</tr>`,
    rows: table.map(
      ({ cells, url }) => `<tr>${cells.map((text, at) => cell(at === 0 ? toAnchor(text, url) : line(text), at)).join('')}</tr>`,
    ),
    tail: '</table>',
    more: (count) => toMoreRow(count, headings.length),
  };
}

function isFigure(text: string): boolean {
  return text.trim() === '' || FIGURE.test(text);
}

function toAnchor(text: string, url: string | undefined): string {
  return url === undefined ? line(text) : `<a class="link" href="${escapeMarkup(url)}" style="${LINK}">${line(text)}</a>`;
}

function toMoreRow(count: number, columns: number): string {
  return `<tr><td class="soft" colspan="${columns}" style="${CELL};${SOFT}">and ${count} more</td></tr>`;
}

/** What stands round the pieces; all of it escaped already. */
export interface Frame {
  readonly title: string;
  readonly preview: string;
  readonly brand: string;
  readonly color: string;
  readonly lead: string;
  readonly footer: string;
}

/**
 * Light colours stand at each element, so that programs without style sheets are served; those that read the sheet and are dark get dark
 * ones. Nothing is loaded from anywhere.
 */
const DARK =
  '@media (prefers-color-scheme:dark){.page{background-color:#14181d!important}.card{background-color:#1e242b!important}' +
  '.ink{color:#e8ebef!important}.soft{color:#a4adb8!important}.line{border-color:#37404a!important}.link{color:#8ab8f5!important}}';

/** @returns the text before and after the pieces */
export function toFrame({ title, preview, brand, color, lead, footer }: Frame): readonly [before: string, after: string] {
  const before =
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">` +
    `<title>${title}</title><style>${DARK}</style></head>` +
    `<body class="page" style="margin:0;padding:0;background-color:#f2f4f7">` +
    `<div style="display:none;max-height:0;overflow:hidden">${preview}</div>` +
    `<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background-color:#f2f4f7"><tr><td align="center" style="padding:24px 12px">` +
    `<table role="presentation" class="card" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;background-color:#ffffff;border-top:4px solid ${color};border-radius:8px;${FONT}">` +
    `<tr><td style="padding:22px 28px 0"><p class="soft" style="margin:0;font-size:13px;font-weight:600;${SOFT}">${brand}</p></td></tr>` +
    `<tr><td style="padding:8px 28px 16px"><h1 class="ink" style="margin:0 0 12px;font-size:21px;line-height:28px;font-weight:700;${INK}">${title}</h1>${lead}`;
  const after = `</td></tr></table><table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;${FONT}"><tr><td style="padding:16px 28px">${footer}</td></tr></table></td></tr></table></body></html>`;
  return [before, after];
}

export function toFooter(reason: string, unsubscribeUrl: string | undefined): string {
  const style = `font-size:12px;line-height:18px;${SOFT}`;
  const link =
    unsubscribeUrl === undefined
      ? ''
      : `<p class="soft" style="margin:0;${style}"><a class="soft" href="${escapeMarkup(unsubscribeUrl)}" style="${SOFT}">Unsubscribe</a></p>`;
  return toParagraphs(reason, style, 'soft') + link;
}
