import { Group, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { GetAdminWorkflowByTypeByWorkflowIdResponse, WorkflowRelative } from '#client';
import { formatCount } from '#data/format.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge } from '#ui/states/status-badge.tsx';

interface TreeProps {
  readonly workflow: Pick<GetAdminWorkflowByTypeByWorkflowIdResponse, 'type' | 'status' | 'parent' | 'children' | 'children_total'>;
}

/** The workflow between the one that began it and those that it began. Nothing when it has neither. */
export function Tree({ workflow: { type, status, parent, children, children_total: total } }: TreeProps) {
  if (parent === null && children.length === 0) return null;
  const own = (
    <List.Item>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {type} (this one)
        </Text>
        <StatusBadge status={status} />
      </Group>
      {children.length > 0 && (
        <List withPadding listStyleType="none" spacing={4} mt={4}>
          {children.map((child) => (
            <Relative key={child.id} relative={child} />
          ))}
          {total > children.length && (
            <List.Item>
              <Text size="sm" c="dimmed">
                and {formatCount(total - children.length)} more
              </Text>
            </List.Item>
          )}
        </List>
      )}
    </List.Item>
  );
  return (
    <Section title="Relatives">
      <List listStyleType="none" spacing={4}>
        {parent === null ? (
          own
        ) : (
          <Relative relative={parent}>
            <List withPadding listStyleType="none" mt={4}>
              {own}
            </List>
          </Relative>
        )}
      </List>
    </Section>
  );
}

function Relative({ relative: { id, type, status }, children }: { readonly relative: WorkflowRelative; readonly children?: ReactNode }) {
  return (
    <List.Item>
      <Group gap="xs">
        <AppLink to="/ops/workflows/$type/$workflowId" params={{ type, workflowId: id }} size="sm">
          {type}
        </AppLink>
        <StatusBadge status={status} />
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {id}
        </Text>
      </Group>
      {children}
    </List.Item>
  );
}
