import { Badge, Button } from '@mantine/core';
import { getAssets, type Asset } from '#client';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { toListSource } from '#data/answers/list-source.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { toTypeName } from './asset.ts';
import { assetsSearch } from './index.ts';
import { later, laterDialog } from '#ui/states/later.tsx';

const AddAsset = laterDialog(async () => (await import('./add-asset.tsx')).AddAsset);
const EditAsset = later(async () => (await import('./edit-asset.tsx')).EditAsset);

const ASSETS_MAX = 500;

/** What a project looks for on result pages and in stores: what is its own, and its competitors. */
export function View() {
  const projectId = useProjectId();
  const { search, setSearch } = useScreenSearch(assetsSearch);
  const { rights } = useSession();
  const assets = useAnswer(getAssets, { query: { project_id: projectId, limit: ASSETS_MAX } });
  const canWrite = rights.has('edit');
  const add = canWrite && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSearch({ add: true })}>
      Add an asset
    </Button>
  );
  return (
    <>
      <PageHeader title="Assets" lead="Websites, apps, and local businesses: your own and your competitors" actions={add} />
      <Answered answer={assets} height={240}>
        {({ assets: rows }) => (
          <>
            {rows.length === 0 ? (
              <Empty title="No assets yet" action={add}>
                Add the project's website first: keyword checks look for it, and charts compare it with competitors.
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

const toKey = ({ id }: Asset): string => id;
const toInstant = ({ created_at: at }: Asset): string => new Date(at).toISOString();

const COLUMNS: readonly RowColumn<Asset>[] = [
  column.text('name', 'Name', 260),
  column.text('address', 'Address', 260, {
    of: 'value',
    isOnPhone: true,
    render: ({ type, value }) =>
      type === 'website' ? (
        <AppLink to="/domains/$domain" params={{ domain: value }}>
          {value}
        </AppLink>
      ) : (
        value
      ),
  }),
  column.text('kind', 'Kind', 200, { of: ({ type }) => toTypeName(type), isOnPhone: true }),
  column.text('role', 'Role', 130, { of: toRole, isOnPhone: true, render: (asset) => <Badge>{toRole(asset)}</Badge> }),
  column.instant('added', 'Added (UTC)', 170, { of: toInstant }),
];

function toRole({ role }: Asset): string {
  return role === 'primary' ? 'own' : 'competitor';
}

function AssetTable({ rows, canWrite }: { readonly rows: readonly Asset[]; readonly canWrite: boolean }) {
  const { setSearch } = useScreenSearch(assetsSearch);
  const place = useGridPlace();
  return (
    <RowsGrid
      label="Assets"
      rows={rows}
      columns={COLUMNS}
      rowKey={toKey}
      place={place}
      fileName="assets"
      source={toListSource(getAssets, { query: { project_id: useProjectId() } })}
      {...(canWrite && { onOpen: ({ id }: Asset) => setSearch({ open: id }) })}
    />
  );
}
