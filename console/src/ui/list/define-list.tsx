import { useNavigate } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { useToday } from '#app/project.ts';
import type { SearchSchema } from '#app/screen.ts';
import { useScreenSearch, type ScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import type { Operation } from '#data/answers/ask-once.ts';
import { toListSource } from '#data/answers/list-source.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import type { RowColumn } from '../grid/columns/column.ts';
import { useGridPlace } from '../grid/place.ts';
import { RowsGrid } from '../grid/rows-grid.tsx';
import { PageHeader } from '../layout/page-header.tsx';
import { Pager } from '../pager.tsx';
import { Answered } from '../states/answered.tsx';

/** What a list is asked for with: what the address holds, and what the screen around it gave. */
export interface ListAt<Schema extends SearchSchema, Given = object> extends ScreenSearch<Schema> {
  readonly given: Given;
  readonly navigate: ReturnType<typeof useNavigate>;
}

/** What a part of a list is drawn from. */
export interface ListPart<Schema extends SearchSchema, Data, Given = object> extends ListAt<Schema, Given> {
  readonly data: Data;
  /** How often the list is asked for: what a part asks for itself has the same age. */
  readonly everyMs: number | undefined;
}

/** Given to a list whose screen says how often it is asked for. */
export interface Asked {
  readonly everyMs: number | undefined;
}

interface Paged {
  readonly pagination: Parameters<typeof Pager>[0]['pagination'];
}

/** A function of the generated client whose answer is a list in pages. */
type ListOperation = (options: never) => Promise<{ readonly data?: Paged | undefined }>;
type AnswerOf<Asks extends ListOperation> = NonNullable<Awaited<ReturnType<Asks>>['data']>;
type OptionsOf<Asks extends ListOperation> = NonNullable<Parameters<Asks>[0]>;

/** A list that the service gives in pages, as a value. Functions that begin with `use` are hooks. */
interface List<Schema extends SearchSchema, Asks extends ListOperation, Row, Given> {
  /** Search of the address: `pagedSearch` is part of it. */
  readonly search: Schema;
  readonly operation: Asks;
  /** What is asked for besides the page. */
  readonly useOptions: (at: ListAt<Schema, Given>) => OptionsOf<Asks>;
  readonly useEveryMs?: (at: ListAt<Schema, Given>) => number | undefined;
  /** Rows of a page. */
  readonly limit: number;
  /** In pixels, while the first answer is on its way. */
  readonly height: number;
  /** What narrows the list. */
  readonly filters?: ComponentType<ListPart<Schema, AnswerOf<Asks> | undefined, Given>>;
  /** What is said of the answer above its rows. */
  readonly before?: ComponentType<ListPart<Schema, AnswerOf<Asks>, Given>>;
  /** Drawers of what is open. */
  readonly after?: ComponentType<ListPart<Schema, AnswerOf<Asks> | undefined, Given>>;
  readonly empty: ComponentType<ListPart<Schema, AnswerOf<Asks>, Given>>;
  readonly label: string;
  readonly fileName: string;
  readonly toSubject?: (given: Given) => string;
  readonly rows: (data: AnswerOf<Asks>) => readonly Row[];
  readonly columns: readonly RowColumn<Row>[] | ((part: ListPart<Schema, AnswerOf<Asks>, Given>) => readonly RowColumn<Row>[]);
  readonly rowKey: (row: Row) => string;
  /** Number of rows on all pages; without it the foot counts the rows of the page. */
  readonly toTotal?: (part: ListPart<Schema, AnswerOf<Asks>, Given>) => number;
  /** What a click on a row does. */
  readonly open?: (row: Row, at: ListAt<Schema, Given>) => void;
}

interface ListScreen<Schema extends SearchSchema, Asks extends ListOperation, Row> extends List<Schema, Asks, Row, object> {
  readonly title: string;
  /** The answer of the screen in a sentence. Undefined: the list has none. */
  readonly sayLead?: (data: AnswerOf<Asks>) => ReactNode;
  /** What stands there without such a sentence. */
  readonly question: string;
  /** Buttons of the header. */
  readonly actions?: ComponentType;
}

const NO_GIVEN = {};

/** A screen that is a list: its sentence, its filters, the rows, and their pages. */
export function defineListScreen<Schema extends SearchSchema, Asks extends ListOperation, Row>(
  screen: ListScreen<Schema, Asks, Row>,
): ComponentType {
  const { title, sayLead, question, actions: Actions } = screen;
  return function ListScreenView() {
    const asked = useList(screen, NO_GIVEN);
    const { data } = asked.answer;
    return (
      <>
        <PageHeader title={title} lead={(data && sayLead?.(data)) ?? question} actions={Actions && <Actions />} />
        <Body list={screen} asked={asked} />
      </>
    );
  };
}

/** A list that is a part of a screen, such as a tab: what it needs of the screen is given to it. */
export function defineList<Schema extends SearchSchema, Asks extends ListOperation, Row, Given extends object>(
  list: List<Schema, Asks, Row, Given>,
): ComponentType<Given> {
  return function ListView(given: Given) {
    return <Body list={list} asked={useList(list, given)} />;
  };
}

function useList<Schema extends SearchSchema, Asks extends ListOperation, Row, Given>(
  { search: schema, operation, useOptions, useEveryMs, limit }: List<Schema, Asks, Row, Given>,
  given: Given,
) {
  const at: ListAt<Schema, Given> = { ...useScreenSearch(schema), given, navigate: useNavigate() };
  const { offset = 0 } = at.search as { readonly offset?: number };
  const today = useToday();
  const options = useOptions(at) as { readonly query?: object };
  const paged = { ...options, query: { limit, offset, ...options.query } };
  const everyMs = useEveryMs?.(at);
  const read = operation as unknown as Operation<typeof paged, AnswerOf<Asks>>;
  const answer = useAnswer(read, paged, { everyMs });
  return {
    at,
    everyMs,
    answer,
    source: toListSource(read, paged, today),
    toWhole: ({ pagination }: Paged) => toWholeList(read, paged, pagination),
  };
}

interface BodyProps<Schema extends SearchSchema, Asks extends ListOperation, Row, Given> {
  readonly list: List<Schema, Asks, Row, Given>;
  readonly asked: ReturnType<typeof useList<Schema, Asks, Row, Given>>;
}

function Body<Schema extends SearchSchema, Asks extends ListOperation, Row, Given>(props: BodyProps<Schema, Asks, Row, Given>) {
  const { filters: Filters, after: After, height } = props.list;
  const { at, everyMs, answer } = props.asked;
  const part = { ...at, everyMs, data: answer.data };
  return (
    <>
      {Filters && <Filters {...part} />}
      <Answered answer={answer} height={height}>
        {(data) => <Rows {...props} part={{ ...part, data }} />}
      </Answered>
      {After && <After {...part} />}
    </>
  );
}

interface RowsProps<Schema extends SearchSchema, Asks extends ListOperation, Row, Given> extends BodyProps<Schema, Asks, Row, Given> {
  readonly part: ListPart<Schema, AnswerOf<Asks>, Given>;
}

function Rows<Schema extends SearchSchema, Asks extends ListOperation, Row, Given>(props: RowsProps<Schema, Asks, Row, Given>) {
  const { list, asked, part } = props;
  const { before: Before, empty: Nothing, columns, open } = list;
  const { data, given, setSearch } = part;
  const place = useGridPlace();
  return (
    <>
      {Before && <Before {...part} />}
      <RowsGrid
        label={list.label}
        rows={list.rows(data)}
        {...(list.toTotal && { total: list.toTotal(part) })}
        columns={typeof columns === 'function' ? columns(part) : columns}
        rowKey={list.rowKey}
        place={place}
        fileName={list.fileName}
        subject={list.toSubject?.(given)}
        whole={asked.toWhole(data)}
        source={asked.source}
        {...(open && { onOpen: (row: Row) => open(row, part) })}
        empty={<Nothing {...part} />}
      />
      <Pager pagination={data.pagination} onOffset={(offset) => setSearch({ offset: offset || undefined } as object)} />
    </>
  );
}
