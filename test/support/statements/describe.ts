import type { Client } from 'pg';

/** A column that a statement gives: its name and the number of its PostgreSQL type. */
export interface Column {
  readonly name: string;
  readonly typeId: number;
}

interface Connection {
  parse(query: { readonly name: string; readonly text: string; readonly types: readonly number[] }): void;
  describe(what: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
}

/**
 * Has the server parse a statement without running it.
 * @returns the columns that it gives; none for one without rows
 * @throws the server's error: an unknown table, column or function, types that do not fit
 */
export async function describeStatement(client: Client, text: string): Promise<readonly Column[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Column[]>();
  let columns: readonly Column[] = [];
  // The methods that `pg` calls on a query object (its cursor is one), one for each answer of the server.
  const question = {
    submit(connection: Connection) {
      connection.parse({ name: '', text, types: [] });
      connection.describe({ type: 'S', name: '' });
      connection.sync();
    },
    handleRowDescription: ({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }) => {
      columns = fields.map(({ name, dataTypeID }) => ({ name, typeId: dataTypeID }));
    },
    handleError: reject,
    handleReadyForQuery: () => resolve(columns),
  };
  client.query(question as never);
  return await promise;
}
