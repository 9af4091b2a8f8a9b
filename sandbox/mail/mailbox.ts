import { readMessage, type ReadMessage } from './read-message.ts';

/** A message that the mail server took, as `GET /_sandbox/mail` shows it. */
export interface KeptMessage extends ReadMessage {
  readonly id: string;
  /** Real time, epoch milliseconds. */
  readonly at: number;
  /** Of the envelope: who it came from, and whom it went to. */
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  /** Addresses of web pages in its text, then those of its HTML that are not there. */
  readonly links: readonly string[];
  readonly raw: string;
}

export interface Mailbox {
  keep(message: { readonly from: string; readonly to: readonly string[]; readonly raw: Buffer; readonly at: number }): void;
  /** Oldest first. @param to an address of the envelope @param since real time, epoch milliseconds */
  list(filter: { readonly to: string | undefined; readonly since: number | undefined }): readonly KeptMessage[];
  clear(): void;
}

const MESSAGES_MAX = 10_000;
const WEB_ADDRESS = /https?:\/\/[^\s<>"')\]]+/gu;

/** The newest messages, up to a bound. */
export function makeMailbox(): Mailbox {
  let messages: KeptMessage[] = [];
  let taken = 0;
  return {
    keep({ from, to, raw, at }) {
      taken += 1;
      const read = readMessage(raw);
      messages.push({
        id: `mail_${taken}`,
        at,
        from,
        to,
        subject: read.headers['subject'] ?? '',
        ...read,
        links: findLinks(read),
        raw: raw.toString('utf8'),
      });
      messages = messages.slice(-MESSAGES_MAX);
    },
    list: ({ to, since = 0 }) =>
      messages.filter(
        (message) => message.at >= since && (to === undefined || message.to.some((one) => one.toLowerCase() === to.toLowerCase())),
      ),
    clear: () => {
      messages = [];
    },
  };
}

function findLinks({ text, html }: ReadMessage): string[] {
  const inHtml = (html ?? '').replaceAll('&amp;', '&');
  return [...new Set([...text.matchAll(WEB_ADDRESS), ...inHtml.matchAll(WEB_ADDRESS)].map(([link]) => link))];
}
