import type { PageKind } from '../classes/page-kinds.ts';
import { toJsonLd } from './html.ts';

/** What the head of a page declares about its type: Open Graph and structured data. */
export function declare({ schemaType, ogType }: PageKind, name: string): string {
  const structured = schemaType === '' ? '' : `\n${toJsonLd({ '@type': schemaType, name })}`;
  return `<meta property="og:type" content="${ogType}">${structured}`;
}
