import { isInStore, type StoreApp } from '../../world/apps/store-app.ts';
import type { StoreCategory } from '../../world/apps/store-categories.ts';
import { findCollected, findHub, groupingIdOf, listCollected, listCollectedApps, listHubs, type Collected } from './editorial.ts';
import { isArcade, makeIntent, makeLockup, WEB } from '../lockup.ts';
import { linkTo, makeMetrics, makeShelf } from './shelf.ts';
import { say, type StoreView } from '../view.ts';

type Fields = Readonly<Record<string, unknown>>;
export interface PageContent {
  readonly intent: object;
  readonly data: Fields;
}

export const LANDINGS = ['today', 'apps', 'games', 'arcade'] as const;
export type Landing = (typeof LANDINGS)[number];

const CHART_SHOWN = 10;
const ARCADE_SHOWN = 24;
const GENERIC = 'EditorialPageIntent';

/** A hub of a category: heroes, shelves with rooms behind them, a chart, a shelf without a link, one that is loaded later. */
export function makeGroupingPage(view: StoreView, id: string): PageContent | undefined {
  const category = findHub(id);
  if (category === undefined) return undefined;
  const rooms = listCollected('room', category, view.day);
  const [first, second, third] = rooms;
  const listed = first === undefined ? [] : listCollectedApps(view, first);
  return makePage(view, { title: category.name, path: `/${view.device}/grouping/${id}`, id }, [
    makeHeroes(view, category, '1'),
    ...(first === undefined ? [] : [makeRoomShelf(view, first, { id: '2', contentType: 'smallLockup', count: 12 })]),
    ...(second === undefined ? [] : [makeRoomShelf(view, second, { id: '3', contentType: 'mediumLockup', count: 8 })]),
    makeShelf('4', 'brick', third === undefined ? [] : [makeBrick(third.title, linkToRoom(view, third))], {
      title: 'Collections',
      isHorizontal: true,
    }),
    makeChartShelf(view, category, '5'),
    makeShelf(
      '6',
      'smallLockup',
      listed.slice(-6).map((app, at) => makeLockup(view, app, { at })),
      { title: 'Worth a Look', isHorizontal: true },
    ),
    makeDeferred(view, id, '7'),
    makeShelf('8', 'footnote', [{ $kind: 'Footnote', text: 'More in the App Store app.' }]),
  ]);
}

/** The front page of a part of the store, with links to the hubs of its categories. */
export function makeLandingPage(view: StoreView, landing: Landing): PageContent {
  const section = landing === 'games' || landing === 'arcade' ? 'games' : 'apps';
  const categories = listHubs(section);
  const featured = categories.filter((_category, at) => (at + view.day) % 7 === 0);
  const [hero] = featured;
  const bricks = categories.map((category) => makeBrick(category.name, linkToGrouping(view, category)));
  const stories = featured.flatMap((category) => listCollected('story', category, view.day));
  const arcade = view.apps
    .list('store_a')
    .filter((app) => isArcade(app) && isInStore(app, view.day))
    .slice(0, ARCADE_SHOWN);
  const rooms = [
    ...featured.map((category, at) => makeFirstRoom(view, category, String(at + 2))),
    makeShelf('90', 'brick', bricks, { title: 'Browse Categories', isHorizontal: true }),
  ];
  const shelves = {
    today: [
      makeShelf(
        '2',
        'todayCard',
        stories.map((story) => makeCard(view, story)),
      ),
    ],
    apps: rooms,
    games: rooms,
    arcade: [
      makeShelf(
        '2',
        'mediumLockup',
        arcade.map((app, at) => makeLockup(view, app, { at })),
        { title: 'All Arcade Games' },
      ),
    ],
  };
  const heroes = hero === undefined || landing === 'today' ? [] : [makeHeroes(view, hero, '1')];
  return makePage(view, { title: landing.charAt(0).toUpperCase() + landing.slice(1), path: `/${view.device}/${landing}`, id: landing }, [
    ...heroes,
    ...shelves[landing],
  ]);
}

/** Everything behind a shelf. */
export function makeRoomPage(view: StoreView, id: string): PageContent | undefined {
  const room = findCollected('room', id, view.day);
  if (room === undefined) return undefined;
  const items = listCollectedApps(view, room).map((app, at) => makeLockup(view, app, { at }));
  return makePage(view, { title: room.title, path: `/${view.device}/room/${id}`, id }, [makeShelf('0', 'smallLockup', items)]);
}

export function makeStoryPage(view: StoreView, id: string): PageContent | undefined {
  const story = findCollected('story', id, view.day);
  if (story === undefined) return undefined;
  const items = listCollectedApps(view, story).map((app, at) => makeLockup(view, app, { at }));
  const page = makePage(view, { title: story.title, path: `/${view.device}/story/id${id}`, id }, [
    makeShelf('0', 'paragraph', [{ $kind: 'Paragraph', text: `${story.title}. Five apps that we like to open.` }]),
    makeShelf('1', 'smallLockup', items),
  ]);
  return { ...page, intent: makeIntent(view, 'RoutableArticlePageIntent', { id }) };
}

