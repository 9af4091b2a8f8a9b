import type { MailBlock } from '#areas/mail/index.ts';
import type { OverviewBody } from '#areas/overview/index.ts';

export function titled(text: string, ...blocks: MailBlock[]): MailBlock[] {
  return [{ kind: 'heading', text }, ...blocks];
}

export function toText(text: string): MailBlock {
  return { kind: 'text', text };
}

export function toTable(columns: readonly string[], rows: readonly (readonly string[])[]): MailBlock {
  return { kind: 'table', columns, rows: rows.map((cells) => ({ cells })) };
}

/** What there is beside the rows that are shown; nothing where all are. */
export function toRest(total: number, shown: number): MailBlock[] {
  return total > shown ? [{ kind: 'note', text: `and ${total - shown} more` }] : [];
}

export function toPlace(position: number | null): string {
  return position === null ? 'not found' : String(position);
}

/** What a share of voice above it is weighed by. */
export function sayWeighing({ name, falls_back: gaps }: OverviewBody['share_of_voice_weighing']): MailBlock[] {
  return [toText(`Share of voice: ${name.charAt(0).toLowerCase()}${name.slice(1)}.${gaps === null ? '' : ` ${gaps}`}`)];
}
