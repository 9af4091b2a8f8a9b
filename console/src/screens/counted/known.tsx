import { Alert, Stack, Text } from '@mantine/core';
import { useProjectId } from '#app/project.ts';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { Empty } from '#ui/states/answered.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { nameType, sayLacks } from './say-type.ts';
import { listGaps, saySync, sayWarnings, type Scope } from './say-counted.ts';

interface KnownProps {
  readonly scope: Scope;
  /** Rows are queries or pages, of which Google leaves some out. */
  readonly isByRow: boolean;
}

/** How far the figures below are known: faults, gaps, and days that were counted wrongly. */
export function Known({ scope: { property, span, warnings }, isByRow }: KnownProps) {
  if (property === null) return null;
  const sync = saySync(property);
  const warning = sayWarnings(warnings);
  const gaps = listGaps(span, isByRow);
  const lacks = sayLacks(property.type, property.lacks);
  return (
    <Stack gap="xs" mb="sm">
      {sync !== undefined && (
        <Alert
          color={property.cause === null ? 'blue' : 'red'}
          variant="outline"
          role={property.cause === null ? 'status' : 'alert'}
          icon={<Icon name="info" />}
        >
          {sync}
        </Alert>
      )}
      {warning !== undefined && (
        <Alert color="yellow" variant="outline" role="note" icon={<Icon name="alert" />}>
          {warning}
        </Alert>
      )}
      {lacks !== undefined && (
        <Text size="sm" c="dimmed">
          {lacks}
        </Text>
      )}
      {gaps.length > 0 && (
        <Text size="sm" c="dimmed">
          {gaps.join(' ')}
        </Text>
      )}
    </Stack>
  );
}

interface NothingProps {
  readonly scope: Scope;
  /** What there is none of, where days were read. */
  readonly title: string;
  /** What the rows are. */
  readonly by?: string;
}

/** Why a list is empty: nothing is connected, nothing was read, or there is nothing. */
export function Nothing({ scope: { property, span }, title, by }: NothingProps) {
  const projectId = useProjectId();
  if (property === null)
    return (
      <Empty
        title="Search Console is not connected"
        action={
          <ButtonLink variant="default" to="/p/$projectId/search-console" params={{ projectId }}>
            Connect Search Console
          </ButtonLink>
        }
      >
        Connect it to see the clicks that Google counts beside the positions that are measured here.
      </Empty>
    );
  if (property.lacks.some((lack) => lack === by))
    return <Empty title={`${nameType(property.type)} is not counted so`}>Choose other rows above.</Empty>;
  if (span.final + span.partial === 0)
    return (
      <Empty title="No day was read">
        {span.failed > 0 ? 'Reading failed: see above what to do.' : 'The newest days are read first, within a minute.'}
      </Empty>
    );
  return <Empty title={title}>{span.missing + span.failed > 0 ? 'In the days that were read.' : 'In all of these days.'}</Empty>;
}