function makePage(
  view: StoreView,
  page: { readonly title: string; readonly path: string; readonly id: string },
  shelves: readonly Fields[],
): PageContent {
  return {
    intent: makeIntent(view, GENERIC, { id: page.id }),
    data: { title: page.title, canonicalURL: `${WEB}/${view.storefront.country}${page.path}`, shelves },
  };
}

/** Two stories and the two first apps of the category, in large pictures. */
function makeHeroes(view: StoreView, category: StoreCategory, id: string): Fields {
  const stories = listCollected('story', category, view.day);
  const apps = stories.flatMap((story) => listCollectedApps(view, story).slice(0, 1));
  return makeShelf(
    id,
    'heroCarousel',
    [
      ...stories.map((story) => makeHero(story.title, 'GET STARTED', linkToStory(view, story))),
      ...apps.map((app) => makeHero(app.name, 'APP OF THE DAY', makeLockup(view, app, { at: 0 })['clickAction'])),
    ],
    { isHorizontal: true },
  );
}

function makeHero(titleText: string, badgeText: string, clickAction: unknown): object {
  return { $kind: 'HeroCarouselItem', titleText, badgeText, clickAction };
}

function makeBrick(title: string, clickAction: unknown): object {
  return { $kind: 'Brick', title, clickAction };
}

function makeCard(view: StoreView, story: Collected): object {
  return { $kind: 'TodayCard', title: story.title, heading: story.category.name.toUpperCase(), clickAction: linkToStory(view, story) };
}

function makeFirstRoom(view: StoreView, category: StoreCategory, id: string): Fields {
  const [room] = listCollected('room', category, view.day) as [Collected];
  return makeRoomShelf(view, room, { id, contentType: 'smallLockup', count: 12 });
}

function makeRoomShelf(
  view: StoreView,
  room: Collected,
  { id, contentType, count }: { id: string; contentType: string; count: number },
): Fields {
  const items = listCollectedApps(view, room)
    .slice(0, count)
    .map((app, at) => makeLockup(view, app, { at }));
  return makeShelf(id, contentType, items, {
    impressionMetrics: makeMetrics({
      id: room.id,
      name: room.title,
      impressionType: 'swoosh',
      idType: 'its_contentId',
      impressionIndex: Number(id),
    }),
    seeAllAction: linkToRoom(view, room),
    title: room.title,
    isHorizontal: true,
  });
}

function makeChartShelf(view: StoreView, category: StoreCategory, id: string): Fields {
  const chart = {
    platform: 'store_a',
    categoryId: category.id,
    collection: 'free',
    device: view.device === 'ipad' ? 'tablet' : 'phone',
    country: view.storefront.country,
  } as const;
  const apps: readonly StoreApp[] = view.apps.listChart(chart, view.day).slice(0, CHART_SHOWN);
  const title = `${say(view, 'top_free')}: ${category.name}`;
  return makeShelf(
    id,
    'smallLockup',
    apps.map((app, at) => makeLockup(view, app, { at })),
    {
      impressionMetrics: makeMetrics({
        id: category.id,
        name: title,
        impressionType: 'chart',
        idType: 'its_id',
        impressionIndex: Number(id),
      }),
      seeAllAction: linkTo(view, {
        page: 'topCharts',
        path: `/${view.device}/charts/${category.id}?chart=top-free`,
        intent: 'ChartPageIntent',
        id: category.id,
      }),
      title,
      isHorizontal: true,
    },
  );
}

/** A browser would load it when it comes into sight. */
function makeDeferred({ storefront }: StoreView, groupingId: string, id: string): Fields {
  return makeShelf(id, 'smallLockup', [], {
    url: `https://amp-api-edge.apps.apple.com/v1/editorial/${storefront.country}/groupings/${groupingId}?tabs=6`,
    fetchStrategy: 'onShelfWillAppear',
    title: 'Loaded later',
  });
}

function linkToRoom(view: StoreView, { id }: Collected): Fields {
  return linkTo(view, { page: 'room', path: `/${view.device}/room/${id}`, intent: GENERIC, id });
}

function linkToStory(view: StoreView, { id }: Collected): Fields {
  return linkTo(view, { page: 'article', path: `/${view.device}/story/id${id}`, intent: 'RoutableArticlePageIntent', id });
}

function linkToGrouping(view: StoreView, category: StoreCategory): Fields {
  const id = groupingIdOf(category);
  return linkTo(view, { page: 'grouping', path: `/${view.device}/grouping/${id}`, intent: GENERIC, id });
}
