import type { Operation } from './ask-once.ts';

/** A list as an export names it: the path of its operation, and what narrows it. */
export interface ListSource {
  readonly list: string;
  /** What stands in the path, and the filters. */
  readonly filters: Readonly<Record<string, string | readonly string[]>>;
}

interface Asked {
  readonly path?: object | undefined;
  readonly query?: object | undefined;
}

/** What says which page of a list there is, and how it is written. */
const OF_PAGES: ReadonlySet<string> = new Set(['limit', 'offset', 'format', 'fields']);

/**
 * The list that a screen asks for.
 * @param today a span that ends then moves on with the days: it is left out, and the list takes its usual one. A history goes on from its first day
 */
export function toListSource<Options extends Asked, Data>(
  operation: Operation<Options, Data>,
  options: Options,
  today?: string,
): ListSource {
  const { path, query } = options;
  const narrows = Object.entries({ ...path, ...query }).filter(([name, value]) => value !== undefined && !OF_PAGES.has(name));
  const isMoving = narrows.some(([name, value]) => name === 'to' && value === today);
  const isOfToday = ([name, value]: readonly [string, unknown]): boolean =>
    name === 'from' || name === 'to' ? isMoving : name === 'end_date' && value === today;
  return { list: toPath(operation), filters: toTexts(narrows.filter((entry) => !isOfToday(entry))) };
}

function toTexts(entries: readonly (readonly [string, unknown])[]): ListSource['filters'] {
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.map(String) : String(value as string | number | boolean)]],
    ),
  );
}

/** `name=value` lines; a list has several. */
export function toLines(filters: ListSource['filters']): string {
  return Object.entries(filters)
    .flatMap(([name, value]) => [value].flat().map((one) => `${name}=${one}`))
    .join('\n');
}

/** The path of a function of the generated client, with names in braces: it says it to the client that it is given, and this one asks nothing. */
function toPath(operation: Operation<never, unknown>): string {
  let path = '';
  const get = (request: { readonly url: string }): Promise<object> => {
    path = request.url;
    return Promise.resolve({});
  };
  void operation({ client: { get } } as never);
  return path;
}
