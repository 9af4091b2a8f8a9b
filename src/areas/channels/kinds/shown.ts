import { toLine, toPlain, toWebUrl } from '#kernel/text.ts';
import type { Notice, NoticeItem } from '../notice.ts';
import type { Sending } from './channel-kind.ts';

const TITLE_LENGTH_MAX = 300;
const TEXT_LENGTH_MAX = 2_000;
const ITEM_TITLE_LENGTH_MAX = 200;
const ITEM_TEXT_LENGTH_MAX = 500;
const ELLIPSIS = '…';
/** What stands where a text is empty: receivers refuse empty ones. */
const NOTHING = '–';

/** A notice as kinds for people show it: plain texts without what is hidden and without mentions, and links to the console alone. */
export interface Shown {
  readonly title: string;
  readonly text: string;
  readonly link: string | undefined;
  readonly items: readonly ShownItem[];
  /** More than the items, if the notice has not all of them. */
  readonly total: number;
}

export interface ShownItem {
  readonly title: string;
  readonly text: string;
  readonly link: string | undefined;
}

/** @param itemsMax of so many a message is still read */
export function toShown(notice: Notice, sending: Pick<Sending, 'toUrl'>, itemsMax: number): Shown {
  return {
    title: orNothing(quietMentions(toLine(notice.title, TITLE_LENGTH_MAX))),
    text: quietMentions(toPlain(notice.text, TEXT_LENGTH_MAX)),
    link: toLink(sending, notice.path),
    items: notice.items.slice(0, itemsMax).map((item) => toShownItem(item, sending)),
    total: Math.max(notice.itemsTotal, notice.items.length),
  };
}

function toShownItem({ title, text, path }: NoticeItem, sending: Pick<Sending, 'toUrl'>): ShownItem {
  return {
    title: orNothing(quietMentions(toLine(title, ITEM_TITLE_LENGTH_MAX))),
    text: orNothing(quietMentions(toLine(text, ITEM_TEXT_LENGTH_MAX))),
    link: path === null ? undefined : toLink(sending, path),
  };
}

function orNothing(text: string): string {
  return text === '' ? NOTHING : text;
}

/** The address of a page of the console; undefined for a path that leads elsewhere. */
export function toLink({ toUrl }: Pick<Sending, 'toUrl'>, path: string): string | undefined {
  const [home, url] = [toWebUrl(toUrl('/')), toWebUrl(toUrl(path))];
  return home !== undefined && url !== undefined && new URL(url).origin === new URL(home).origin ? url : undefined;
}

/** A line that says how many items are not in a message; none: all of them are. */
export function sayMore(count: number): readonly string[] {
  return count > 0 ? [`and ${count} more`] : [];
}

/** The message with most items that fits. One without items always has to. */
export function fitItems<Message>(itemsMax: number, write: (count: number) => Message, fits: (message: Message) => boolean): Message {
  let [good, bad] = [0, itemsMax + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (fits(write(middle))) good = middle;
    else bad = middle;
  }
  return write(good);
}

/** Escapes a text character by character, as much of it as has room in so many UTF-16 units. */
export function escapeWithin(text: string, lengthMax: number, escape: (character: string) => string): string {
  const whole = text.replaceAll(/./gsu, escape);
  if (whole.length <= lengthMax) return whole;
  let kept = '';
  for (const character of text) {
    const next = escape(character);
    if (kept.length + next.length + ELLIPSIS.length > lengthMax) break;
    kept += next;
  }
  return kept + ELLIPSIS;
}

const INVISIBLE = '\u2060';

/** Names after an `@`, which would wake people, are parted from it by a character that is not seen. Addresses of mail stay as they are. */
function quietMentions(text: string): string {
  return text.replaceAll(/(?<![A-Za-z0-9_])@(?=[\p{L}\p{N}_!&#])/gu, `@${INVISIBLE}`);
}
