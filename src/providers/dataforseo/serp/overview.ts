import type { AiOverview, OverviewReference } from '#providers/search-data/index.ts';
import type { OverviewWire, SerpItemWire } from '../wire.ts';

/** The type of an AI overview among the elements of a page. */
export const OVERVIEW = 'ai_overview';
/** An overview has some ten; more would be a fault, and are kept for ever. */
const REFERENCES_MAX = 100;
/** Elements lie in expanded ones, and those in nothing more. */
const LEVELS_MAX = 4;

/**
 * What an AI overview says. One that was to arrive after the page and was not waited for has neither text nor elements
 * nor references.
 * @returns null: it was not loaded
 */
export function toOverview(wire: SerpItemWire & OverviewWire): AiOverview | null {
  const elements = listElements(wire, 0);
  if (toText(wire.markdown) === null && elements.length === 1 && !Array.isArray(wire.references)) return null;
  return { text: toText(wire.markdown) ?? joinTexts(elements), references: toReferences(elements) };
}

/** The overview itself and its elements, those within others too. */
function listElements(wire: OverviewWire, level: number): OverviewWire[] {
  const within = [wire.items, wire.components].flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  if (level >= LEVELS_MAX) return [wire];
  return [wire, ...within.filter(isObject).flatMap((element) => listElements(element, level + 1))];
}

function joinTexts(elements: readonly OverviewWire[]): string | null {
  const texts = elements.flatMap(({ text }) => toText(text) ?? []);
  return texts.length === 0 ? null : texts.join('\n\n');
}

/** Those of the whole first, then what single elements name beside. */
function toReferences(elements: readonly OverviewWire[]): OverviewReference[] {
  const byUrl = new Map<string, OverviewReference>();
  for (const { references } of elements) {
    for (const one of Array.isArray(references) ? references : []) {
      const reference = isObject(one) ? toReference(one) : undefined;
      if (reference !== undefined && !byUrl.has(reference.url)) byUrl.set(reference.url, reference);
    }
  }
  return [...byUrl.values()].slice(0, REFERENCES_MAX);
}

/** Browsers mark quoted words by what follows this; it is no part of the page's address. */
const QUOTED_WORDS = '#:~:text=';

function toReference(wire: Pick<SerpItemWire, 'url' | 'domain' | 'title'> & { readonly source?: unknown }): OverviewReference | undefined {
  const url = toText(wire.url) ?? (toText(wire.domain) === null ? null : `https://${toText(wire.domain)}/`);
  if (url === null) return undefined;
  return { url: url.split(QUOTED_WORDS)[0] ?? url, title: toText(wire.title), source: toText(wire.source) };
}

/** A text without what no store takes. */
function toText(value: unknown): string | null {
  const text = typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : '';
  return text === '' ? null : text;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
