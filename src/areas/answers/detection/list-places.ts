const ITEM = /^(\s*)(?:([-*+•])|(\d{1,3})[.)])\s+/u;
const ROW = /^\s*\|.*\|\s*$/u;
const RULE_ROW = /^[\s|:-]+$/u;

/**
 * The place of each line of Markdown in its list or table, from 1; undefined for lines that stand in none. A numbered item has its
 * number. Items that belong to another one have its place.
 */
export function findListPlaces(lines: readonly string[]): readonly (number | undefined)[] {
  let [count, depth, row] = [0, 0, -1];
  return lines.map((line) => {
    if (ROW.test(line)) {
      // The first row is the head, and a rule follows it.
      if (!RULE_ROW.test(line)) row += 1;
      return row > 0 && !RULE_ROW.test(line) ? row : undefined;
    }
    row = -1;
    const item = ITEM.exec(line);
    if (item === null) {
      if (line.trim() === '' || (count > 0 && /^\s+\S/u.test(line))) return line.trim() === '' || count === 0 ? undefined : count;
      [count, depth] = [0, 0];
      return undefined;
    }
    const indent = item[1]?.length ?? 0;
    if (count > 0 && indent > depth) return count;
    depth = indent;
    count = item[3] === undefined ? count + 1 : Number(item[3]);
    return count;
  });
}
