import { createHash } from 'node:crypto';
import { escapeMarkup } from '#kernel/text.ts';
import type { LinkPurpose } from './mail-list.ts';
import type { LinkedAddress } from './link-store.ts';

const STYLE =
  'body{margin:0;background:#f2f4f7;color:#1c2530;font:16px/1.5 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}' +
  'main{max-width:480px;margin:12vh auto 0;padding:28px 32px;background:#fff;border-top:4px solid #1a5fb4;border-radius:8px}' +
  'h1{margin:0 0 12px;font-size:21px;line-height:28px}p{margin:0 0 16px;overflow-wrap:anywhere}' +
  'button{padding:10px 18px;border:0;border-radius:6px;background:#1a5fb4;color:#fff;font:inherit;font-weight:600;cursor:pointer}' +
  '@media (prefers-color-scheme:dark){body{background:#14181d;color:#e8ebef}main{background:#1e242b}}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The page has one form, which leads to where it came from, and loads and runs nothing. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

interface Words {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly doneTitle: string;
  readonly doneText: string;
}

const WORDS: Readonly<Record<LinkPurpose, Words>> = {
  confirm: {
    title: 'Do you want this mail?',
    text: 'gets mail of',
    button: 'Yes, I want it',
    doneTitle: 'Confirmed',
    doneText: 'gets mail of',
  },
  unsubscribe: {
    title: 'Unsubscribe?',
    text: 'gets no more mail of',
    button: 'Unsubscribe',
    doneTitle: 'Unsubscribed',
    doneText: 'gets no more mail of',
  },
};

/** Asks; the form posts to the same address. */
export function toAskingPage(linked: LinkedAddress): string {
  const { title, text, button } = WORDS[linked.purpose];
  return toPage(title, `<p>${toSentence(linked, text)}</p><form method="post"><button type="submit">${button}</button></form>`);
}

export function toDonePage(linked: LinkedAddress): string {
  const { doneTitle, doneText } = WORDS[linked.purpose];
  return toPage(doneTitle, `<p>${toSentence(linked, doneText)}</p>`);
}

function toSentence({ address, listName }: LinkedAddress, verb: string): string {
  return `<strong>${escapeMarkup(address)}</strong> ${verb} “${escapeMarkup(listName)}”.`;
}

function toPage(title: string, content: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>` +
    `<body><main><h1>${title}</h1>${content}</main></body></html>`
  );
}
