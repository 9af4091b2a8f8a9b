/** Nodes of structured data that are looked at. */
const NODES_MAX = 5_000;
const TYPES_MAX = 40;

/** Types of schema.org that a page declares, each once, without the address of the vocabulary: `Product`. */
export function listSchemaTypes(structuredData: readonly unknown[], written: readonly string[]): string[] {
  const found = new Set<string>();
  const waiting: unknown[] = [...structuredData];
  for (let nodes = 0; nodes < NODES_MAX && waiting.length > 0 && found.size < TYPES_MAX; nodes += 1) {
    const node = waiting.shift();
    if (typeof node !== 'object' || node === null) continue;
    if (!Array.isArray(node) && '@type' in node) for (const type of [node['@type']].flat()) addType(found, type);
    const children: unknown[] = Array.isArray(node) ? node : Object.values(node);
    for (const child of children.slice(0, NODES_MAX - waiting.length)) if (typeof child === 'object') waiting.push(child);
  }
  for (const type of written) addType(found, type);
  return [...found].slice(0, TYPES_MAX);
}

function addType(found: Set<string>, type: unknown): void {
  const name = typeof type === 'string' ? /(?:^|[/:#])([A-Z][A-Za-z]{2,40})$/u.exec(type)?.[1] : undefined;
  if (name !== undefined) found.add(name);
}
