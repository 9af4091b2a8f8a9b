import type { Attributes, ElementHandler } from './walk-elements.ts';

const TEXT_LENGTH_MAX = 100_000;
const BLOCKS_MAX = 20_000;
const CHARACTERS_MIN = 250;
/** A block with a larger share of its characters in links is a menu, or a list of what else there is. */
const LINKED_MAX = 0.4;
/** A shorter block is a heading, a caption or a button: it joins what stands around it, and begins no text. */
const PROSE_MIN = 60;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Scripts without spaces say as much with fewer characters. */
const CHARACTERS_OF_UNSPACED = 2.5;
/** What a block that is no prose costs a text that goes on over it, in characters. */
const COST_OF_SHORT = 25;
const COST_OF_LINKED = 60;

const UNSEEN: ReadonlySet<string> = new Set('script style title template noscript svg select textarea button iframe object'.split(' '));
const ASIDE: ReadonlySet<string> = new Set('nav header footer aside dialog'.split(' '));
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi br cite code em font i img mark q s small span strong sub sup time u wbr'.split(' '),
);
/** Elements that hold parts of a page, whose class or id says what that part is. */
const PARTS: ReadonlySet<string> = new Set('div section ul ol table'.split(' '));
const ASIDE_WORDS =
  /(?:^|[\s_-])(?:ads?|banner|breadcrumbs?|byline|captions?|comments?|commentlist|consent|cookies?|copyright|disqus|dropdown|footer|gdpr|hidden|masthead|menu|meta|modal|nav|navbar|navigation|newsletter|pagination|popup|promo|recommended|related|share|sharing|sidebar|social|sponsored|subscribe|tags|teaser|toolbar|trending|widget)(?:$|[\s_-])/u;

/** Words of parts that hold what the page is about, whatever else their names say. */
const MAIN_WORDS = /article|body|column|content|main|wrap/u;

interface Block {
  readonly text: string;
  /** What it adds to a run of blocks. */
  readonly value: number;
  readonly isLinked: boolean;
  readonly isAside: boolean;
}

/** Takes the elements of a page; `end` gives its main text, undefined when it has none. */
export interface MainTextFinder extends ElementHandler {
  readonly end: () => string | undefined;
}

/**
 * Finds the main text of a page, without menus, notices and footers, in the walk and without a tree: of all runs of
 * blocks that follow each other the one with most prose in it, where what is no prose counts against it.
 */
export function makeMainTextFinder(): MainTextFinder {
  const blocks: Block[] = [];
  let length = 0;
  let text = '';
  let linked = 0;
  let isLink = false;
  const unseen = makePart();
  const aside = makePart();

  const endBlock = (): void => {
    const block = text.replaceAll(/\s+/gu, ' ').trim();
    if (block !== '' && blocks.length < BLOCKS_MAX && length < TEXT_LENGTH_MAX) {
      blocks.push(toBlock(block, { linkedShare: linked / text.length, isAside: aside.isOpen() }));
      length += block.length;
    }
    text = '';
    linked = 0;
  };

  return {
    open: (tag, attributes) => {
      if (!INLINE.has(tag)) endBlock();
      unseen.open(tag, UNSEEN.has(tag));
      aside.open(tag, ASIDE.has(tag) || (PARTS.has(tag) && isNamedAside(attributes)));
      if (tag === 'a') isLink = attributes.has('href');
      if (tag === 'br') text += ' ';
    },
    close: (tag) => {
      if (!INLINE.has(tag)) endBlock();
      unseen.close(tag);
      aside.close(tag);
      if (tag === 'a') isLink = false;
    },
    text: (piece) => {
      if (unseen.isOpen() || text.length > TEXT_LENGTH_MAX) return;
      text += piece;
      if (isLink) linked += piece.length;
    },
    end: () => {
      endBlock();
      // Names may mislead, and a part whose end is missing holds all that follows.
      return findMainText(blocks.filter((block) => !block.isAside)) ?? findMainText(blocks);
    },
  };
}

/** Follows one element that is open, the outermost of its kind, by counting those of its name inside it. */
function makePart() {
  let tag = '';
  let depth = 0;
  return {
    isOpen: () => depth > 0,
    open: (name: string, isPart: boolean): void => {
      if (depth > 0) depth += name === tag ? 1 : 0;
      else if (isPart) [tag, depth] = [name, 1];
    },
    close: (name: string): void => void (depth -= depth > 0 && name === tag ? 1 : 0),
  };
}

function isNamedAside(attributes: Attributes): boolean {
  const names = `${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`.toLowerCase();
  return names !== ' ' && ASIDE_WORDS.test(names) && !MAIN_WORDS.test(names);
}

function toBlock(text: string, { linkedShare, isAside }: { readonly linkedShare: number; readonly isAside: boolean }): Block {
  const isLinked = linkedShare > LINKED_MAX;
  const length = measure(text);
  const value = isLinked ? -COST_OF_LINKED : length < PROSE_MIN ? -COST_OF_SHORT : length * (1 - linkedShare);
  return { text, value, isLinked, isAside };
}

function measure(text: string): number {
  return UNSPACED.test(text) ? text.length * CHARACTERS_OF_UNSPACED : text.length;
}

function findMainText(blocks: readonly Block[]): string | undefined {
  const prose = findBestRun(blocks).filter(({ isLinked }) => !isLinked);
  const text = prose.map((block) => block.text).join(' ');
  return measure(text) < CHARACTERS_MIN ? undefined : text;
}

/** The run of the highest sum of values. */
function findBestRun(blocks: readonly Block[]): readonly Block[] {
  let best = { sum: 0, from: 0, to: 0 };
  let from = 0;
  let sum = 0;
  for (const [at, { value }] of blocks.entries()) {
    if (sum <= 0) [from, sum] = [at, 0];
    sum += value;
    if (sum > best.sum) best = { sum, from, to: at + 1 };
  }
  return blocks.slice(best.from, best.to);
}
