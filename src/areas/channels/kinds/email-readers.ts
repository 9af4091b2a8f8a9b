import { findOperatorAddresses, findReaders } from '#areas/people/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { SavedChannel } from './channel-kind.ts';

/**
 * Which of these addresses belong to people who may see all that the channel says: members of its project, or of all projects of its
 * organization; operators for one of the service. Clients and members of other projects are asked as strangers are.
 * @returns a function of an address in lower case
 */
export async function findOwnReaders(
  sql: Sql,
  { organizationId, projectId }: Pick<SavedChannel, 'organizationId' | 'projectId'>,
  addresses: readonly string[],
): Promise<(address: string) => boolean> {
  if (organizationId === null) {
    const operators = await findOperatorAddresses(sql, addresses);
    return (address) => operators.has(address);
  }
  const readers = await findReaders(sql, organizationId, addresses);
  return (address) => {
    const reader = readers.get(address);
    if (reader === undefined || reader.role === 'client') return false;
    return reader.projectIds === undefined || (projectId !== null && reader.projectIds.includes(projectId));
  };
}
