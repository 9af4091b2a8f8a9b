import type { SourceFile } from '../opening/source-file.ts';

/** The beginning of a file as text, without the mark of its encoding. */
export function headText({ head, encoding }: Pick<SourceFile, 'head' | 'encoding'>): string {
  return new TextDecoder(encoding).decode(head, { stream: true });
}
