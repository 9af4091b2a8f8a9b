import { Badge, Button, Text } from '@mantine/core';
import { getAssets, type Asset } from '../../../../clients/typescript/src/index.ts';
import { useProjectId } from '../../app/project.ts';
import { useSession } from '../../app/session.tsx';
import { useScreenSearch } from '../../app/use-screen-search.ts';
import { useAnswer } from '../../data/answers.ts';
import { formatInstant } from '../../data/format.ts';
import { Answered, Empty } from '../../ui/answered.tsx';
import { ScreenLink } from '../../ui/screen-link.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toTypeName } from './asset.ts';
import { assetsSearch } from './index.ts';
import { Table } from '../../ui/table.tsx';
import { WideTable } from '../../ui/wide-table.tsx';
import { later, laterDialog } from '../../ui/later.tsx';

const AddAsset = laterDialog(async () => (await import('./add-asset.tsx')).AddAsset);
const EditAsset = later(async () => (await import('./edit-asset.tsx')).EditAsset);

const ASSETS_MAX = 500;

/** What a project looks for on result pages and in stores: what is its own, and its competitors. */
export function View() {
  const projectId = useProjectId();
  const { search, setSearch } = useScreenSearch(assetsSearch);
  const { scopes } = useSession();
  const assets = useAnswer(getAssets, { query: { project_id: projectId, limit: ASSETS_MAX } });
  const canWrite = scopes.has('write');
  const add = canWrite && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSearch({ add: true })}>
      Add an asset
    </Button>
  );
  return (
    <>
      <PageHeader title="Assets" description="Websites, apps and places: your own, and those you compare with" actions={add} />
      <Answered answer={assets} height={240}>
        {({ assets: rows }) => (
          <>
            {rows.length === 0 ? (
              <Empty title="Nothing is looked for yet" action={add}>
                Add the website of the project first: checks of keywords look for it, and charts compare it with its competitors.
              </Empty>
            ) : (
              <AssetTable rows={rows} canWrite={canWrite} />
            )}
            {search.open !== undefined && (
              <EditAsset
                key={search.open}
                asset={rows.find(({ id }) => id === search.open)}
                onClose={() => setSearch({ open: undefined })}
              />
            )}
          </>
        )}
      </Answered>
      <AddAsset projectId={projectId} isOpen={search.add === true && canWrite} onClose={() => setSearch({ add: undefined })} />
    </>
  );
}

function AssetTable({ rows, canWrite }: { readonly rows: readonly Asset[]; readonly canWrite: boolean }) {
  const { setSearch } = useScreenSearch(assetsSearch);
  return (
    <WideTable minWidth={520}>
      <Table verticalSpacing={10} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Address</Table.Th>
            <Table.Th>Kind</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th visibleFrom="sm">Added (UTC)</Table.Th>
            <Table.Th>
              <span className="sr-only">Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((asset) => (
            <Table.Tr key={asset.id}>
              <Table.Td>{asset.name}</Table.Td>
              <Table.Td>
                {asset.type === 'website' ? (
                  <ScreenLink to="/domains/$domain" params={{ domain: asset.value }}>
                    {asset.value}
                  </ScreenLink>
                ) : (
                  asset.value
                )}
              </Table.Td>
              <Table.Td>{toTypeName(asset.type)}</Table.Td>
              <Table.Td>
                <Badge>{asset.role === 'primary' ? 'own' : 'competitor'}</Badge>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Text size="sm" c="dimmed">
                  {formatInstant(new Date(asset.created_at).toISOString())}
                </Text>
              </Table.Td>
              <Table.Td ta="right">
                {canWrite && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setSearch({ open: asset.id })}
                    aria-label={`Change ${asset.name}`}
                  >
                    Change
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </WideTable>
  );
}
