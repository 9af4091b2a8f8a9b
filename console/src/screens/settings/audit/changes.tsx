import { Stack, Text } from '@mantine/core';
import type { AuditEntry } from '#client';
import { Table } from '#ui/layout/table.tsx';

type Change = AuditEntry['changes'][number];

/** What a call changed, in a line: `Changed project Shop: name Shop → Store`. */
export function describeChanges({ changes, rows_changed: rows }: Pick<AuditEntry, 'changes' | 'rows_changed'>): string {
  const [first] = changes;
  if (first === undefined) return '';
  const more = rows - first.rows;
  const [field] = listFields(first);
  const value = first.before && first.after && field ? `: ${field} ${toText(first.before[field])} → ${toText(first.after[field])}` : '';
  return `${describeChange(first)}${value}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Each change with its fields, before and after. */
export function Changes({ entry: { changes, rows_changed: rows } }: { readonly entry: AuditEntry }) {
  const shown = changes.reduce((sum, change) => sum + change.rows, 0);
  return (
    <Stack gap="md">
      {changes.map((change, at) => (
        <div key={at}>
          <Text size="sm" fw={500}>
            {describeChange(change)}
          </Text>
          {change.ids.length > 0 && (
            <Text size="sm" c="dimmed">
              {`The first: ${change.ids.join(', ')}`}
            </Text>
          )}
          <FieldTable change={change} />
        </div>
      ))}
      {rows > shown && <Text size="sm">{`${rows - shown} further rows were changed that are not listed.`}</Text>}
    </Stack>
  );
}

function FieldTable({ change }: { readonly change: Change }) {
  const fields = listFields(change);
  if (fields.length === 0) return null;
  return (
    <Table aria-label={describeChange(change)}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Field</Table.Th>
          <Table.Th scope="col">Before</Table.Th>
          <Table.Th scope="col">After</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {fields.map((field) => (
          <Table.Tr key={field}>
            <Table.Th scope="row" style={WRAPS}>
              {field}
            </Table.Th>
            <Table.Td style={WRAPS}>{change.before ? toText(change.before[field]) : ''}</Table.Td>
            <Table.Td style={WRAPS}>{change.after ? toText(change.after[field]) : ''}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const WRAPS = { overflowWrap: 'anywhere' } as const;

/** `Changed project Shop`, `Created keyword (60 rows)`. */
function describeChange({ action, name, id, rows, ids }: Change): string {
  const [noun = '', verb = ''] = action.split('.');
  const which = ids.length > 0 ? `(${rows} rows)` : (name ?? id ?? '');
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${noun.replaceAll('_', ' ')} ${which}`;
}

function listFields({ before, after }: Change): string[] {
  return Object.keys({ ...before, ...after });
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
