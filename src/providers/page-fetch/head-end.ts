/** So much text beside scripts and styles is the beginning of a page. */
export const HEAD_CHARACTERS = 8 * 1_024;
/** The longest mark that may lie on the border of two parts: `</script` and what follows. */
const MARK_LENGTH_MAX = 9;
const MARK = /<(\/?)(script|style|head|body)(?=[\s/>])/giu;

/** Takes a page part by part. @returns how much of this part still belongs to the beginning, once that has come to its end */
export type EndFinder = (part: string) => number | undefined;

/**
 * Finds where the beginning of a page ends: with its head, but not before 8 KB, and else where 8 KB that
 * are neither script nor style have come. Many heads begin with more script than that.
 */
export function makeHeadEnd(): EndFinder {
  let seen = 0;
  let plain = 0;
  let hidden: string | undefined;
  let isHeadOver = false;
  /** What a mark may have begun in. */
  let rest = '';

  /** @returns the index of the end when it lies before `to` */
  const advance = (from: number, to: number): number | undefined => {
    const left = HEAD_CHARACTERS - (isHeadOver ? from : plain);
    if (isHeadOver || hidden === undefined) {
      if (to - from >= left) return from + Math.max(0, left);
      plain += to - from;
    }
    return undefined;
  };

  return (part) => {
    const text = rest + part;
    const start = seen - rest.length;
    let at = seen;
    for (const mark of text.matchAll(MARK)) {
      const index = start + mark.index;
      const end = advance(at, Math.max(at, index));
      if (end !== undefined) return end - seen;
      at = Math.max(at, index);
      const isEnd = mark[1] === '/';
      const name = mark[2]?.toLowerCase() ?? '';
      if (name === 'script' || name === 'style') hidden = toHidden(hidden, name, isEnd);
      else if (hidden === undefined && isEnd === (name === 'head')) isHeadOver = true;
    }
    const end = advance(at, seen + part.length);
    if (end !== undefined) return end - seen;
    seen += part.length;
    rest = text.slice(-MARK_LENGTH_MAX);
    return undefined;
  };
}

/** In a script the marks of a style are text, and the other way round. */
function toHidden(hidden: string | undefined, name: string, isEnd: boolean): string | undefined {
  if (hidden === undefined) return isEnd ? undefined : name;
  return isEnd && hidden === name ? undefined : hidden;
}
