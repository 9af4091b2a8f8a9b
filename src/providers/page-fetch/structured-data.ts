/** Nodes of a block that are looked at. */
const NODES_MAX = 20_000;
const SAME_AS_MAX = 200;
/** What old pages hide a script behind. */
const BEFORE = ['<!--', '//<![CDATA[', '// <![CDATA[', '<![CDATA['];
const AFTER = ['-->', '//]]>', '// ]]>', ']]>'];

/** The value of a block of JSON-LD; `undefined` when it is no JSON. */
export function parseBlock(block: string): unknown {
  try {
    return JSON.parse(unwrap(block.trim()));
  } catch {
    return undefined;
  }
}

/** No pattern with repetitions: on a block of nothing but spaces it would try them all from each. */
function unwrap(block: string): string {
  const before = BEFORE.find((text) => block.startsWith(text)) ?? '';
  const after = AFTER.find((text) => block.endsWith(text)) ?? '';
  return block.slice(before.length, block.length - after.length);
}

/**
 * Every address that something in the data is said to be the same as (`sameAs` of schema.org), in the
 * order of the data. Walks without recursion and stops after a bound, so that depth and size do no harm.
 */
export function listSameAs(data: unknown): string[] {
  const found = new Set<string>();
  const waiting: unknown[] = [data];
  for (let nodes = 0; waiting.length > 0 && nodes < NODES_MAX && found.size < SAME_AS_MAX; nodes += 1) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    if (!Array.isArray(node) && 'sameAs' in node)
      for (const address of [node.sameAs].flat(1)) if (typeof address === 'string') found.add(address.trim());
    const children: unknown[] = Array.isArray(node) ? node : Object.values(node);
    // No more than can still be looked at; of a node with a million children the first ones.
    for (let at = Math.min(children.length, NODES_MAX - nodes) - 1; at >= 0; at -= 1) {
      const child = children[at];
      if (typeof child === 'object' && child !== null) waiting.push(child);
    }
  }
  return [...found].slice(0, SAME_AS_MAX);
}
