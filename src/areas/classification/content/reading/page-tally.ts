import type { Attributes, ElementHandler } from './walk-elements.ts';

const TEXT_LENGTH_MAX = 100_000;
const ACTION_LENGTH_MAX = 80;
const ACTIONS_MAX = 3_000;
const H1_LENGTH_MAX = 300;
const CLASSES_MAX = 40;
const TYPES_MAX = 40;

/** Texts in these are not shown. */
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'title', 'template']);
/** What stands around the content of a page. */
const FRAME: ReadonlySet<string> = new Set(['nav', 'header', 'footer', 'aside']);
const INLINE: ReadonlySet<string> = new Set('a abbr b bdi code em font i mark s small span strong sub sup time u wbr'.split(' '));
const BUTTON_TYPES: ReadonlySet<string> = new Set(['submit', 'button', 'reset', 'image']);
const PLAYER_FRAME = /youtube|youtu\.be|vimeo|dailymotion|wistia|twitch|soundcloud|spotify|player/u;

/** What an element counts as, by its name. */
const BY_TAG: ReadonlyMap<string, Tallied> = new Map(
  Object.entries<Tallied>({
    p: 'paragraphs',
    h1: 'headings',
    h2: 'headings',
    h3: 'headings',
    h4: 'headings',
    li: 'listItems',
    table: 'tables',
    img: 'images',
    video: 'players',
    audio: 'players',
    pre: 'codeBlocks',
    article: 'articles',
    form: 'forms',
    script: 'scripts',
    time: 'dates',
  }),
);

/** What an element counts as, by the words of its class or id. */
const BY_CLASS: readonly (readonly [counted: Tallied, words: RegExp])[] = [
  ['comments', /(?:^|[\s_-])comments?(?:$|[\s_-])|commentlist/u],
  ['authors', /(?:^|[\s_-])(?:author|byline)(?:$|[\s_-])/u],
  ['products', /(?:^|[\s_-])product(?:s|[_-](?:item|card|tile|box))?(?:$|[\s])/u],
  ['reviews', /(?:^|[\s_-])reviews?(?:$|[\s_-])/u],
  ['posts', /(?:^|[\s_-])(?:post|message|topic)[_-]?(?:body|content|stream|list|row|text|bit)(?:$|[\s_-])/u],
];

export type Tallied =
  | 'elements'
  | 'paragraphs'
  | 'headings'
  | 'listItems'
  | 'tables'
  | 'links'
  | 'linksOut'
  | 'images'
  | 'players'
  | 'codeBlocks'
  | 'articles'
  | 'forms'
  | 'inputs'
  | 'passwords'
  | 'scripts'
  | 'dates'
  | 'authors'
  | 'comments'
  | 'products'
  | 'reviews'
  | 'posts';

/** What was counted and read of a page. */
export interface PageTally {
  readonly counts: Record<Tallied, number>;
  readonly bodyClasses: string[];
  /** Types of microdata and RDFa, as they are written. */
  readonly types: string[];
  /** Texts of links, buttons and fields: what one can do there. */
  readonly actions: string[];
  h1: string;
  /** All that is shown, and what of it stands in no menu, head or foot; at most 100,000 characters each. */
  shown: string;
  content: string;
}

const TALLIED: readonly Tallied[] = [
  ...new Set([...BY_TAG.values(), ...BY_CLASS.map(([counted]) => counted)]),
  'elements',
  'links',
  'linksOut',
  'inputs',
  'passwords',
];

/** Counts elements and takes texts. */
export interface Tallier extends ElementHandler {
  readonly end: () => PageTally;
}

/** @param url where the page was found: what other hosts are follows from it */
export function makeTallier(url: string): Tallier {
  const tally: PageTally = {
    counts: Object.fromEntries(TALLIED.map((name) => [name, 0])) as Record<Tallied, number>,
    bodyClasses: [],
    types: [],
    actions: [],
    h1: '',
    shown: '',
    content: '',
  };
  return {
    ...makeHandler(tally, new URL(url).hostname.replace(/^www\./u, '')),
    end: () => {
      if (tally.content.trim() === '') tally.content = tally.shown;
      return tally;
    },
  };
}

