import { Group, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { getClassifyByListIdItems, type ClassifiedItem, type GetClassifyByListIdResponse } from '#client';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import { capitalize, toWords } from '#data/words.ts';
import { toListSource } from '#data/answers/list-source.ts';
import { toWholeList, type WholeList } from '#data/answers/whole-list.ts';
import { Answered, Empty, ErrorNote } from '#ui/states/answered.tsx';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { laterDialog } from '#ui/states/later.tsx';
import { Pager } from '#ui/pager.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextFilter } from '#ui/forms/text-filter.tsx';
import { listSearch } from '../search.ts';
import { ITEM_COLUMNS } from './item-columns.tsx';
import { isGoingOn, KIND_WORDS, KINDS, type Kind, MAIN_DIMENSION } from './words.ts';
import { formatPlural } from '#data/format.ts';
import { toEntity, useCorrection } from '../use-correction.ts';
import { useLabelsOf } from '../use-labels-of.ts';

const ItemDialog = laterDialog(async () => (await import('./item-dialog.tsx')).ItemDialog);

const ROWS = 1_000;
/** While the list goes on, its items are read again. */
const LOOK_MS = 2_000;

/** The items of a list with what they are. A row opens the reasons, and takes a correction. */
export function ListItems({ list }: { readonly list: GetClassifyByListIdResponse }) {
  const { search } = useScreenSearch(listSearch);
  const { kind, status, label, text, offset = 0 } = search;
  const { rights } = useSession();
  const place = useGridPlace();
  const [open, setOpen] = useState<ClassifiedItem>();
  const filter = { ...(kind && { kind }), ...(status && { status: [status] }), ...(label && { label }), ...(text && { search: text }) };
  const options = { path: { list_id: list.list_id }, query: { ...filter, limit: ROWS, offset } };
  const answer = useAnswer(getClassifyByListIdItems, options, { everyMs: isGoingOn(list) ? LOOK_MS : undefined });
  const canCorrect = rights.has('operate');
  return (
    <>
      <Filters list={list} />
      <Answered answer={answer} height={420}>
        {({ items, total, pagination }) => (
          <>
            <RowsGrid
              label="Items of the list"
              rows={items}
              total={total}
              columns={ITEM_COLUMNS}
              rowKey={({ line }) => String(line)}
              place={place}
              fileName={`classified-${list.list_id}`}
              whole={toWholeList(getClassifyByListIdItems, options, pagination) ?? toOnePage(options, total)}
              source={toListSource(getClassifyByListIdItems, options)}
              onOpen={setOpen}
              {...(canCorrect && {
                bulk: (keys: readonly string[], clear: () => void) => (
                  <BulkCorrection items={items.filter(({ line }) => keys.includes(String(line)))} onDone={clear} />
                ),
              })}
              empty={<Empty title="No items match">Change the filters above to see others.</Empty>}
            />
            <ListPager pagination={pagination} />
          </>
        )}
      </Answered>
      <ItemDialog isOpen={open !== undefined} onClose={() => setOpen(undefined)} item={open} canCorrect={canCorrect} />
    </>
  );
}

type Options = Parameters<typeof getClassifyByListIdItems>[0];

/** Also a list on one page is saved with every column that the service has of it. */
function toOnePage(options: Options, total: number): WholeList | undefined {
  if (total === 0) return undefined;
  const query = { ...options.query, format: 'csv' as const };
  const read = async (): Promise<string> => (await ask(getClassifyByListIdItems, { path: options.path, query })) as unknown as string;
  return { total, isCut: false, read };
}

function ListPager({ pagination }: Pick<Parameters<typeof Pager>[0], 'pagination'>) {
  const { setSearch } = useScreenSearch(listSearch);
  return <Pager pagination={pagination} onOffset={(next) => setSearch({ offset: next || undefined })} />;
}

function Filters({ list: { kinds, labels } }: { readonly list: GetClassifyByListIdResponse }) {
  const { search, setSearch } = useScreenSearch(listSearch);
  const shown = KINDS.filter((kind) => kinds[kind] > 0);
  const groups = shown.map((kind) => ({
    group: capitalize(KIND_WORDS[kind][1]),
    items: Object.entries(labels[kind]).map(([value, count]) => ({ value, label: `${toWords(value)} (${count})` })),
  }));
  return (
    <Group gap="xs" my="sm" align="flex-end">
      <TextFilter label="Find" value={search.text} onChange={(text) => setSearch({ text, offset: undefined })} />
      {shown.length > 1 && (
        <Select
          label="Kind"
          placeholder="Any kind"
          clearable
          data={shown.map((kind) => ({ value: kind, label: capitalize(KIND_WORDS[kind][1]) }))}
          value={search.kind ?? null}
          onChange={(kind: Kind | null) => setSearch({ kind: kind ?? undefined, offset: undefined })}
        />
      )}
      <Select
        label="Label"
        placeholder="Any label"
        clearable
        data={groups}
        value={search.label ?? null}
        onChange={(label) => setSearch({ label: label ?? undefined, offset: undefined })}
      />
    </Group>
  );
}

interface BulkCorrectionProps {
  readonly items: readonly ClassifiedItem[];
  readonly onDone: () => void;
}

/** Says of several items of one kind that they are the same. */
function BulkCorrection({ items, onDone }: BulkCorrectionProps) {
  const kind = items[0]?.kind;
  if (kind === undefined) return null;
  if (items.some((item) => item.kind !== kind)) return <Text size="sm">Items of one kind can be corrected together.</Text>;
  return <Correct key={kind} kind={kind} items={items} onDone={onDone} />;
}

function Correct({ kind, items, onDone }: BulkCorrectionProps & Pick<ClassifiedItem, 'kind'>) {
  const [label, setLabel] = useState<string | null>(null);
  const dimension = MAIN_DIMENSION[kind];
  const labels = useLabelsOf(dimension);
  const correction = useCorrection({ entities: items.map(toEntity), dimension, onSaid: onDone });
  return (
    <Group gap="xs">
      <Select
        size="xs"
        aria-label="What they are"
        placeholder="What they are"
        data={labels.map((one) => ({ value: one, label: toWords(one) }))}
        value={label}
        onChange={setLabel}
      />
      <Button size="xs" disabled={label === null} loading={correction.isPending} onClick={() => label !== null && correction.mutate(label)}>
        Correct {formatPlural(items.length, ...KIND_WORDS[kind])}
      </Button>
      {correction.error && <ErrorNote error={correction.error} />}
    </Group>
  );
}
