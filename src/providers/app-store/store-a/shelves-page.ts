import type { ShelvesPage, StoreLink, StoreLinkKind, StoreLockup, StoreShelf } from '../types.ts';
import { fieldsOf, idOf, isDeferred, listOf, makeFieldCheck, MissingFieldsError, textOf, type FieldCheck, type Fields } from './fields.ts';
import { findLockup, readLockups } from './lockup.ts';
import { checkStorefront, readStorePage } from './page-data.ts';

const HERO_SHELF = /hero/iu;
/** What an address leads to, and its id. */
const LINKS: readonly { readonly kind: StoreLinkKind; readonly pattern: RegExp }[] = [
  { kind: 'room', pattern: /\/room\/(\d+)/u },
  { kind: 'grouping', pattern: /\/grouping\/(\d+)/u },
  { kind: 'chart', pattern: /\/charts\/(?:[^/?]+\/)*(\d+)/u },
  { kind: 'story', pattern: /\/story\/id(\d+)/u },
  { kind: 'app', pattern: /\/app\/(?:[^/]+\/)?id(\d+)/u },
];

/**
 * Reads a page that consists of shelves: groupings, rooms, stories, landing pages. Apps and links are known by their
 * shape, because kinds of entries come and go.
 * @throws MissingFieldsError when the page has no shelves, or neither app nor link in them, or an app lacks what all have
 * @throws WrongAnswerError when the page is another country's
 */
export function parseShelvesPage(html: string, storefront: string): ShelvesPage {
  const page = readStorePage(html);
  checkStorefront(page, storefront);
  const check = makeFieldCheck();
  const listed = check.need('shelves', listOf(page.data['shelves'])) ?? [];
  const title = check.need('title', textOf(page.data['title']));
  const shelves = withoutRepeats(listed.map((shelf) => readShelf(fieldsOf(shelf), check)));
  const isEmpty = shelves.every(({ apps, links, childId }) => apps.length + links.length === 0 && childId === undefined);
  if (isEmpty) check.need('shelves[].items', undefined);
  if (check.missing.size > 0) throw new MissingFieldsError(check.missing);
  return { title, shelves };
}

/**
 * Reads a list of apps: all similar ones, or what a search found, which may be none.
 * @throws as `parseShelvesPage`
 */
export function parseAppList(
  html: string,
  { storefront, mayBeEmpty }: { readonly storefront: string; readonly mayBeEmpty: boolean },
): StoreLockup[] {
  const page = readStorePage(html);
  checkStorefront(page, storefront);
  const check = makeFieldCheck();
  const shelves = check.need('shelves', listOf(page.data['shelves'])) ?? [];
  const items = shelves.flatMap((shelf) => check.need('shelves[].items', listOf(fieldsOf(shelf)['items'])) ?? []);
  const apps = readLockups(items, check);
  if (apps.length === 0 && (!mayBeEmpty || items.length > 0)) check.need('shelves[].items[].adamId', undefined);
  if (check.missing.size > 0) throw new MissingFieldsError(check.missing);
  return apps;
}

function readShelf(shelf: Fields, check: FieldCheck): StoreShelf {
  const items = check.need('shelves[].items', listOf(shelf['items'])) ?? [];
  const isHero = HERO_SHELF.test(String(shelf['contentType']));
  const behind = linkOf(shelf['seeAllAction'], isHero);
  const others = items.filter((item) => findLockup(item) === undefined);
  const links = others.flatMap((item) => {
    const { clickAction, title, titleText } = fieldsOf(item);
    const link = linkOf(clickAction, isHero);
    return link === undefined ? [] : [{ ...link, title: textOf(title) ?? textOf(titleText) ?? link.title }];
  });
  return {
    id: textOf(shelf['id']) ?? idOf(shelf['id']) ?? '',
    title: textOf(shelf['title']),
    kind: isHero ? 'hero' : behind === undefined || behind.kind === 'app' ? 'none' : behind.kind,
    childId: behind?.kind === 'app' ? undefined : behind?.id,
    apps: readLockups(items, check),
    links,
    isDeferred: isDeferred(shelf),
  };
}

/** Where an action leads; undefined where that is nothing of ours. Pages within an action are not looked into. */
function linkOf(action: unknown, isHero: boolean): StoreLink | undefined {
  const { pageUrl, title } = fieldsOf(action);
  const address = textOf(pageUrl);
  if (address === undefined) return undefined;
  for (const { kind, pattern } of LINKS) {
    const id = pattern.exec(address)?.[1];
    if (id !== undefined) return { kind, id, title: textOf(title), isHero };
  }
  return undefined;
}

/** A shelf that the page has twice is one: by what lies behind it, else by all that it shows. */
function withoutRepeats(shelves: readonly StoreShelf[]): StoreShelf[] {
  const seen = new Set<string>();
  return shelves.filter(({ id, childId, apps, links }) => {
    const key = JSON.stringify([id, childId, apps.map(({ appId }) => appId), links.map((link) => link.id)]);
    return !seen.has(key) && seen.add(key);
  });
}