function makeHandler(tally: PageTally, host: string): ElementHandler {
  let frames = 0;
  let unseen = '';
  let isInH1 = false;
  let action: string | undefined;
  const endAction = (): void => {
    if (action !== undefined && action.trim() !== '' && tally.actions.length < ACTIONS_MAX) tally.actions.push(action);
    action = undefined;
  };
  const addText = (text: string): void => {
    if (tally.shown.length < TEXT_LENGTH_MAX) tally.shown += text;
    if (frames === 0 && tally.content.length < TEXT_LENGTH_MAX) tally.content += text;
  };
  return {
    open: (tag, attributes) => {
      count(tally, tag, attributes, host);
      if (UNSEEN.has(tag)) unseen = tag;
      if (FRAME.has(tag)) frames += 1;
      if (tag === 'h1') isInH1 = tally.h1.trim() === '';
      if (tag === 'a' || tag === 'button') {
        endAction();
        action = '';
      }
      if (!INLINE.has(tag)) addText('\n');
    },
    close: (tag) => {
      if (tag === unseen) unseen = '';
      if (FRAME.has(tag)) frames = Math.max(0, frames - 1);
      if (tag === 'h1') isInH1 = false;
      if (tag === 'a' || tag === 'button') endAction();
      if (!INLINE.has(tag)) addText('\n');
    },
    text: (text) => {
      if (unseen !== '') return;
      addText(text);
      if (isInH1 && tally.h1.length < H1_LENGTH_MAX) tally.h1 += text;
      if (action !== undefined && action.length < ACTION_LENGTH_MAX) action += text;
    },
  };
}

function count(tally: PageTally, tag: string, attributes: Attributes, host: string): void {
  const { counts } = tally;
  counts.elements += 1;
  const counted = BY_TAG.get(tag);
  if (counted !== undefined && !(tag === 'script' && isData(attributes))) counts[counted] += 1;
  const classes = `${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`.toLowerCase();
  if (classes !== ' ') for (const [name, words] of BY_CLASS) if (words.test(classes)) counts[name] += 1;
  if (attributes.get('itemprop') === 'author' || attributes.get('rel') === 'author') counts.authors += 1;
  addTypes(tally, attributes);
  if (tag === 'a') countLink(tally, attributes.get('href'), host);
  else if (tag === 'input') countInput(tally, attributes);
  else if (tag === 'textarea' || tag === 'select') counts.inputs += 1;
  else if (tag === 'iframe' && PLAYER_FRAME.test(attributes.get('src') ?? '')) counts.players += 1;
  else if (tag === 'body') tally.bodyClasses.push(...listWords(attributes.get('class')).slice(0, CLASSES_MAX - tally.bodyClasses.length));
}

/** Blocks of data, such as JSON-LD, are written as scripts and do nothing. */
function isData(attributes: Attributes): boolean {
  return attributes.get('type')?.toLowerCase().includes('json') === true;
}

function countLink({ counts }: PageTally, href: string | undefined, host: string): void {
  if (href === undefined) return;
  counts.links += 1;
  const other = /^(?:https?:)?\/\/([^/?#:]+)/iu.exec(href)?.[1]?.toLowerCase();
  if (other !== undefined && other !== host && !other.endsWith(`.${host}`)) counts.linksOut += 1;
}

function countInput({ counts, actions }: PageTally, attributes: Attributes): void {
  const type = attributes.get('type')?.toLowerCase() ?? 'text';
  if (type === 'hidden') return;
  if (type === 'password') counts.passwords += 1;
  if (!BUTTON_TYPES.has(type)) counts.inputs += 1;
  const texts = [BUTTON_TYPES.has(type) ? attributes.get('value') : attributes.get('placeholder'), attributes.get('aria-label')];
  for (const text of texts) if (text !== undefined && text !== '' && actions.length < ACTIONS_MAX) actions.push(text);
}

function addTypes({ types }: PageTally, attributes: Attributes): void {
  for (const text of [attributes.get('itemtype'), attributes.get('typeof')])
    for (const type of listWords(text)) if (types.length < TYPES_MAX) types.push(type);
}

function listWords(text = ''): string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}
