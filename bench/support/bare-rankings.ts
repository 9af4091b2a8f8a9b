import Fastify from 'fastify';
import pg from 'pg';

/**
 * The bound of `rankings-read` and `suggestions`, in a process of its own: a bare handler that runs the statement
 * it was given and stringifies its rows. `STATEMENTS` maps a path to its statement.
 */
interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
const statements = JSON.parse(process.env['STATEMENTS'] ?? '{}') as Record<string, Statement>;
const app = Fastify();

app.get('/health', () => ({ status: 'ok' }));
for (const [path, statement] of Object.entries(statements)) {
  app.route({
    method: ['GET', 'POST'],
    url: path,
    handler: async (_request, reply) => {
      const { rows } = await pool.query(statement);
      return reply.header('content-type', 'application/json').send(JSON.stringify(rows));
    },
  });
}
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
