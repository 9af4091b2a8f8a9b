import type { Answer, SourcePage } from '../../assistants/book.ts';
import type { Block } from '../../assistants/script.ts';

type Wire = Record<string, unknown>;

/** The Markdown of a block of an answer. */
export function textOfBlock({ script }: Answer, { start, end }: Block): string {
  return script.markdown.slice(start, end);
}

/** Sources whose links stand in a block; null when none does. */
export function sourcesOfBlock({ script, sources }: Answer, { start, end }: Block): readonly SourcePage[] | null {
  const sites = new Set(script.cites.filter((cite) => cite.start >= start && cite.end <= end).map(({ site }) => site));
  const found = (sources ?? []).filter(({ site }) => sites.has(site));
  return found.length === 0 ? null : found;
}

/** A Markdown table by its cells. A row that was cut has empty ones. */
export function readTable(markdown: string): Wire {
  const [head = [], , ...rows] = markdown.split('\n').map((line) =>
    line
      .replaceAll(/^\|\s*|\s*\|$/gu, '')
      .split('|')
      .map((cell) => cell.trim()),
  );
  return { table_header: head, table_content: rows.map((row) => head.map((_cell, at) => row[at] ?? '')) };
}

/** Without the signs of Markdown. */
export function toPlain(markdown: string): string {
  return markdown.replaceAll(/ \(\[[^\]]*\]\([^)]*\)\)/gu, '').replaceAll('**', '');
}
