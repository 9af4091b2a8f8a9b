import pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import { toCamelCase } from '#kernel/camel-case.ts';
import type { Rows, Sql } from './types.ts';

interface Description {
  readonly fields: readonly { name: string }[];
}

interface Receiver extends pg.Submittable {
  /** Called once for each statement, before its rows: the driver makes every row from the names in it. */
  handleRowDescription(description: Description): void;
}

/** The class of the driver, with the method that its types leave out. */
const DriverQuery = pg.Query as unknown as new (config: pg.QueryConfig) => Receiver;

/** A statement whose columns arrive in camel case. Names are changed once for each answer, so a row costs nothing more. */
class CamelQuery extends DriverQuery {
  override handleRowDescription(description: Description): void {
    for (const field of description.fields) field.name = toName(field.name);
    super.handleRowDescription(description);
  }
}

/** As many as the statements of this service have columns. */
const NAMES = new Map<string, string>();

function toName(column: string): string {
  let name = NAMES.get(column);
  if (name === undefined) NAMES.set(column, (name = toCamelCase(column)));
  return name;
}

type Ask = (statement: Receiver, values: undefined, then: (error: Error | undefined, result: Rows<never>) => void) => void;

/** `Sql.query` of a pool or a connection. */
export function makeQuery(target: Pool | PoolClient): Sql['query'] {
  return function query<Row extends object>(text: string, values: readonly unknown[] = [], name?: string): Promise<Rows<Row>> {
    const statement = new CamelQuery({ text, values: values as unknown[], ...(name === undefined ? {} : { name }) });
    const answer = new Promise<Rows<Row>>((resolve, reject) => {
      (target.query as Ask).call(target, statement, undefined, (error, result) => (error ? reject(error) : resolve(result)));
    });
    return answer.catch((error: Error) => {
      // As the driver does: from the caller, where its own trace begins at the socket.
      Error.captureStackTrace(error);
      throw error;
    });
  };
}
