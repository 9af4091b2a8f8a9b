import type { PageKind } from '../classes/page-kinds.ts';

/** What the head of a page declares about its type: Open Graph and structured data. */
export function declare({ schemaType, ogType }: PageKind, name: string): string {
  const data = JSON.stringify({ '@context': 'https://schema.org', '@type': schemaType, name }).replaceAll('<', '\\u003c');
  const structured = schemaType === '' ? '' : `\n<script type="application/ld+json">${data}</script>`;
  return `<meta property="og:type" content="${ogType}">${structured}`;
}
